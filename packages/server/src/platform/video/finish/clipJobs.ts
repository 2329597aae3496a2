import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { videoName } from '#platform/video/asset/assetNames.ts'
import { deliver } from './assetDelivery.ts'
import { FinishFailed } from './finishFailed.ts'
import type { Clip, ClipOrder } from './finisher.ts'
import { unmixAudio } from './mixedAudio.ts'
import type { ThreadMade } from './threadMessages.ts'
import { transcode } from './transcode.ts'
import { inFolder, runIn, sourceOf, type Workshop } from './workshop.ts'

const timeoutMs = 60_000
const exactBytesMax = 4 * 1024 ** 3

/** Cuts a clip by copy. */
export function cutClip(shop: Workshop, order: ClipOrder): Promise<Clip> {
  return inFolder(shop, async (own) => {
    const made = await copy(shop, order, own)
    const { title, signal } = order
    await unmixAudio(shop, made, { folder: own, party: await shop.partyOf(order.target), title, signal })
    return clipOf(made, made.range?.fromSeconds ?? order.fromSeconds, await deliver(shop.files, own, order.target))
  })
}

/** Cuts a slightly longer clip by copy, and encodes the requested range again. */
export function cutExactClip(shop: Workshop, order: ClipOrder): Promise<Clip> {
  return inFolder(shop, async (own) => {
    const { ffmpeg, clips, files } = shop
    const { signal } = order
    if (ffmpeg === undefined) throw new FinishFailed('ffmpeg_missing', 'Exact clips need ffmpeg on the server.')
    const [rough, exact] = [join(own, 'rough'), join(own, 'exact')]
    await mkdir(rough)
    await mkdir(exact)
    const copied = await copy(shop, order, rough)
    const fromSeconds = Math.max(0, order.fromSeconds - (copied.range?.fromSeconds ?? 0))
    const durationSeconds = order.toSeconds - order.fromSeconds
    const toPath = join(own, 'exact.mp4')
    await transcode(ffmpeg, {
      party: await shop.partyOf(order.target),
      fromPath: join(rough, videoName),
      toPath,
      bytesMax: exactBytesMax,
      signal,
      need: { refused: '', demuxer: 'mov', isVideoFine: false, isAudioFine: false, durationSeconds },
      cut: { fromSeconds, durationSeconds },
    })
    const { size: byteCount } = await stat(toPath)
    const startsAtMs = (copied.range?.startsAtMs ?? 0) + fromSeconds * 1000
    const encoded = [{ path: toPath, byteCount, startsAtMs }]
    const job = { kind: 'import' as const, files: encoded, folder: exact, title: order.title }
    const made = await runIn(clips, { party: await shop.partyOf(order.target), job, timeoutMs, signal })
    return clipOf(made, order.fromSeconds, await deliver(files, exact, order.target))
  })
}

async function copy(shop: Workshop, order: ClipOrder, folder: string): Promise<ThreadMade> {
  const { fromSeconds, toSeconds, title, signal } = order
  const { index, source } = await sourceOf(shop.files, order.source)
  const job = { kind: 'clip' as const, index, fromSeconds, toSeconds, folder, title }
  return runIn(shop.clips, { party: await shop.partyOf(order.target), job, source, timeoutMs, signal })
}

function clipOf({ facts, range }: ThreadMade, fromSeconds: number, byteCount: number): Clip {
  const toSeconds = range?.toSeconds ?? fromSeconds + facts.durationSeconds
  return { ...facts, fromSeconds, toSeconds, byteCount }
}
