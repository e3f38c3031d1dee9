'use strict'
// Two mineflayer clients play what a practice world has beyond digging and crafting: chests, a furnace, eating, death,
// every kind of click, and each other. One PASS or FAIL line a step; the exit status is the number of failures.
//
//   node wider.js --port P [--limit SECONDS]
//
// The world must have been started with `--ops flayer`: commands set the scene.
const mineflayer = require('mineflayer')
const { Vec3 } = require('vec3')
const { Steps, arg, must, sleep, until } = require('./steps')

const steps = new Steps()
const OUTSIDE = -999
const OFFHAND = 45
const HOTBAR = 36

function join (username) {
  const bot = mineflayer.createBot({ host: '127.0.0.1', port: +arg('port', 25900), username, version: '26.1', auth: 'offline' })
  bot.on('kicked', reason => steps.log(username, 'was kicked:', JSON.stringify(reason)))
  bot.on('error', error => steps.log(username, 'met an error:', error.message))
  bot.heard = []
  bot.on('message', message => bot.heard.push(message.toString()))
  // The state of the window as the server last numbered it, and what is on the cursor: for clicks that mineflayer lacks.
  bot.stateId = 0
  bot.cursor = null
  for (const name of ['window_items', 'set_slot']) bot._client.on(name, packet => { bot.stateId = packet.stateId })
  bot._client.on('window_items', packet => { bot.cursor = stack(bot, packet.carriedItem) })
  bot._client.on('set_cursor_item', packet => { bot.cursor = stack(bot, packet.contents) })
  return bot
}

function stack (bot, slot) {
  return slot && slot.itemCount > 0 ? { name: bot.registry.items[slot.itemId].name, count: slot.itemCount } : null
}

const show = item => item ? `${item.name} x${item.count}` : 'nothing'
const window = bot => bot.currentWindow || bot.inventory
const inSlot = (bot, slot) => window(bot).slots[slot]
const count = (bot, name) => bot.inventory.slots.filter(item => item?.name === name).reduce((sum, item) => sum + item.count, 0)
const all = bot => window(bot).slots.map((item, slot) => item && `${slot}: ${show(item)}`).filter(Boolean).join(', ') || 'nothing'

async function main () {
  const flayer = join('flayer')
  await until(() => flayer.entity && flayer.health > 0, 'flayer never spawned', 30000)
  await flayer.waitForChunksToLoad()
  const mate = join('mate')
  await until(() => mate.entity && mate.health > 0, 'mate never spawned', 30000)
  await mate.waitForChunksToLoad()

  /** Lets the server do something, and waits until it shows. */
  const command = (text, shows, ms) => { flayer.chat('/' + text); return until(shows, `nothing came of /${text}; heard ${flayer.heard.slice(-2).join(' | ')}`, ms) }
  const give = async (name, number, bot = flayer) => {
    const before = count(bot, name)
    await command(`give ${bot.username} minecraft:${name} ${number}`, () => count(bot, name) === before + number)
  }
  const clear = (bot = flayer) => command(`clear ${bot.username}`, () => bot.inventory.items().length === 0 && !bot.inventory.slots[OFFHAND])
  const block = (at, bot = flayer) => bot.blockAt(at)?.name
  const setblock = (at, name) => command(`setblock ${at.x} ${at.y} ${at.z} minecraft:${name}`, () => block(at) === name.split('[')[0])
  const tp = async (bot, at) => {
    let moved = false
    bot.once('forcedMove', () => { moved = true })
    const [x, y, z] = [at.x, at.y, at.z].map(part => part.toFixed(3)) // whole numbers would mean a block's middle
    await command(`tp ${bot.username} ${x} ${y} ${z}`, () => moved && bot.entity.position.distanceTo(at) < 0.6)
  }
  /** A click that mineflayer does not know. It claims an empty cursor and no change: what is otherwise the server tells. */
  const click = (slot, button, mode, bot = flayer) => {
    bot.cursor = null
    bot._client.write('window_click', {
      windowId: window(bot).id, stateId: bot.stateId, slot, mouseButton: button, mode, changedSlots: [], cursorItem: undefined
    })
  }
  const holds = (slot, name, number, bot = flayer) => until(
    () => name ? inSlot(bot, slot)?.name === name && inSlot(bot, slot).count === number : !inSlot(bot, slot),
    () => `slot ${slot} should hold ${name ? `${name} x${number}` : 'nothing'}; there are ${all(bot)}; cursor ${show(bot.cursor)}`)
  const cursorHolds = (name, number, bot = flayer) => until(
    () => name ? bot.cursor?.name === name && bot.cursor.count === number : !bot.cursor,
    () => `the cursor should hold ${name ? `${name} x${number}` : 'nothing'}, not ${show(bot.cursor)}; there are ${all(bot)}`)
  /** Puts an item into the hand with the hotbar alone, so that no slot moves. */
  const take = (bot, name) => { const slot = bot.inventory.slots.findIndex((item, at) => at >= HOTBAR && at < OFFHAND && item?.name === name); must(slot >= 0, `no ${name} in the hotbar: ${all(bot)}`); bot.setQuickBarSlot(slot - HOTBAR) }
  /** Eats what is in the hand; fails if mineflayer thinks it is over before the server has said so. */
  const meal = async () => {
    let over = false
    const hear = packet => { over ||= packet.entityId === flayer.entity.id && packet.entityStatus === 9 }
    flayer._client.on('entity_status', hear)
    try {
      await flayer.consume()
    } finally {
      flayer._client.off('entity_status', hear)
    }
    must(over, 'the promise came before the end of the meal')
  }
  const step = async (name, play, ms) => {
    await steps.step(name, play, ms)
    // Whatever became of it, the next one finds no window open.
    for (const bot of [flayer, mate]) if (bot.currentWindow) bot.closeWindow(bot.currentWindow)
  }

  let base
  await step('a stage is set with commands', async () => {
    const p = flayer.entity.position.floored()
    base = p.offset(0, 0, 0)
    const [x, y, z] = [p.x, p.y, p.z]
    flayer.chat(`/fill ${x - 7} ${y} ${z - 7} ${x + 7} ${y + 6} ${z + 7} minecraft:air`)
    await command(`fill ${x - 7} ${y - 1} ${z - 7} ${x + 7} ${y - 1} ${z + 7} minecraft:stone`, () => block(p.offset(7, -1, 7)) === 'stone' && block(p.offset(-7, -1, -7)) === 'stone', 30000)
    await tp(flayer, base.offset(0.5, 0, 0.5))
    await tp(mate, base.offset(3.5, 0, 0.5))
    await clear()
    return `around ${base}`
  }, 60000)

  await step('a chest takes things in and gives them back', async () => {
    const at = base.offset(0, 0, 2)
    await setblock(at, 'chest')
    await give('cobblestone', 20)
    let chest = await flayer.openContainer(flayer.blockAt(at))
    must(chest.inventoryStart === 27, `a chest of ${chest.inventoryStart} slots`)
    await chest.deposit(flayer.registry.itemsByName.cobblestone.id, null, 12)
    await holds(0, 'cobblestone', 12)
    chest.close()
    await sleep(300)
    must(count(flayer, 'cobblestone') === 8, `${count(flayer, 'cobblestone')} left in hand`)
    chest = await flayer.openContainer(flayer.blockAt(at))
    must(inSlot(flayer, 0)?.count === 12, `after reopening: ${all(flayer)}`)
    await chest.withdraw(flayer.registry.itemsByName.cobblestone.id, null, 5)
    await flayer._syncWindow(chest)
    chest.close()
    await until(() => count(flayer, 'cobblestone') === 13, () => `${count(flayer, 'cobblestone')} after taking 5`)
  })

  await step('shift-clicks go into the chest and out of it', async () => {
    const at = base.offset(0, 0, 2)
    await flayer.openContainer(flayer.blockAt(at))
    const from = flayer.currentWindow.slots.findIndex((item, slot) => slot >= 27 && item?.name === 'cobblestone')
    click(from, 0, 1)
    await holds(0, 'cobblestone', 20)
    await holds(from, null)
    click(0, 0, 1)
    await holds(0, null)
    flayer.currentWindow.close()
    await until(() => count(flayer, 'cobblestone') === 20, () => `${count(flayer, 'cobblestone')} came back`)
  })

  await step('two chests side by side are one of 54', async () => {
    await clear()
    await give('chest', 2)
    take(flayer, 'chest')
    const at = base.offset(-2, 0, 2)
    await tp(flayer, base.offset(-2, 0, 0)) // looks the same way at both
    for (const x of [0, -1]) {
      await flayer.placeBlock(flayer.blockAt(at.offset(x, -1, 0)), new Vec3(0, 1, 0))
      await until(() => block(at.offset(x, 0, 0)) === 'chest', 'no chest stands there')
    }
    const types = () => [0, -1].map(x => flayer.blockAt(at.offset(x, 0, 0)).getProperties().type).sort().join()
    await until(() => types() === 'left,right', () => `their halves are ${types()}`)
    await give('dirt', 3)
    const chest = await flayer.openContainer(flayer.blockAt(at))
    must(chest.inventoryStart === 54, `a chest of ${chest.inventoryStart} slots`)
    const from = chest.slots.findIndex((item, slot) => slot >= 54 && item?.name === 'dirt')
    await flayer.clickWindow(from, 0, 0)
    await flayer.clickWindow(50, 0, 0)
    await holds(50, 'dirt', 3)
    chest.close()
    await sleep(300)
    const again = await flayer.openContainer(flayer.blockAt(at.offset(-1, 0, 0)))
    must(inSlot(flayer, 50)?.name === 'dirt', `from the other half: ${all(flayer)}`)
    again.close()
  })

  await step('a furnace smelts and shows how far it is', async () => {
    await clear()
    const at = base.offset(2, 0, 2)
    await setblock(at, 'furnace')
    await give('raw_iron', 2)
    await give('coal', 1)
    const gauges = []
    const gauge = packet => { gauges[packet.property] = packet.value }
    flayer._client.on('craft_progress_bar', gauge)
    const furnace = await flayer.openFurnace(flayer.blockAt(at))
    await furnace.putInput(flayer.registry.itemsByName.raw_iron.id, null, 2)
    await furnace.putFuel(flayer.registry.itemsByName.coal.id, null, 1)
    await until(() => gauges[0] > 0 && gauges[1] === 1600 && gauges[2] > 0 && gauges[3] === 200, () => `the gauges are ${gauges}`)
    await until(() => flayer.blockAt(at).getProperties().lit === true, 'the furnace is not lit')
    await until(() => inSlot(flayer, 2)?.count === 2, () => `the furnace has ${all(flayer)}`, 40000)
    flayer._client.off('craft_progress_bar', gauge)
    const experience = flayer.experience.points
    await furnace.takeOutput()
    furnace.close()
    await until(() => count(flayer, 'iron_ingot') === 2, () => `have ${all(flayer)}`)
    await until(() => flayer.experience.points > experience, 'no experience came of it')
    return `experience ${flayer.experience.points}`
  }, 60000)

  await step('a drag with the left button shares out evenly', async () => {
    await clear()
    await give('cobblestone', 10)
    await flayer.clickWindow(HOTBAR, 0, 0)
    click(OUTSIDE, 0, 5)
    for (const slot of [9, 10, 11]) click(slot, 1, 5)
    click(OUTSIDE, 2, 5)
    for (const slot of [9, 10, 11]) await holds(slot, 'cobblestone', 3)
    await cursorHolds('cobblestone', 1)
    click(9, 0, 0)
    await holds(9, 'cobblestone', 4)
    await cursorHolds(null)
  })

  await step('a drag with the right button leaves one in each', async () => {
    click(9, 0, 0)
    await cursorHolds('cobblestone', 4)
    click(OUTSIDE, 4, 5)
    for (const slot of [18, 19]) click(slot, 5, 5)
    click(OUTSIDE, 6, 5)
    for (const slot of [18, 19]) await holds(slot, 'cobblestone', 1)
    await cursorHolds('cobblestone', 2)
  })

  await step('a double-click gathers all of a kind', async () => {
    click(9, 0, 0) // the first of the two puts the cursor's down, the second takes it up again
    await holds(9, 'cobblestone', 2)
    click(9, 0, 0)
    click(9, 0, 6)
    await cursorHolds('cobblestone', 10)
    for (const slot of [9, 10, 11, 18, 19]) await holds(slot, null)
    click(HOTBAR, 0, 0)
    await holds(HOTBAR, 'cobblestone', 10)
    await cursorHolds(null)
  })

  await step('the right button takes half and puts one', async () => {
    click(HOTBAR, 1, 0)
    await holds(HOTBAR, 'cobblestone', 5)
    await cursorHolds('cobblestone', 5)
    click(20, 1, 0)
    await holds(20, 'cobblestone', 1)
    click(HOTBAR, 0, 0)
    await holds(HOTBAR, 'cobblestone', 9)
    await cursorHolds(null)
  })

  await step('number keys swap with the hotbar', async () => {
    await give('stick', 3) // goes into the hotbar's second place
    await holds(HOTBAR + 1, 'stick', 3)
    click(20, 1, 2)
    await holds(20, 'stick', 3)
    await holds(HOTBAR + 1, 'cobblestone', 1)
    click(20, 8, 2)
    await holds(20, null)
    await holds(HOTBAR + 8, 'stick', 3)
  })

  await step('the off hand is swapped in the window and by its key', async () => {
    click(HOTBAR + 8, 40, 2)
    await holds(OFFHAND, 'stick', 3)
    await holds(HOTBAR + 8, null)
    flayer.setQuickBarSlot(0)
    flayer._client.write('block_dig', { status: 6, location: new Vec3(0, 0, 0), face: 0, sequence: 0 })
    await holds(HOTBAR, 'stick', 3)
    await holds(OFFHAND, 'cobblestone', 9)
  })

  await step('shift-clicks go between pack and hotbar, armour to its place', async () => {
    await clear()
    await give('cobblestone', 7)
    click(HOTBAR, 0, 1)
    await holds(9, 'cobblestone', 7)
    click(9, 0, 1)
    await holds(HOTBAR, 'cobblestone', 7)
    await give('iron_helmet', 1)
    click(HOTBAR + 1, 0, 1)
    await holds(5, 'iron_helmet', 1)
    await holds(HOTBAR + 1, null)
  })

  await step('a thrown stack lies on the ground and comes back', async () => {
    click(HOTBAR, 1, 4) // the drop key with Ctrl, over a slot
    await holds(HOTBAR, null)
    const lying = await until(() => Object.values(flayer.entities).find(entity => entity.name === 'item'), 'nothing lies there')
    await sleep(500)
    await tp(flayer, lying.position.offset(0, 0.1, 0))
    await until(() => count(flayer, 'cobblestone') === 7, () => `have ${all(flayer)}`, 8000)
    await tp(flayer, base.offset(0.5, 0, 0.5))
  })

  await step('the hungry eat', async () => {
    await clear()
    await command('effect give flayer minecraft:hunger 30 255', () => flayer.food < 18, 30000)
    flayer.chat('/effect clear flayer')
    await give('bread', 2)
    take(flayer, 'bread')
    await sleep(500)
    const before = flayer.food
    await flayer.look(0, 0.5, true)
    // mineflayer takes the server's word that the meal is over, and just as well any word of another stack in the hand.
    const fed = new Promise(resolve => flayer.once('health', resolve))
    const changed = new Promise(resolve => flayer.once('heldItemChanged', resolve))
    await meal()
    await Promise.all([fed, changed])
    must(flayer.food === Math.min(20, before + 5), `food ${before}, then ${flayer.food}`)
    must(count(flayer, 'bread') === 1, `${count(flayer, 'bread')} bread left`)
    return `food ${before} to ${flayer.food}`
  }, 60000)

  await step('damage shows', async () => {
    const before = flayer.health
    await command('damage flayer 4', () => flayer.health === before - 4)
    return `health ${before} to ${flayer.health}`
  })

  await step('a golden apple pads the hearts', async () => {
    await clear()
    await give('golden_apple', 1)
    take(flayer, 'golden_apple')
    await meal()
    const padding = () => flayer.entity.metadata[17]
    await until(() => padding() === 4, () => `absorption ${padding()}`)
    const { Absorption } = flayer.registry.effectsByName
    must(flayer.entity.effects[Absorption.id], `the effects are ${JSON.stringify(flayer.entity.effects)}`)
    await command('damage flayer 3', () => padding() === 1)
    await command('effect clear flayer', () => padding() === 0 && !flayer.entity.effects[Absorption.id])
  })

  await step('the own grid is empty once its window is closed', async () => {
    await clear()
    await give('oak_log', 2)
    click(HOTBAR, 0, 0)
    await cursorHolds('oak_log', 2)
    click(1, 0, 0)
    await holds(1, 'oak_log', 2)
    await holds(0, 'oak_planks', 4)
    flayer._client.write('close_window', { windowId: 0 })
    await holds(HOTBAR, 'oak_log', 2)
    await holds(1, null)
    await holds(0, null)
  })

  await step('the dead drop what they had and come back whole', async () => {
    await clear()
    await give('cobblestone', 5)
    const died = new Promise(resolve => flayer.once('death', resolve))
    const seen = new Promise(resolve => mate.once('entityDead', resolve))
    mate.heard = []
    flayer.chat('/kill flayer')
    await died
    await seen
    await until(() => flayer.health === 20, () => `health ${flayer.health}`)
    await until(() => flayer.inventory.items().length === 0, () => `still have ${all(flayer)}`)
    await until(() => Object.values(mate.entities).some(entity => entity.name === 'item'), 'nothing was dropped')
    await until(() => mate.heard.some(line => line.startsWith('flayer ')), () => `mate heard ${mate.heard.join(' | ')}`)
    await until(() => mate.players.flayer?.entity, 'mate does not see the new body')
    return mate.heard.find(line => line.startsWith('flayer '))
  })

  await step('each has the other in the player list, with mode and latency', async () => {
    for (const [bot, other] of [[flayer, 'mate'], [mate, 'flayer']]) {
      const listed = bot.players[other]
      must(listed && listed.gamemode === 0 && listed.ping >= 0 && listed.ping < 5000, `${bot.username} has ${JSON.stringify(listed && { mode: listed.gamemode, ping: listed.ping })}`)
    }
    const expected = require('crypto').createHash('md5').update('OfflinePlayer:mate').digest()
    expected[6] = expected[6] & 15 | 0x30
    expected[8] = expected[8] & 63 | 0x80
    must(flayer.players.mate.uuid.replaceAll('-', '') === expected.toString('hex'), `mate's id is ${flayer.players.mate.uuid}`)
  })

  await step('one walks and the other sees it', async () => {
    await tp(flayer, base.offset(0.5, 0, 0.5))
    await tp(mate, base.offset(3.5, 0, 0.5))
    await until(() => flayer.players.mate.entity?.position.distanceTo(mate.entity.position) < 0.3, 'flayer sees no mate where mate is')
    await mate.lookAt(mate.entity.position.offset(0, 1.6, -4), true)
    mate.setControlState('forward', true)
    await until(() => mate.entity.position.z < base.z - 2, () => `mate stands at ${mate.entity.position}`)
    mate.clearControlStates()
    await sleep(400)
    const seen = flayer.players.mate.entity
    await until(() => seen.position.distanceTo(mate.entity.position) < 0.1, () => `flayer sees mate at ${seen.position}, mate is at ${mate.entity.position}`)
    const turn = Math.abs(seen.yaw - mate.entity.yaw) % (2 * Math.PI)
    must(Math.min(turn, 2 * Math.PI - turn) < 0.1, `flayer sees a yaw of ${seen.yaw}, mate has ${mate.entity.yaw}`)
  })

  await step('one sneaks and swings and the other sees it', async () => {
    const crouched = new Promise(resolve => flayer.once('entityCrouch', resolve))
    mate.setControlState('sneak', true)
    must((await crouched).username === 'mate', 'somebody else crouched')
    const up = new Promise(resolve => flayer.once('entityUncrouch', resolve))
    mate.setControlState('sneak', false)
    await up
    const swung = new Promise(resolve => flayer.once('entitySwingArm', resolve))
    mate.swingArm('right')
    must((await swung).username === 'mate', 'somebody else swung')
  })

  await step('one holds and wears things and the other sees them', async () => {
    await clear(mate)
    await give('iron_sword', 1, mate)
    take(mate, 'iron_sword')
    const seen = flayer.players.mate.entity
    await until(() => seen.equipment[0]?.name === 'iron_sword', () => `flayer sees ${show(seen.equipment[0])} in mate's hand`)
    await give('iron_chestplate', 1, mate)
    await sleep(100)
    click(HOTBAR + 1, 0, 1, mate)
    await until(() => seen.equipment.some(item => item?.name === 'iron_chestplate'), 'flayer sees no chestplate on mate')
  })

  await step('one places and digs and the other sees it, cracks too', async () => {
    await clear(mate)
    await give('dirt', 1, mate)
    take(mate, 'dirt')
    const at = mate.entity.position.floored().offset(2, 0, 0)
    await mate.placeBlock(mate.blockAt(at.offset(0, -1, 0)), new Vec3(0, 1, 0))
    await until(() => block(at) === 'dirt', () => `flayer sees ${block(at)}`)
    let cracks = 0
    const crack = (cracked, stage, who) => { if (cracked.position.equals(at) && who?.username === 'mate') cracks = Math.max(cracks, stage) }
    flayer.on('blockBreakProgressObserved', crack)
    await mate.dig(mate.blockAt(at), true)
    await until(() => block(at) === 'air', () => `flayer still sees ${block(at)}`)
    flayer.off('blockBreakProgressObserved', crack)
    must(cracks > 0, 'no cracks were seen')
    await until(() => count(mate, 'dirt') === 1, 'the dirt did not come back', 6000).catch(async () => {
      const lying = Object.values(mate.entities).find(entity => entity.name === 'item' && entity.getDroppedItem()?.name === 'dirt')
      await tp(mate, lying.position)
      await until(() => count(mate, 'dirt') === 1, 'the dirt did not come back')
    })
    return `cracks up to ${cracks}`
  })

  await step('they talk to each other', async () => {
    for (const [speaker, listener] of [[flayer, mate], [mate, flayer]]) {
      const heard = []
      const listen = (who, words) => heard.push(`${who}: ${words}`)
      listener.on('chat', listen)
      speaker.chat(`this is ${speaker.username}`)
      await until(() => heard.includes(`${speaker.username}: this is ${speaker.username}`), () => `heard ${heard}`)
      listener.off('chat', listen)
    }
  })

  await step('a slash is completed', async () => {
    const matches = await flayer.tabComplete('/', true, false)
    must(matches.length > 0, 'no command offered')
    return matches.map(match => match.match ?? match).join(' ')
  })

  await step('what both clients show is what the server has', async () => {
    for (const bot of [flayer, mate]) {
      const shown = all(bot)
      await bot._syncWindow(bot.inventory)
      await sleep(300)
      must(all(bot) === shown, `${bot.username} showed ${shown}; the server has ${all(bot)}`)
    }
  })

  await step('one leaves and the other sees it', async () => {
    const left = new Promise(resolve => flayer.once('playerLeft', resolve))
    mate.quit()
    must((await left).username === 'mate', 'somebody else left')
    await until(() => !Object.values(flayer.entities).some(entity => entity.username === 'mate'), 'the body is still there')
  })

  steps.log(`${steps.passed} of ${steps.passed + steps.failed} steps passed`)
  flayer.quit()
  setTimeout(() => process.exit(steps.failed), 300)
}

setTimeout(() => { steps.log(`FAIL not through after ${arg('limit', 240)} s`); process.exit(99) }, +arg('limit', 240) * 1000)
main().catch(error => { steps.log('FAIL', error.stack); process.exit(98) })
