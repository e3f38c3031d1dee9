// Derives map_colors.json: one colour a block, as it is seen from above. How to run it is in README-map-colors.md.
import { createRequire } from 'node:module'
import fs from 'node:fs'
import path from 'node:path'

const VERSION = '26.1'
const require = createRequire(path.join(process.cwd(), 'package.json'))
const { PNG } = require('pngjs')
const data = require('minecraft-data')(VERSION)
const root = path.join(path.dirname(require.resolve('minecraft-assets')), 'minecraft-assets', 'data', VERSION)
const states = JSON.parse(fs.readFileSync(path.join(root, 'blocks_states.json')))
const models = JSON.parse(fs.readFileSync(path.join(root, 'blocks_models.json')))

const bare = (name) => name.replace(/^minecraft:/, '').replace(/^blocks?\//, '')
const rgb = (number) => [(number >> 16) & 255, (number >> 8) & 255, number & 255]

// --- tints -----------------------------------------------------------------------------------------------------------
// Grass and foliage of the plains (temperature 0.8, downfall 0.4), read from the colour maps as the game does:
// minecraft-data's list has 0 for most biomes in this version.
function biomeTint (map) {
  const png = PNG.sync.read(fs.readFileSync(path.join(root, 'colormap', `${map}.png`)))
  const x = Math.floor((1 - 0.8) * 255)
  const y = Math.floor((1 - 0.4 * 0.8) * 255)
  return [...png.data.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 3)]
}
const grass = biomeTint('grass')
const foliage = biomeTint('foliage')
const water = rgb(data.tints.water.data.find((entry) => entry.keys.includes('plains')).color)
const constant = new Map(data.tints.constant.data.flatMap((entry) => entry.keys.map((key) => [key, rgb(entry.color)])))

function tintOf (name) {
  if (constant.has(name)) return constant.get(name)
  if (/water|bubble_column/.test(name)) return water
  if (/^(oak|jungle|acacia|dark_oak|mangrove)_leaves$|^vine$/.test(name)) return foliage
  if (name === 'redstone_wire') return rgb(data.tints.redstone.data[0].color)
  return grass
}

// --- from a block to the texture of its top ----------------------------------------------------------------------------
function firstModel (name) {
  const state = states[name]
  if (!state) return null
  const first = (entry) => bare((Array.isArray(entry) ? entry[0] : entry).model)
  if (state.multipart) return first(state.multipart[0].apply)
  // The plain variant: no snow on it, upright where it can lie (a log seen from above shows its end).
  const keys = Object.keys(state.variants)
  const score = (key) => (/snowy=true|axis=[xz]|half=(upper|top)|lit=true|part=head/.test(key) ? 1 : 0)
  keys.sort((a, b) => score(a) - score(b))
  return first(state.variants[keys[0]])
}

function chain (name) {
  const list = []
  for (let model = models[name]; model; model = model.parent && models[bare(model.parent)]) list.push(model)
  return list
}

function topFace (name) {
  const list = chain(name)
  const textures = Object.assign({}, ...list.map((model) => model.textures ?? {}).reverse())
  const resolve = (value) => {
    for (let hops = 0; value && hops < 8; hops++) {
      const texture = typeof value === 'object' ? value.sprite ?? value.texture : value
      if (!texture?.startsWith('#')) return texture && bare(texture)
      value = textures[texture.slice(1)]
    }
  }
  const elements = list.find((model) => model.elements)?.elements ?? []
  const ups = elements.filter((element) => element.faces?.up)
  ups.sort((a, b) => b.to[1] - a.to[1] || area(b) - area(a))
  const face = ups[0]?.faces.up ?? Object.values(elements[0]?.faces ?? {})[0]
  const texture = resolve(face?.texture) ??
    ['all', 'top', 'end', 'cross', 'plant', 'crop', 'texture', 'particle'].map((key) => resolve(textures[key])).find(Boolean)
  return { texture, tinted: face?.tintindex !== undefined }
}
const area = (element) => (element.to[0] - element.from[0]) * (element.to[2] - element.from[2])

// --- averages ----------------------------------------------------------------------------------------------------------
function average (texture) {
  const file = path.join(root, 'blocks', `${texture}.png`)
  if (!fs.existsSync(file)) return null
  const png = PNG.sync.read(fs.readFileSync(file))
  const size = Math.min(png.width, png.height) // the first frame of an animated texture
  const sum = [0, 0, 0]
  let weight = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = (y * png.width + x) * 4
      const alpha = png.data[at + 3]
      // Squares: close to adding light, so that dark lines between bricks do not swallow the bricks.
      for (let c = 0; c < 3; c++) sum[c] += png.data[at + c] ** 2 * alpha
      weight += alpha
    }
  }
  return weight > 0 ? sum.map((value) => Math.sqrt(value / weight)) : null
}

// Neither model nor texture of their own (drawn by code, from entity textures): coloured as what they are made of.
const LIKE = [
  [/^(lava)$/, () => average('lava_still')],
  [/^(water|bubble_column)$/, () => tint(average('water_still'), water)],
  [/^(white|orange|magenta|light_blue|yellow|lime|pink|gray|light_gray|cyan|purple|blue|brown|green|red|black)_(bed|banner|wall_banner|shulker_box|carpet)$/,
    (m) => average(`${m[1]}_wool`)],
  [/^(.+?)(_wall)?(_hanging)?_sign$/, (m) => average(`${m[1]}_planks`)],
  [/copper_(chest|golem_statue)$/, () => average('copper_block')],
  [/chest$/, () => average('oak_planks')],
  [/(head|skull)$/, () => average('bone_block_side')],
  [/^conduit$/, () => average('prismarine')],
  [/^decorated_pot$/, () => average('terracotta')],
  [/^end_(portal|gateway)$/, () => [16, 8, 28]],
]
const tint = (color, by) => color && color.map((value, c) => (value * by[c]) / 255)

// Vanilla's own base map colours, for whatever is left: by material.
const BASE = {
  plant: [0, 124, 0], wood: [143, 119, 72], rock: [112, 112, 112], dirt: [151, 109, 77], wool: [199, 199, 199],
  leaves: [0, 124, 0], 'mineable/pickaxe': [112, 112, 112], 'mineable/axe': [143, 119, 72],
  'mineable/shovel': [151, 109, 77], 'mineable/hoe': [0, 124, 0],
}

const colors = {}
const fallbacks = []
for (const block of data.blocksArray) {
  const name = block.name
  if (/^(air|cave_air|void_air|structure_void|barrier|light|moving_piston)$/.test(name)) continue
  let color = null
  const model = firstModel(name)
  const like = LIKE.find(([pattern]) => pattern.test(name))
  if (like) color = like[1](name.match(like[0]))
  if (!color && model) {
    const { texture, tinted } = topFace(model)
    color = texture && average(texture)
    if (color && tinted) color = tint(color, tintOf(name))
  }
  if (!color) {
    color = BASE[(block.material ?? '').split(';')[0]] ?? [112, 112, 112]
    fallbacks.push(name)
  }
  colors[name] = color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')
}
const lines = Object.entries(colors).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hex]) => `  ${JSON.stringify(name)}: "${hex}"`)
fs.writeFileSync(path.join(import.meta.dirname, 'map_colors.json'), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} blocks; by material: ${fallbacks.join(' ') || 'none'}`)
