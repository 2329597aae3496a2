import type { App } from '#app/app.ts'
import { operatorCaller } from '#app/operatorCall.ts'
import { Problem, reasons } from '#kit/call/problem.ts'
import { openPush } from '#platform/video/rtmp/rtmpPush.ts'
import { findDemoAccount } from './demo.ts'
import { readLoop } from './demoLoop.ts'
import { feedLoop } from './loopFeed.ts'
import { pierStream } from './videoData.ts'

/** Running live demo. `watchPath` is the path of its watch page. */
export type LiveDemo = { watchPath: string; stop(): Promise<void> }

/**
 * Publishes the loop to the demo's stream, like an encoder on this machine, until it is stopped. Call it when the RTMP
 * listener runs. Undefined without a listener, or when the stream was deleted.
 */
export async function goLive(app: App): Promise<LiveDemo | undefined> {
  const url = app.live.engine.localRtmpUrl()
  const stream = await openStream(app)
  if (url === undefined || stream === undefined) return undefined
  const { streamKey, watchPath } = stream
  const loop = await readLoop()
  let stopFeed: (() => void) | undefined
  const push = openPush({
    url,
    streamKey,
    rules: { allowPrivate: true },
    onState(state, error) {
      if (error !== undefined) app.kernel.log.warn('the demo is not live', { error })
      // The first frame is a key frame, which would be lost before the connection is accepted.
      if (state === 'live') stopFeed ??= feedLoop(loop, { send: push.tag, nowMs: () => performance.now() })
    },
  })
  return {
    watchPath,
    async stop() {
      stopFeed?.()
      await push.stop()
    },
  }
}

/** Opens the demo's stream with a new key, because only the hash of the last one is stored. */
async function openStream(app: App): Promise<{ streamKey: string; watchPath: string } | undefined> {
  const account = await findDemoAccount(app)
  if (account === undefined) return undefined
  const call = operatorCaller(app, 'demo')
  try {
    const { id } = await call(account, 'livestream.stream.get', { clientReference: `demo:${pierStream.reference}` })
    const rotated = await call(account, 'livestream.stream.update', { streamId: id, action: 'rotateKey' })
    const { streamKey } = Object(rotated['ingest'])
    const { playbackId } = Object(rotated['playback'])
    return { streamKey: String(streamKey), watchPath: `/watch/${playbackId}` }
  } catch (error) {
    if (error instanceof Problem && error.reason === reasons.notFound.reason) return undefined
    throw error
  }
}
