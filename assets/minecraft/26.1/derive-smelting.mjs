// Derives smelting.json from a copy of vanilla's own data pack and a table of burn times.
//
//   node derive-smelting.mjs PACKS FUELS ITEMS
//
// PACKS is a folder of extracted data packs that hold `data/minecraft/recipe` and `data/minecraft/tags/item` (the newest
// first is enough), FUELS a JSON object from item id to ticks, ITEMS one from item name to { id } that FUELS counts by.
// README.md tells where these came from. Items that 26.1 does not have are left out.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const [packs, fuelsFile, itemsFile] = process.argv.slice(2)
const json = file => JSON.parse(fs.readFileSync(file, 'utf8'))
const plain = name => name.replace(/^minecraft:/, '')
const known = new Set(json(path.join(here, 'items.json')).map(item => item.name))

/** The first of the packs that has the file: 26.1's tags before a later version's. */
function find (file) {
  const found = fs.readdirSync(packs).sort().map(pack => path.join(packs, pack, 'data/minecraft', file)).find(fs.existsSync)
  if (!found) throw new Error(`no pack has ${file}`)
  return found
}
function tag (name) {
  return json(find(`tags/item/${plain(name)}.json`)).values.flatMap(value => {
    const id = typeof value === 'string' ? value : value.id
    return id.startsWith('#') ? tag(id.slice(1)) : [plain(id)]
  })
}
const expand = ingredient => [ingredient].flat().flatMap(one => one.startsWith('#') ? tag(one.slice(1)) : [plain(one)])

const recipes = []
for (const file of fs.readdirSync(path.dirname(find('recipe/glass.json'))).sort()) {
  const recipe = json(find(`recipe/${file}`))
  if (recipe.type !== 'minecraft:smelting') continue
  const result = plain(recipe.result.id)
  const ingredients = [...new Set(expand(recipe.ingredient))].filter(name => known.has(name)).sort()
  if (!known.has(result) || ingredients.length === 0) continue
  recipes.push({ result, ingredients, experience: recipe.experience ?? 0, ticks: recipe.cookingtime ?? 200 })
}
const nameOf = new Map(Object.entries(json(itemsFile)).map(([name, { id }]) => [id, name]))
const fuels = Object.entries(json(fuelsFile)).map(([id, ticks]) => [nameOf.get(+id), ticks])
const kept = fuels.filter(([name]) => known.has(name)).sort(([a], [b]) => a < b ? -1 : 1)
const lines = list => list.map(entry => '  ' + JSON.stringify(entry)).join(',\n')
fs.writeFileSync(path.join(here, 'smelting.json'),
  `{"recipes": [\n${lines(recipes)}\n],\n"fuels": {\n${kept.map(([name, ticks]) => `  ${JSON.stringify(name)}: ${ticks}`).join(',\n')}\n}}\n`)
console.log(`${recipes.length} recipes, ${kept.length} fuels`)
