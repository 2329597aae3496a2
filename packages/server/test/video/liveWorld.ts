import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { findProgram, lacks } from '#test/world/program.ts'
import { objectOf, world, type Json, type Output, type World, type WorldOptions } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'

/** World with an HTTP listener at `url` and an RTMP listener. */
export type LiveWorld = World & {
  url: string
  /** Creates a stream. */
  stream(draft?: Json): Promise<LiveStream>
  /** The replay of a stream, once it is published. */
  replay(streamId: string): Promise<Output<'livestream.static.all'>['items'][number]>
  /** Publishes with ffmpeg to the stream of a key. */
  publish(key: string, options?: EncoderOptions): Encoder
}
export type LiveStream = { id: string; playbackId: string; key: string }

export type EncoderOptions = {
  seconds?: number
  width?: number
  height?: number
  /** Publishes by RTMPS. */
  isSecure?: boolean
  /** Further output options of ffmpeg. */
  more?: readonly string[]
}

/** ffmpeg that publishes a stream. */
export type Encoder = {
  child: ChildProcess
  /** Last 20,000 characters of the standard error. */
  stderr(): string
  /** Ends the process by SIGINT, so that it closes the stream. */
  stop(): Promise<void>
  /** Ends the process by SIGKILL; the stream stays unclosed. */
  kill(): Promise<void>
  ended: Promise<unknown>
}

/** Reason to skip tests that publish; false where ffmpeg is installed. */
export const noEncoder = lacks('ffmpeg')

/** Opens a world with an RTMP listener, with its background work running. */
export async function liveWorld(options: WorldOptions = {}): Promise<LiveWorld> {
  const w = await world({ ...options, isIngesting: true, isWorking: true })
  await w.app.server.listen({ host: '127.0.0.1', port: 0 })
  const address = w.app.server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await w.app.live.start(port)
  const encoders = new Set<Encoder>()
  return {
    ...w,
    url: `http://127.0.0.1:${port}`,
    async stream(draft = {}) {
      const made = await w.call('livestream.stream.create', { title: 'A try', ...draft })
      const key = String(objectOf(made.ingest)['streamKey'])
      return { id: String(made.id), playbackId: String(objectOf(made.playback)['playbackId']), key }
    },
    async replay(parentStreamId) {
      const { items } = await until(
        () => w.call('livestream.static.all', { source: 'recording', parentStreamId }),
        (found) => found.items[0]?.status === 'published',
      )
      return items[0] ?? assert.fail('the list has no replay')
    },
    publish(key, how) {
      const { rtmpUrl, rtmpsUrl } = w.app.live.engine.ingest()
      const server = how?.isSecure === true ? rtmpsUrl : rtmpUrl
      const encoder = encode(`${server?.replace('fairground.test', '127.0.0.1')}/${key}`, how)
      encoders.add(encoder)
      return encoder
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...encoders].map((each) => each.kill()))
      await w[Symbol.asyncDispose]()
    },
  }
}

/** Frames per second of a published test video, and frames from one key frame to the next. */
export const publishedFps = 15

/** Publishes a test video and a tone in real time, with a key frame per second. */
export function encode(url: string, options: EncoderOptions = {}): Encoder {
  const { seconds = 60, width = 320, height = 180, more = [] } = options
  const videoInput = ['-re', '-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${publishedFps}`]
  const audioInput = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p']
  const keys = ['-g', String(publishedFps), '-keyint_min', String(publishedFps), '-sc_threshold', '0']
  const audio = ['-c:a', 'aac', '-b:a', '64k']
  const output = ['-t', String(seconds), ...more, '-f', 'flv', url]
  const args = [
    '-hide_banner',
    '-nostdin',
    '-loglevel',
    'warning',
    ...videoInput,
    ...audioInput,
    ...video,
    ...keys,
    ...audio,
  ]
  const child = spawn(findProgram('ffmpeg') ?? '', [...args, ...output], { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr.on('data', (bytes: Buffer) => (text = (text + String(bytes)).slice(-20_000)))
  const ended = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { child, stderr: () => text, stop: () => end('SIGINT'), kill: () => end('SIGKILL'), ended }
}
