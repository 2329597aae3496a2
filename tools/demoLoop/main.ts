import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { bytesOf, openCanvas } from './canvas.ts'
import { drawScene, size } from './scene.ts'
import { makeAudio, sampleRate } from './tone.ts'
import { loopSeconds } from './time.ts'

// Makes the loop of the demo's live stream and of tests: video and audio are drawn and composed here, free of other
// people's rights. Needs ffmpeg with libx264. Its result is committed: run it after a change.

const target = new URL('../../packages/server/src/demo/media/harbour.flv', import.meta.url).pathname
const bytesMax = 500_000
const frameRate = 30
const keyFrameSeconds = 2
/** Bitrate above the limit of `bitrate_low` for this frame size. */
const videoKbps = 150
const audioKbps = 32
const frameSamples = 1_024
/** AudioSpecificConfig (ISO/IEC 14496-3): AAC-LC, 32 kHz, one channel. */
const audioConfig = Buffer.from([0x12, 0x88])

await makeLoop()

async function makeLoop(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-loop-'))
  try {
    const tags = [...(await videoTags(folder)), ...(await audioTags(folder))]
    const isHeader = ({ body }: MediaTag) => body[1] === 0
    const rank = (tag: MediaTag) => (isHeader(tag) ? -1 : tag.timestampMs)
    const file = flvFile(tags.toSorted((a, b) => rank(a) - rank(b)))
    await writeFile(target, file)
    console.log(`${target}: ${file.length.toLocaleString('en')} bytes`)
    if (file.length > bytesMax) throw new Error(`the loop is to have at most ${bytesMax} bytes`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function videoTags(folder: string): Promise<MediaTag[]> {
  const drawn = join(folder, 'drawn.mkv')
  await draw(drawn)
  const keys = keyFrameSeconds * frameRate
  const form = [
    '-an',
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-profile:v',
    'high',
    '-bf',
    '0',
    '-pix_fmt',
    'yuv420p',
  ]
  const rate = ['-b:v', `${videoKbps}k`, '-maxrate', `${videoKbps * 1.3}k`, '-bufsize', `${videoKbps * 3}k`]
  const groups = ['-g', String(keys), '-keyint_min', String(keys), '-sc_threshold', '0', '-aq-mode', '3']
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
  // The version message of x264 is useless to players.
  const plain = ['-bsf:v', 'filter_units=remove_types=6', '-passlogfile', join(folder, 'pass')]
  const made = join(folder, 'video.flv')
  for (const pass of ['1', '2']) {
    const all = [...form, ...rate, ...groups, ...colours, ...plain, '-pass', pass]
    await ffmpeg(['-i', drawn, ...all, '-f', 'flv', '-flvflags', 'no_duration_filesize', made])
  }
  // The end-of-sequence message is left out: a loop does not end.
  return readFlvFile(await readFile(made)).filter(({ kind, body }) => kind === 'video' && (body[1] ?? 2) < 2)
}

async function draw(path: string): Promise<void> {
  const canvas = openCanvas(size)
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${canvas.width}x${canvas.height}`]
  const scale = `scale=${size.width}:${size.height}:flags=area:out_color_matrix=bt709:out_range=tv`
  const output = ['-vf', scale, '-pix_fmt', 'yuv420p', '-c:v', 'ffv1', path]
  const child = start([...input, '-r', String(frameRate), '-i', '-', ...output])
  for (let frame = 0; frame < loopSeconds * frameRate; frame++) {
    drawScene(canvas, frame / frameRate)
    if (!child.stdin.write(bytesOf(canvas))) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  await ended(child)
}

/**
 * Encodes the audio three times in a row and takes the middle one: neighbouring AAC frames overlap, so that its last
 * frame overlaps with its first.
 */
async function audioTags(folder: string): Promise<MediaTag[]> {
  const path = join(folder, 'audio.aac')
  const form = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', '-']
  const child = start([...form, '-c:a', 'aac', '-b:a', `${audioKbps}k`, '-f', 'adts', path])
  const once = makeAudio()
  child.stdin.end(Buffer.concat([once, once, once]))
  await ended(child)
  const frames = adtsFrames(await readFile(path))
  const count = (loopSeconds * sampleRate) / frameSamples
  const timeOf = (frame: number) => Math.round((frame * frameSamples * 1000) / sampleRate)
  const header: MediaTag = { kind: 'audio', timestampMs: 0, body: Buffer.concat([aacHead(0), audioConfig]) }
  const middle = frames.slice(count, 2 * count)
  const bodies = middle.map((frame) => Buffer.concat([aacHead(1), frame]))
  return [header, ...bodies.map((body, at): MediaTag => ({ kind: 'audio', timestampMs: timeOf(at), body }))]
}

/** Header of an audio message (Video File Format Specification 10.1, E.4.2): AAC; type 0 is a config, 1 a frame. */
function aacHead(type: 0 | 1): Buffer {
  return Buffer.from([0xaf, type])
}

/** Frames of an ADTS stream (ISO/IEC 14496-3, 1.A.2), without their headers. */
function adtsFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let at = 0; at + 7 <= bytes.length;) {
    const length = (bytes.readUInt32BE(at + 2) >> 5) & 0x1fff
    frames.push(bytes.subarray(at + 7, at + length))
    at += length
  }
  return frames
}

/** FLV file of messages (Video File Format Specification 10.1, E.2 and E.3). */
function flvFile(tags: readonly MediaTag[]): Buffer {
  const head = Buffer.from([0x46, 0x4c, 0x56, 1, 0b101, 0, 0, 0, 9, 0, 0, 0, 0])
  return Buffer.concat([
    head,
    ...tags.flatMap(({ kind, timestampMs, body }) => {
      const [before, behind] = [Buffer.alloc(11), Buffer.alloc(4)]
      before.writeUInt8(kind === 'video' ? 9 : 8, 0)
      before.writeUIntBE(body.length, 1, 3)
      before.writeUIntBE(timestampMs & 0xff_ffff, 4, 3)
      behind.writeUInt32BE(before.length + body.length)
      return [before, body, behind]
    }),
  ])
}

function start(args: readonly string[]) {
  return spawn('ffmpeg', ['-y', '-v', 'error', ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const child = start(args)
  child.stdin.end()
  await ended(child)
}

async function ended(child: ReturnType<typeof start>): Promise<void> {
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}`)
}
