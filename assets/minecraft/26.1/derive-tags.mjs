// Derives block_tags.json from a copy of vanilla's own data pack of 26.1.
//
//   node derive-tags.mjs PACK
//
// PACK holds `data/minecraft/tags/block`. Each tag is a list of block names, tags within tags spelled out; README.md tells
// where the pack came from.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const folder = path.join(process.argv[2], 'data/minecraft/tags/block')
const plain = name => name.replace(/^minecraft:/, '')
const known = new Set(JSON.parse(fs.readFileSync(path.join(here, 'blocks.json'), 'utf8')).map(block => block.name))

function files (under) {
  return fs.readdirSync(path.join(folder, under), { withFileTypes: true }).flatMap(entry => {
    const name = path.posix.join(under, entry.name)
    if (entry.isDirectory()) return files(name)
    // `_all` is no tag of the game: whoever copied the pack put all of them into it.
    return name.endsWith('.json') && entry.name !== '_all.json' ? [name.slice(0, -'.json'.length)] : []
  })
}
function members (tag) {
  const { values } = JSON.parse(fs.readFileSync(path.join(folder, `${tag}.json`), 'utf8'))
  const all = values.map(value => typeof value === 'string' ? value : value.id)
    .flatMap(id => id.startsWith('#') ? members(plain(id.slice(1))) : [plain(id)])
  return [...new Set(all)]
}
const tags = files('').sort().map(tag => {
  const names = members(tag)
  const strange = names.filter(name => !known.has(name))
  if (strange.length > 0) throw new Error(`${tag} holds ${strange}, unknown in 26.1`)
  return `  ${JSON.stringify(tag)}: ${JSON.stringify(names)}`
})
fs.writeFileSync(path.join(here, 'block_tags.json'), `{\n${tags.join(',\n')}\n}\n`)
console.log(`${tags.length} tags`)
