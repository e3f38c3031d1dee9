// Derives the facts beside this file from the npm package minecraft-data.
//
//   npm install minecraft-data@3.117.0 && node derive.mjs node_modules/minecraft-data
//
// README.md tells what is taken over, what is put right, and from which fact.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = process.argv[2] ?? 'node_modules/minecraft-data'
const read = (version, file) =>
  JSON.parse(fs.readFileSync(path.join(root, 'minecraft-data/data/pc', version, `${file}.json`), 'utf8'))

const rawItems = read('26.1', 'items')
const rawBlocks = read('26.1', 'blocks')
const rawRecipes = read('26.1', 'recipes')
const rawMaterials = read('26.1', 'materials')
const rawFoods = read('26.1', 'foods')
const itemName = new Map(rawItems.map(item => [item.id, item.name]))
const isItem = new Set(rawItems.map(item => item.name))

// --- names that changed between 1.20 (the newest block loot there is) and 26.1
const RENAMED = { grass: 'short_grass', chain: 'iron_chain' }
const renamed = name => RENAMED[name] ?? name
const loot = new Map(read('1.20', 'blockLoot').map(entry => [renamed(entry.block), entry.drops]))

// --- counts of the plain drop where 1.20's range is that of an enchanted or stateful case (vanilla loot tables)
const COUNTS = {
  copper_ore: { raw_copper: [2, 5] }, deepslate_copper_ore: { raw_copper: [2, 5] },
  lapis_ore: { lapis_lazuli: [4, 9] }, deepslate_lapis_ore: { lapis_lazuli: [4, 9] },
  redstone_ore: { redstone: [4, 5] }, deepslate_redstone_ore: { redstone: [4, 5] },
  nether_gold_ore: { gold_nugget: [2, 6] },
  glowstone: { glowstone_dust: [2, 4] }, sea_lantern: { prismarine_crystals: [2, 3] },
  melon: { melon_slice: [3, 7] }, clay: { clay_ball: [4, 4] }, bookshelf: { book: [3, 3] },
  snow_block: { snowball: [4, 4] }, ender_chest: { obsidian: [8, 8] }, campfire: { charcoal: [2, 2] },
  amethyst_cluster: { amethyst_shard: [2, 2] }, creaking_heart: { resin_clump: [1, 3] },
  chorus_plant: { chorus_fruit: [0, 1] }
}
// --- chances of the plain drop where it is not certain
const CHANCES = {
  gravel: { gravel: 0.9 }, gilded_blackstone: { gilded_blackstone: 0.9 },
  short_grass: { wheat_seeds: 0.125 }, twisting_vines: { twisting_vines: 0.33 },
  cherry_leaves: { cherry_sapling: 0.05 }
}
// --- plain drops beside those that 26.1's blocks.json names: [item, min, max, chance]
const leaves = (sapling, chance, apple) => [
  ...(sapling ? [[sapling, 1, 1, chance]] : []), ['stick', 1, 2, 0.02], ...(apple ? [['apple', 1, 1, 0.005]] : [])
]
const EXTRA = {
  gravel: [['flint', 1, 1, 0.1]],
  gilded_blackstone: [['gold_nugget', 2, 5, 0.1]],
  oak_leaves: leaves('oak_sapling', 0.05, true), dark_oak_leaves: leaves('dark_oak_sapling', 0.05, true),
  spruce_leaves: leaves('spruce_sapling', 0.05), birch_leaves: leaves('birch_sapling', 0.05),
  jungle_leaves: leaves('jungle_sapling', 0.025), acacia_leaves: leaves('acacia_sapling', 0.05),
  cherry_leaves: leaves(null), pale_oak_leaves: leaves('pale_oak_sapling', 0.05), mangrove_leaves: leaves(null),
  azalea_leaves: leaves('azalea', 0.05), flowering_azalea_leaves: leaves('flowering_azalea', 0.05),
  tall_grass: [['wheat_seeds', 1, 1, 0.125]], fern: [['wheat_seeds', 1, 1, 0.125]],
  large_fern: [['wheat_seeds', 1, 1, 0.125]],
  short_dry_grass: [], tall_dry_grass: [],
  dead_bush: [['stick', 0, 2, 1]],
  brown_mushroom_block: [['brown_mushroom', 0, 2, 0.22]], red_mushroom_block: [['red_mushroom', 0, 2, 0.22]],
  snow: [['snowball', 1, 1, 1]],
  mangrove_propagule: [['mangrove_propagule', 1, 1, 1]], chorus_flower: [['chorus_flower', 1, 1, 1]],
  weeping_vines: [['weeping_vines', 1, 1, 0.33]], weeping_vines_plant: [['weeping_vines', 1, 1, 0.33]],
  twisting_vines_plant: [['twisting_vines', 1, 1, 0.33]],
  resin_clump: [['resin_clump', 1, 1, 1]]
}
for (const block of rawBlocks) if (block.name.endsWith('_bed')) EXTRA[block.name] = [[block.name, 1, 1, 1]]
// --- what only shears (or Silk Touch, which 1.20's list leaves unsaid) take: block -> [item, count]
const SHEARS = {
  short_grass: ['short_grass', 1], tall_grass: ['short_grass', 2], fern: ['fern', 1], large_fern: ['fern', 2],
  dead_bush: ['dead_bush', 1], bush: ['bush', 1], short_dry_grass: ['short_dry_grass', 1],
  tall_dry_grass: ['tall_dry_grass', 1], cobweb: ['cobweb', 1], seagrass: ['seagrass', 1], tall_seagrass: ['seagrass', 2],
  vine: ['vine', 1], glow_lichen: ['glow_lichen', 1], nether_sprouts: ['nether_sprouts', 1],
  hanging_roots: ['hanging_roots', 1], small_dripleaf: ['small_dripleaf', 1], pale_hanging_moss: ['pale_hanging_moss', 1],
  weeping_vines: ['weeping_vines', 1], weeping_vines_plant: ['weeping_vines', 1],
  twisting_vines: ['twisting_vines', 1], twisting_vines_plant: ['twisting_vines', 1]
}
for (const block of rawBlocks) if (block.name.endsWith('_leaves')) SHEARS[block.name] = [block.name, 1]

function dropsOf (block) {
  const drops = []
  const add = (item, min, max, chance, silk, shears) => {
    if (!isItem.has(item)) throw new Error(`${block.name} drops ${item}, which is no item of 26.1`)
    if (drops.some(drop => drop.item === item && drop.silk_touch === silk)) return
    const drop = { item, min, max, chance }
    if (silk !== undefined) drop.silk_touch = silk
    if (shears) drop.shears = true
    drops.push(drop)
  }
  const from120 = loot.get(block.name) ?? []
  const silkItems = from120.filter(drop => drop.silkTouch).map(drop => renamed(drop.item))
  const shears = SHEARS[block.name]
  // A drop that gives way to another under Silk Touch (or shears) is marked as coming only without it.
  const plainSilk = silkItems.length > 0 || shears ? false : undefined
  for (const id of block.drops ?? []) {
    const item = itemName.get(id)
    if (!item || item === 'air') continue
    const [min, max] = COUNTS[block.name]?.[item] ?? [1, 1]
    add(item, min, max, CHANCES[block.name]?.[item] ?? 1, plainSilk)
  }
  for (const [item, min, max, chance] of EXTRA[block.name] ?? []) add(item, min, max, chance, plainSilk)
  for (const item of silkItems) add(item, 1, 1, 1, true)
  if (shears) add(shears[0], shears[1], shears[1], 1, true, true)
  return drops
}

// --- blocks.json calls every block with a tier `incorrect_for_wooden_tool` and so loses which tool is quick on it: the
// harvest tools tell (all of them pickaxes; the crafter, which needs none, is a pickaxe's in the game too).
function materialOf (block) {
  if (block.material !== 'incorrect_for_wooden_tool') return block.material
  const kinds = new Set(Object.keys(block.harvestTools ?? {}).map(id => itemName.get(Number(id)).split('_').pop()))
  if (kinds.size > 1) throw new Error(`${block.name}: harvest tools of several kinds`)
  return `mineable/${[...kinds][0] ?? 'pickaxe'}`
}

const blocks = rawBlocks.map(block => {
  const out = {
    id: block.id, name: block.name, display_name: block.displayName,
    hardness: block.hardness === null || block.hardness < 0 ? null : block.hardness,
    material: materialOf(block), min_state: block.minStateId, max_state: block.maxStateId, default_state: block.defaultState,
    solid: block.boundingBox === 'block', transparent: block.transparent,
    emit_light: block.emitLight, filter_light: block.filterLight,
    properties: block.states.map(state => ({
      name: state.name, values: state.type === 'bool' ? ['true', 'false'] : state.values.map(String)
    })),
    drops: dropsOf(block)
  }
  if (block.harvestTools) out.harvest_tools = Object.keys(block.harvestTools).map(Number)
  const states = out.properties.reduce((product, property) => product * property.values.length, 1)
  if (states !== out.max_state - out.min_state + 1) throw new Error(`${block.name}: ${states} states do not fill its range`)
  return out
})

const items = rawItems.map(item => ({
  id: item.id, name: item.name, display_name: item.displayName, stack_size: item.stackSize,
  ...(item.maxDurability ? { durability: item.maxDurability } : {})
}))

const recipes = Object.values(rawRecipes).flat().map(recipe => {
  const head = { result: itemName.get(recipe.result.id), count: recipe.result.count }
  if (recipe.ingredients) return { ...head, shapeless: recipe.ingredients.map(id => itemName.get(id)) }
  return {
    ...head, width: recipe.inShape[0].length,
    cells: recipe.inShape.flat().map(id => (id === null ? null : itemName.get(id)))
  }
})

const speeds = {}
for (const [material, tools] of Object.entries(rawMaterials)) {
  if (material.startsWith('incorrect_for_')) continue // the tiers, told by harvest_tools
  speeds[material] = {}
  for (const [id, speed] of Object.entries(tools)) {
    const tool = itemName.get(Number(id))
    // A sword's rule for bamboo is the largest float: it breaks at once.
    speeds[material][tool] = material === 'sword_instantly_mines' ? 1e9 : speed
  }
}

// minecraft-data lists whatever has a food component. Fish in buckets have one and are no food: what is eaten also has a
// consumable component, which they lack. It does not tell of that one, so they go by name.
const foods = rawFoods.filter(food => !food.name.endsWith('_bucket')).map(food => ({ name: food.name, points: food.foodPoints, saturation: food.saturation }))

const lines = list => `[\n${list.map(entry => JSON.stringify(entry)).join(',\n')}\n]\n`
const write = (file, text) => fs.writeFileSync(path.join(here, file), text)
write('items.json', lines(items))
write('blocks.json', lines(blocks))
write('recipes.json', lines(recipes))
write('foods.json', lines(foods))
write('tool_speeds.json', `${JSON.stringify(speeds, null, 1)}\n`)
console.log(`${items.length} items, ${blocks.length} blocks, ${recipes.length} recipes, ${foods.length} foods`)
