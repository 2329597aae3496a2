import type { Operation } from '#kit/nouns/operation.ts'
import type { Page } from '#kit/nouns/page.ts'
import type { App } from '#app/app.ts'
import { hostileBodies, hostileQueries } from '#test/conformance/hostileInputs.ts'

/** The longest block of the event loop by inputs of one address, and its input. */
export type Block = { of: string; what: string; ms: number }

/**
 * The longest turn of the event loop during work, in milliseconds of this thread's CPU time: other programs on the
 * machine do not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isDone = false
  const { promise: looked, resolve } = Promise.withResolvers<void>()
  let last = cpuMs()
  const look = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (isDone) resolve()
    else setImmediate(look)
  }
  setImmediate(look)
  await work().finally(() => (isDone = true))
  await looked
  return longest
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const calibrationTurns = 20

/**
 * CPU milliseconds of a turn that parses and writes 1 MiB of usual JSON: the mean of some, since the system counts the
 * time of a thread in ticks, of which a short turn may have none.
 */
export function calibrationMs(): number {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ name: `A name ${index}`, isOn: true, count: index }))
  const text = JSON.stringify(rows)
  JSON.stringify(JSON.parse(text))
  const fromMs = cpuMs()
  for (let turn = 0; turn < calibrationTurns; turn++) JSON.stringify(JSON.parse(text))
  return (cpuMs() - fromMs) / calibrationTurns
}

type Address = Pick<Operation | Page, 'id' | 'method' | 'path' | 'input'> & { bodyBytesMax?: number }

/** Sends hostile inputs to an address, each twice, since the first one may compile. Returns the longest block. */
export async function blockOf(app: App, of: Address, key: string): Promise<Block> {
  const url = of.path.replace(/\{\w+\}/g, 'x')
  const isQuery = of.method === 'GET' || of.method === 'DELETE'
  const inputs = isQuery ? hostileQueries(of.input) : hostileBodies(of.input, of.bodyBytesMax ?? 0)
  const headers = { 'x-service-api-key': key, 'content-type': 'application/json' }
  let worst: Block = { of: of.id, what: '', ms: 0 }
  for (const [what, text] of Object.entries(inputs)) {
    const target = isQuery ? { url: `${url}?${text}` } : { url, payload: text }
    const send = () => app.server.inject({ method: of.method, headers, ...target })
    await send()
    const ms = await longestTurnMs(send)
    if (ms > worst.ms) worst = { of: of.id, what, ms }
  }
  return worst
}
