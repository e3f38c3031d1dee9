// Derives equipping.json, where items are worn, from the components that vanilla gives its items.
//
//   node derive-equipping.mjs ITEMS
//
// ITEMS is a JSON object from item name to { components }. README.md tells where it came from. What only animals wear is
// left out.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const known = new Set(JSON.parse(fs.readFileSync(path.join(here, 'items.json'), 'utf8')).map(item => item.name))
const slots = { head: 'head', chest: 'chest', legs: 'legs', feet: 'feet', offhand: 'off_hand' }

const lines = []
for (const [item, { components }] of Object.entries(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')))) {
  const slot = slots[components['minecraft:equippable']?.slot]
  if (known.has(item) && slot) lines.push(`${JSON.stringify(item)}: ${JSON.stringify(slot)}`)
}
fs.writeFileSync(path.join(here, 'equipping.json'), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} things are worn`)
