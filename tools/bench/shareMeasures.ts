import { setTimeout as sleep } from 'node:timers/promises'
import { startSubject } from './processes.ts'
import type { Line } from './report.ts'

export type ShareBench = { env: Record<string, string>; publicKey: string; neighbourKey: string; seconds: number }

/** The page that the public key allows. */
export const origin = 'https://audience.example'
const heavyEveryMs = 40
const restMs = 20
const lightList = '/api/places/general/all?type=venue&limit=20&sort=-createdAt'
/** Search text that the index does not hold: the search scans the account until its time-out. */
const heavySearch = `/api/places/general/all?q=${encodeURIComponent('жж')}`

/** Measures another account's lists beside 25 heavy searches a second of one public key. */
export async function measureShares({ env, publicKey, neighbourKey, seconds }: ShareBench): Promise<Line[]> {
  const subject = await startSubject('ours', 'ours', env)
  try {
    const light = () => timed(`${subject.url}${lightList}`, { 'x-service-api-key': neighbourKey })
    await listsFor(light, 1)
    const alone = await listsFor(light, seconds)
    const heavies = { sent: 0, refused: 0 }
    const timer = setInterval(() => {
      heavies.sent += 1
      const headers = { 'x-service-api-key': publicKey, origin }
      timed(`${subject.url}${heavySearch}`, headers).catch(() => (heavies.refused += 1))
    }, heavyEveryMs)
    await sleep(2_000)
    const beside = await listsFor(light, seconds).finally(() => clearInterval(timer))
    const note =
      `alone ${figures(alone)} | beside ${figures(beside)}, ` +
      `${heavies.refused} of ${heavies.sent} heavy searches refused by then`
    const name = 'list beside 25 heavy searches/s of another account'
    return [
      { name: `${name} ÷ alone, median`, value: middle(beside) / middle(alone), unit: '', atMost: 4, aim: 2, note },
      { name: `${name}, slowest`, value: Math.max(...beside), unit: 'ms', atMost: 1_000, aim: 300, note: '' },
    ]
  } finally {
    await subject.stop()
  }
}

/** Milliseconds of one request. Throws when it is refused. */
async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const from = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - from
}

async function listsFor(light: () => Promise<number>, seconds: number): Promise<number[]> {
  const times: number[] = []
  for (const endsAt = performance.now() + seconds * 1000; performance.now() < endsAt;) {
    times.push(await light())
    await sleep(restMs)
  }
  return times
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function figures(times: readonly number[]): string {
  return `${middle(times).toFixed(1)} ms (slowest ${Math.max(...times).toFixed(0)})`
}
