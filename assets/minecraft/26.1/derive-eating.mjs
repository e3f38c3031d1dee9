// Derives eating.json, how things are eaten and drunk, from the components that vanilla gives its items.
//
//   node derive-eating.mjs ITEMS
//
// ITEMS is a JSON object from item name to { components }. README.md tells where it came from. What a food gives is in
// foods.json; here is only how it is eaten where that is not the usual way (32 ticks, when hungry, nothing left).
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const plain = name => name.replace(/^minecraft:/, '')
const known = new Set(JSON.parse(fs.readFileSync(path.join(here, 'items.json'), 'utf8')).map(item => item.name))

const lines = []
for (const [item, { components }] of Object.entries(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')))) {
  const consumable = components['minecraft:consumable']
  const food = components['minecraft:food']
  if (!consumable || !known.has(item) || (!food && item !== 'milk_bucket')) continue
  const out = {}
  if (consumable.consume_seconds) out.ticks = Math.round(consumable.consume_seconds * 20)
  if (!food || food.can_always_eat) out.always = true
  const left = components['minecraft:use_remainder']
  if (left) out.leaves = plain(left.id)
  for (const what of consumable.on_consume_effects ?? []) {
    switch (plain(what.type)) {
      case 'apply_effects':
        out.gives = what.effects.map(({ id, duration, amplifier }) => ({ effect: plain(id), ticks: duration, amplifier: amplifier ?? 0 }))
        if (what.probability) out.chance = what.probability
        break
      case 'remove_effects': out.cures = [what.effects].flat().map(plain); break
      case 'clear_all_effects': out.cures_all = true; break
      case 'teleport_randomly': break // there is no chorus in this world
      default: throw new Error(`${item}: ${what.type}`)
    }
  }
  if (Object.keys(out).length) lines.push(`${JSON.stringify(item)}: ${JSON.stringify(out)}`)
}
fs.writeFileSync(path.join(here, 'eating.json'), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} things are eaten in a way of their own`)
