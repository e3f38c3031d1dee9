'use strict'
// What a check needs beside its clients: steps that pass or fail a line each, and waiting for what is to become true.

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

class Steps {
  constructor () {
    this.started = Date.now()
    this.passed = 0
    this.failed = 0
  }

  log (...words) {
    console.log(((Date.now() - this.started) / 1000).toFixed(2).padStart(7), ...words)
  }

  /** Runs one step; what it returns is told, what it throws fails it, and the next one goes on. */
  async step (name, play, ms = 20000) {
    let timer
    const late = new Promise((resolve, reject) => { timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms) })
    try {
      const told = await Promise.race([play(), late])
      this.passed++
      this.log('PASS', name, told === undefined ? '' : '- ' + told)
    } catch (error) {
      this.failed++
      this.log('FAIL', name, '-', String(error.message).split('\n')[0])
    } finally {
      clearTimeout(timer)
    }
  }
}

function must (truth, otherwise) {
  if (!truth) throw new Error(otherwise)
}

/** Waits until `find` finds something true and returns it; `missing` tells what there was instead. */
async function until (find, missing, ms = 8000) {
  const end = Date.now() + ms
  for (;;) {
    const found = find()
    if (found) return found
    if (Date.now() > end) throw new Error(typeof missing === 'function' ? missing() : missing)
    await sleep(25)
  }
}

/** The value after `--name` on the command line. */
function arg (name, otherwise) {
  const at = process.argv.indexOf('--' + name)
  return at < 0 ? otherwise : process.argv[at + 1]
}

module.exports = { Steps, arg, must, sleep, until }
