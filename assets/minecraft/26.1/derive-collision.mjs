// Derives collision.json from the npm package minecraft-data.
//
//   npm install minecraft-data@3.117.0 && node derive-collision.mjs node_modules/minecraft-data
//
// `shapes`: lists of boxes [x1, y1, z1, x2, y2, z2] in sixteenths of a block, each shape once. `blocks`: which shape each
// state of a block has, a number where all are the same; blocks that agree in all states share an entry.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = process.argv[2] ?? 'node_modules/minecraft-data'
const raw = JSON.parse(fs.readFileSync(path.join(root, 'minecraft-data/data/pc/26.1/blockCollisionShapes.json'), 'utf8'))
const known = JSON.parse(fs.readFileSync(path.join(here, 'blocks.json'), 'utf8'))

// The game moves these two sideways by their place in the world; minecraft-data has them as they are at one place. Here
// they stand in the middle: blocks to add to x and z.
const CENTER = { bamboo: 0.25, pointed_dripstone: 0.125 }

const shapes = []
const numbers = new Map()
function number (boxes) {
  const text = JSON.stringify(boxes)
  if (!numbers.has(text)) numbers.set(text, shapes.push(text) - 1)
  return numbers.get(text)
}
const groups = new Map()
for (const block of known) {
  const shift = CENTER[block.name] ?? 0
  const states = [raw.blocks[block.name]].flat().map(shape => number(raw.shapes[shape].map(box =>
    box.map((edge, i) => (edge + (i % 3 === 1 ? 0 : shift)) * 16))))
  const count = block.max_state - block.min_state + 1
  if (states.length !== 1 && states.length !== count) throw new Error(`${block.name}: ${states.length} shapes`)
  const all = new Set(states).size === 1 ? states[0] : states
  const key = JSON.stringify(all)
  if (!groups.has(key)) groups.set(key, [])
  groups.get(key).push(block.name)
}
const lines = list => list.map(entry => '  ' + entry).join(',\n')
const blocks = [...groups].map(([states, names]) => `{"names": ${JSON.stringify(names)}, "states": ${states}}`)
fs.writeFileSync(path.join(here, 'collision.json'), `{"shapes": [\n${lines(shapes)}\n],\n"blocks": [\n${lines(blocks)}\n]}\n`)
console.log(`${known.length} blocks in ${blocks.length} groups, ${shapes.length} shapes`)
