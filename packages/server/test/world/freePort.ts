import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux, macOS and Windows give out by themselves (32,768 and up), and above the known ones. */
const range = { from: 20_000, to: 32_000 }
const triesMax = 100

/**
 * A port of loopback that nobody has, for a program that takes one by its number only. It is not one of those that the
 * system gives to whoever asks for any, so that it is still free a while later. Throws when a hundred are taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = randomInt(range.from, range.to)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    // Rejects with what listening fails of.
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
