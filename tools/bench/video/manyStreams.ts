import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds, memoryOf } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'
import type { EncodedLoop } from './encodedLoop.ts'
import { live, wait, type LivePlatform } from './livePlatform.ts'

const accountCount = 2
/** Largest number of live streams of one account. */
const perAccount = 10
const count = accountCount * perAccount
/** Time until the segments in memory have reached their number. */
const warmUpSeconds = 20
const seconds = 15
const mebibyte = 1024 * 1024

/** Cost of twenty recorded streams by copy in the server's process. */
export async function measureManyStreams(on: LivePlatform, loop: EncodedLoop): Promise<Line[]> {
  const before = memoryOf(on.pid).rssBytes
  const accounts = [on, ...(await Promise.all(Array.from({ length: accountCount - 1 }, () => on.another())))]
  const all = accounts.flatMap((account) => Array.from({ length: perAccount }, () => account))
  const streams = await Promise.all(
    all.map(async (account) => ({ account, stream: await account.stream({ latencyMode: 'low' }) })),
  )
  const encoders = streams.map(({ stream }) => loop.publish(on, stream.publishUrl))
  try {
    await Promise.all(streams.map(({ account, stream }) => live(account, stream)))
    await sleep(warmUpSeconds * 1000)
    const cpuBefore = cpuSeconds(on.pid)
    await sleep(seconds * 1000)
    const share = (cpuSeconds(on.pid) - cpuBefore) / seconds
    const sessions = await on.figure('fairground_live_sessions')
    if (sessions !== count) throw new Error(`${sessions} of ${count} streams are live`)
    const mediaMebibytes = (await on.figure('fairground_live_media_bytes')) / count / mebibyte
    const growth = (memoryOf(on.pid).rssBytes - before) / count / mebibyte
    const note = `${((100 * share) / count).toFixed(2)} % each, recorded`
    await Promise.all(encoders.map((each) => each.stop()))
    await Promise.all(streams.map(({ account, stream }) => endStream(account, stream.id)))
    return [
      { name: '20 streams 720p, CPU of a core', value: 100 * share, unit: '%', atMost: 25, aim: 15, note },
      { name: 'media in memory, a stream', value: mediaMebibytes, unit: 'MiB', atMost: 8, aim: 6, note: '' },
      { name: 'growth of RSS, a stream', value: growth, unit: 'MiB', note: 'with all that the process grew by' },
    ]
  } finally {
    await Promise.all(encoders.map((each) => each.stop()))
  }
}

/** Ends a stream, so that it costs nothing in the next measurement. */
export async function endStream(on: LivePlatform, streamId: string): Promise<void> {
  await on.update('stream/update', { streamId, action: 'end' })
  await wait('the end', async () => {
    const { isLive } = await on.call(`stream/get?streamId=${streamId}`)
    return isLive === false ? true : undefined
  })
}
