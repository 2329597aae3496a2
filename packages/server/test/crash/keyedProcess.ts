import { world } from '#test/world/world.ts'
import { steppedPress } from './steppedPress.ts'

/** Sends one keyed request to its own server, and kills this process with SIGKILL at a step of the request. */
const { database, key, step } = JSON.parse(process.argv[2] ?? '')
const w = await world({
  database,
  products: steppedPress(async (reached) => {
    if (reached === step) process.kill(process.pid, 'SIGKILL')
  }),
})
await w.send('factory.button.press', { step: 1 }, { key, headers: { 'idempotency-key': 'one' } })
