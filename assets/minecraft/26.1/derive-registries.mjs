// Writes registries.bin: the data registries of Minecraft Java 26.1 as the protocol's registry_data packets carry them.
//
//   npm install minecraft-data@3.117.0 minecraft-protocol@1.68.0 && node derive-registries.mjs
//
// Source: minecraft-data (MIT, see LICENSE-minecraft-data), pc/26.1/loginPacket.json, field dimensionCodec, every entry
// with its full value. Form: for each registry a big-endian u32 length, then the packet's body (identifier, entries of
// identifier and network NBT), encoded by minecraft-protocol. An entry's place in its registry is its protocol id.
import { createRequire } from 'node:module'
import { writeFileSync } from 'node:fs'

const require = createRequire(process.cwd() + '/')
const { dimensionCodec } = require('minecraft-data')('26.1').loginPacket
const protocol = require('minecraft-protocol')

const serializer = protocol.createSerializer({ state: 'configuration', isServer: true, version: '26.1' })
const parts = []
for (const { id, entries } of Object.values(dimensionCodec)) {
  const packet = serializer.createPacketBuffer({ name: 'registry_data', params: { id, entries } })
  const body = packet.subarray(1) // without the packet's own id, one byte
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  parts.push(length, body)
}
writeFileSync(new URL('registries.bin', import.meta.url), Buffer.concat(parts))
