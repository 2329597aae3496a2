import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { installMegabytes, startFromNothing, startPlatform } from './startup.ts'
import type { Line } from './report.ts'

const megabyte = 1024 * 1024
const firstPort = 20_000 + (process.pid % 20_000)

/** Start times, idle memory and the size of an installation. */
export async function measureStart(address: SocketAddress, key: string, masterKey: Buffer): Promise<Line[]> {
  const host = encodeURIComponent(address.host)
  const url = `postgresql://${address.user}@${host}:${address.port}/${address.database}`
  const env = { DATABASE_URL: url, MASTER_KEY: masterKey.toString('base64') }
  const warm = []
  for (let round = 0; round < 6; round++) {
    const started = await startPlatform(firstPort + round, env, key)
    await started.stop()
    // The first start is not counted: it reads the code from disk and compiles it.
    if (round > 0) warm.push(started)
  }
  const times = warm.map((each) => each.ms)
  const nothing = []
  for (let round = 0; round < 3; round++) nothing.push(await startFromNothing(firstPort + 10 + round))
  const idle = middle(warm.map((each) => each.rssBytes)) / megabyte
  return [
    {
      name: 'start, database up',
      value: middle(times),
      unit: 'ms',
      atMost: 500,
      aim: 300,
      note: times.map((ms) => ms.toFixed(0)).join(', '),
    },
    { name: 'start from nothing', value: middle(nothing), unit: 'ms', atMost: 4000, aim: 2500, note: '' },
    { name: 'idle RSS without PostgreSQL', value: idle, unit: 'MB', atMost: 110, aim: 90, note: '' },
    {
      name: 'install without the Node runtime',
      value: await installMegabytes(),
      unit: 'MB',
      atMost: 188,
      aim: 150,
      note: '',
    },
  ]
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
