// Writes tags.bin: every tag of Minecraft Java 26.1 that a server tells its clients, as the protocol's update_tags
// packet carries them.
//
//   npm install minecraft-data@3.117.0 && node derive-tags-packet.mjs TAGS BUILTIN
//
// TAGS is the folder `data/minecraft/tags` of vanilla's own data pack, BUILTIN the file `src/builtin.rs` of the crate
// azalea-registry 0.16.0+mc26.1, which lists the game's fixed registries in their order. README.md tells where the data
// pack came from. Form: the packet's body (a count of registries; for each its identifier and a count of tags; for each
// tag its identifier and its entries' ids), ids being places in the registry: of fixed registries in BUILTIN, of data
// registries in minecraft-data's loginPacket.json, as in registries.bin. Tags of registries that clients are not told of
// (structures, villagers' trades) are left out.
import { createRequire } from 'node:module'
import fs from 'node:fs'
import path from 'node:path'

const require = createRequire(process.cwd() + '/')
const data = require('minecraft-data')('26.1')
const [tagsFolder, builtinFile] = process.argv.slice(2)
const plain = name => name.replace(/^minecraft:/, '')

const builtin = fs.readFileSync(builtinFile, 'utf8')
function fixed (kind) {
  const body = builtin.match(new RegExp(`\\benum ${kind} \\{([^}]*)\\}`))[1]
  return [...body.matchAll(/=> "([^"]+)"/g)].map(match => plain(match[1]))
}
const registries = new Map(Object.entries({
  block: 'BlockKind', item: 'ItemKind', fluid: 'Fluid', entity_type: 'EntityKind', game_event: 'GameEvent',
  point_of_interest_type: 'PointOfInterestKind', potion: 'Potion'
}).map(([registry, kind]) => [registry, fixed(kind)]))
for (const { id, entries } of Object.values(data.loginPacket.dimensionCodec)) {
  registries.set(plain(id), entries.map(entry => plain(entry.key)))
}
// Two sources, one order.
for (const [registry, list] of [['block', data.blocksArray], ['item', data.itemsArray], ['entity_type', data.entitiesArray]]) {
  const names = [...list].sort((a, b) => a.id - b.id).map(entry => entry.name)
  if (String(names) !== String(registries.get(registry))) throw new Error(`the sources differ about ${registry}`)
}

function files (folder) {
  return fs.readdirSync(folder, { recursive: true }).map(String)
    .filter(file => file.endsWith('.json') && path.basename(file) !== '_all.json').sort()
}
function members (registry, name) {
  const file = path.join(tagsFolder, registry, name + '.json')
  return JSON.parse(fs.readFileSync(file, 'utf8')).values.flatMap(value => {
    const id = typeof value === 'string' ? value : value.id
    if (id.startsWith('#')) return members(registry, plain(id.slice(1)))
    const place = registries.get(registry).indexOf(plain(id))
    if (place < 0) throw new Error(`${registry} has no ${id} of tag ${name}`)
    return [place]
  })
}

const varint = value => value < 128 ? [value] : [value & 127 | 128, ...varint(value >>> 7)]
const text = string => [...varint(Buffer.byteLength(string)), ...Buffer.from(string)]
const told = [...registries.keys()].filter(registry => fs.existsSync(path.join(tagsFolder, registry)))
const bytes = [...varint(told.length)]
let count = 0
for (const registry of told) {
  const names = files(path.join(tagsFolder, registry)).map(file => file.slice(0, -'.json'.length).replaceAll(path.sep, '/'))
  bytes.push(...text('minecraft:' + registry), ...varint(names.length))
  for (const name of names) {
    const ids = [...new Set(members(registry, name))]
    bytes.push(...text('minecraft:' + name), ...varint(ids.length), ...ids.flatMap(varint))
  }
  console.log(registry, names.length)
  count += names.length
}
fs.writeFileSync(new URL('tags.bin', import.meta.url), Buffer.from(bytes))
console.log(`${count} tags, ${bytes.length} bytes`)
