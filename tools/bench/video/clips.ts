import { setTimeout as sleep } from 'node:timers/promises'
import type { Line } from '#tools/bench/report.ts'
import { live, wait, type BenchStream, type LivePlatform } from './livePlatform.ts'

const count = 5
/** Time for the poster and storyboard of the previous clip, which are made after it. */
const pauseMs = 4_000
const clipSeconds = 30

/** Time from the create call of a clip of 30 s to the playable clip; the slowest of five. */
export async function measureClips(on: LivePlatform, stream: BenchStream): Promise<Line[]> {
  await live(on, stream)
  const hasEnough = async () => {
    const { recording } = await on.call('stream/getStatus', { streamId: stream.id })
    return Number(Object(recording).seconds) > clipSeconds + 2 ? true : undefined
  }
  await wait('half a minute', hasEnough, 2 * clipSeconds * 1000)
  const ms: number[] = []
  for (let round = 0; round < count; round++) {
    ms.push(await clipOnce(on, stream))
    await sleep(pauseMs)
  }
  const note = ms.map((each) => each.toFixed(0)).join(', ')
  return [{ name: 'call → clip of 30 s published', value: Math.max(...ms), unit: 'ms', atMost: 1_000, aim: 500, note }]
}

async function clipOnce(on: LivePlatform, { id }: BenchStream): Promise<number> {
  const beganAt = performance.now()
  const clip = await on.call('stream/createClip', { streamId: id, lastSeconds: clipSeconds, title: 'A clip' })
  await wait('the clip', async () => {
    const { status } = await on.call(`static/get?staticId=${String(clip['id'])}`)
    return status === 'published' ? true : undefined
  })
  return performance.now() - beganAt
}
