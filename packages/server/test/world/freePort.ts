import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Range below the ports that Linux, macOS and Windows assign themselves (32,768 and up), and above the known ones. */
const range = { from: 20_000, to: 32_000 }
const triesMax = 100

/**
 * A free port of loopback, for a program that needs a number. It lies outside the range of ports that the system
 * assigns, so it stays free for a while. Throws when a hundred are used.
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
    // Rejects with the error of `listen`.
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
