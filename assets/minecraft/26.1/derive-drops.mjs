// Derives drops.json from vanilla's own loot tables of blocks.
//
//   node derive-drops.mjs PACK TAGS
//
// PACK is an extracted data pack that holds `data/minecraft/loot_table/blocks`, TAGS one that holds `data/minecraft/tags`.
// README.md tells where these came from and what the form means. Blocks and items that 26.1 does not have are left out,
// and so is all that only an explosion, Fortune or a block's inner data would change.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const [pack, tags] = process.argv.slice(2)
const json = file => JSON.parse(fs.readFileSync(file, 'utf8'))
const plain = name => name.replace(/^minecraft:/, '')
const blocks = json(path.join(here, 'blocks.json'))
const items = new Set(json(path.join(here, 'items.json')).map(item => item.name))
const tables = path.join(pack, 'data/minecraft/loot_table/blocks')

const members = name => name.startsWith('#')
  ? json(path.join(tags, `data/minecraft/tags/item/${plain(name.slice(1))}.json`)).values.flatMap(members)
  : [plain(name)].filter(item => items.has(item))

/** One condition in our form; null for one that always holds here. */
function condition (c) {
  switch (plain(c.condition)) {
    case 'survives_explosion': return null
    case 'block_state_property': return { state: c.properties }
    case 'random_chance': return { chance: c.chance }
    case 'table_bonus': return { chance: c.chances[0] } // by the level of Fortune
    case 'inverted': return { not: condition(c.term) }
    case 'any_of': return { any: c.terms.map(condition) }
    case 'entity_properties': return 'someone' // whoever it is
    case 'location_check': {
      const { blocks, state } = c.predicate.block
      return { beside: { dy: c.offsetY, block: plain(blocks), state } }
    }
    case 'match_tool': {
      const { items, predicates } = c.predicate
      if (items) return { tool: [items].flat().flatMap(members) }
      const [wanted] = predicates['minecraft:enchantments']
      if (wanted.enchantments === 'minecraft:silk_touch') return 'silk_touch'
    }
  }
  throw new Error(`a condition of an unknown kind: ${JSON.stringify(c)}`)
}
const all = list => (list ?? []).map(condition).filter(c => c !== null)

/** What a function does to the count; null for what it does to other things. */
function change (f) {
  switch (plain(f.function)) {
    case 'explosion_decay': case 'copy_components': case 'copy_state': return null
    case 'limit_count': return { limit: [f.limit.min ?? 0, f.limit.max ?? 64] }
    case 'apply_bonus':
      // Without Fortune the other formulas add nothing.
      if (f.formula !== 'minecraft:binomial_with_bonus_count') return null
      return { more: [f.parameters.extra, f.parameters.probability] }
    case 'set_count': {
      const { count } = f
      if (f.add) return { add: count }
      if (typeof count === 'number') return { set: [count, count] }
      if (plain(count.type) === 'uniform') return { set: [count.min, count.max] }
      if (plain(count.type) === 'binomial') return { binomial: [count.n, count.p] }
    }
  }
  throw new Error(`a function of an unknown kind: ${JSON.stringify(f)}`)
}
function counts (list) {
  return (list ?? []).flatMap(f => {
    const what = change(f)
    if (what === null) return []
    const when = all(f.conditions)
    return [when.length ? { when, ...what } : what]
  })
}

/** The entries of a pool, of which the first whose conditions hold drops. */
function entries (entry, outer, functions) {
  const when = [...outer, ...all(entry.conditions)]
  switch (plain(entry.type)) {
    case 'alternatives': return entry.children.flatMap(child => entries(child, when, functions))
    // A cracked pot's sherds are in its inner data; pots here have none, and vanilla's default is four bricks.
    case 'dynamic': return [{ item: 'brick', when, count: [{ set: [4, 4] }] }]
    case 'item': {
      const item = plain(entry.name)
      if (!items.has(item)) throw new Error(`${item} is no item of 26.1`)
      const count = counts([...(entry.functions ?? []), ...(functions ?? [])])
      return [{ item, ...(when.length ? { when } : {}), ...(count.length ? { count } : {}) }]
    }
  }
  throw new Error(`an entry of an unknown kind: ${JSON.stringify(entry)}`)
}
function pool (p) {
  if (p.rolls !== 1 || p.entries.length !== 1) throw new Error(`a pool of several rolls: ${JSON.stringify(p)}`)
  const when = all(p.conditions)
  return { ...(when.length ? { when } : {}), first: entries(p.entries[0], [], p.functions) }
}

/** The block whose table another one without its own goes by: what hangs on a wall drops as what stands. */
function tableOf (name) {
  const standing = [name, name.replace(/^wall_|_wall(?=_)/, ''), name.replace(/_wall(?=_)/, '')]
  return standing.map(it => path.join(tables, `${it}.json`)).find(fs.existsSync)
}
const lines = []
const without = []
for (const { name } of blocks) {
  const file = tableOf(name)
  if (!file) { without.push(name); continue }
  const pools = (json(file).pools ?? []).map(pool)
  // Most drop themselves, always: one word says it.
  const itself = pools.length === 1 && JSON.stringify(pools[0]) === JSON.stringify({ first: [{ item: pools[0].first[0].item }] })
  if (pools.length) lines.push(`${JSON.stringify(name)}: ${JSON.stringify(itself ? pools[0].first[0].item : pools)}`)
}
fs.writeFileSync(path.join(here, 'drops.json'), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} blocks drop something; no table: ${without.join(' ')}`)
