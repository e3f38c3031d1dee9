// Derives legacy_blocks.json, the states of blocks by their numbers before 1.13, from minecraft-data's common/legacy.json.
//
//   node derive-legacy.mjs node_modules/minecraft-data
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const source = path.join(process.argv[2], 'minecraft-data/data/pc/common/legacy.json')
const { blocks } = JSON.parse(fs.readFileSync(source, 'utf8'))
const plain = Object.entries(blocks).map(([id, state]) => [id, state.replace(/^minecraft:/, '')])
fs.writeFileSync(path.join(here, 'legacy_blocks.json'), JSON.stringify(Object.fromEntries(plain), null, 0).replace(/,"(?=\d+:)/g, ',\n"') + '\n')
