import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import { findProgram, lacks } from '#test/world/program.ts'
import { checkMedia, recordMedia, type Recording } from '#test/video/recordedMedia.ts'

const run = promisify(execFile)
const [ffmpeg, ffprobe] = [findProgram('ffmpeg'), findProgram('ffprobe')]
const skip = lacks('ffmpeg', 'ffprobe')
const folder = await mkdtemp(join(tmpdir(), 'fairground-packager-'))
after(() => rm(folder, { recursive: true }))

type Made = {
  fps: string
  bFrames: number
  keyFrameInterval: number
  seconds: number
  sound: { rate: number; channels: number } | undefined
  partSeconds: number | undefined
}

const stereo48 = { rate: 48_000, channels: 2 }
const made: Record<string, Made> = {
  '30 a second, 48 kHz stereo': row('30', 0, { keyFrameInterval: 30 }),
  '30 a second, B-frames, 44.1 kHz mono': row('30', 2, { sound: { rate: 44_100, channels: 1 } }),
  '24 a second, B-frames, 48 kHz stereo': row('24', 2, { keyFrameInterval: 24 }),
  '25 a second, 44.1 kHz stereo': row('25', 0, { sound: { rate: 44_100, channels: 2 } }),
  '60 a second, B-frames of B-frames, 48 kHz mono': row('60', 3, { sound: { rate: 48_000, channels: 1 } }),
  '29.97 a second in the shortest parts': row('30000/1001', 0, { partSeconds: 0.2 }),
  '96 kHz, which the sample entry has no room for': row('30', 0, { sound: { rate: 96_000, channels: 2 } }),
  'no audio': row('30', 2, { sound: undefined }),
  'key frames every eight seconds': row('30', 2, { keyFrameInterval: 240, seconds: 10 }),
  'whole segments': row('25', 2, { partSeconds: undefined }),
}

function row(fps: string, bFrames: number, more: Partial<Made>): Made {
  return { fps, bFrames, keyFrameInterval: 60, seconds: 4, sound: stereo48, partSeconds: 0.334, ...more }
}

describe('what x264 and an AAC encoder make is played as it was', { skip, concurrency: 2 }, () => {
  for (const [name, wanted] of Object.entries(made))
    test(name, async () => {
      const flv = join(folder, `${name}.flv`)
      const mp4 = join(folder, `${name}.mp4`)
      await encode(wanted, flv)
      const recording = await repack(flv, wanted.partSeconds)
      await writeFile(mp4, bytesOf(recording))
      const [sent, kept] = await Promise.all([look(flv), look(mp4)])
      assert.equal(kept.complaints, '')
      assert.match(sent.pictures, /MD5=/)
      assert.equal(kept.pictures, sent.pictures)
      keepsTimes(sent.packets, kept.packets)
      describedAlike(kept.streams, recording)
      const init = recording.inits[0]
      assert.deepEqual(
        [init?.audio?.sampleRate, init?.audio?.channelCount],
        [wanted.sound?.rate, wanted.sound?.channels],
      )
    })
})

test('every segment that begins with a key frame is played behind its init alone', { skip }, async () => {
  const flv = join(folder, 'single.flv')
  await encode(row('30', 2, { keyFrameInterval: 30, seconds: 4 }), flv)
  const { inits, segments } = await repack(flv, 0.334)
  assert.equal(segments.length, 4)
  for (const { segment, parts } of segments) {
    const file = join(folder, `single-${segment.number}.mp4`)
    await writeFile(file, Buffer.concat([inits[0]?.data ?? assert.fail(), ...parts.map(({ data }) => data)]))
    const { complaints, packets } = await look(file)
    assert.equal(complaints, '')
    assert.equal(packets.filter(({ kind }) => kind === 'video').length, 30)
    const soundStart = packets.find(({ kind }) => kind === 'audio')?.pts ?? Infinity
    assert.ok(Math.abs(soundStart - segment.mediaSeconds) < 0.07)
  }
})

async function encode({ fps, bFrames, keyFrameInterval, seconds, sound }: Made, file: string): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${fps}`]
  const tone = sound === undefined ? [] : ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${sound.rate}`]
  const x264 = ['-c:v', 'libx264', '-preset', 'superfast', '-pix_fmt', 'yuv420p', '-bf', String(bFrames)]
  const keyFrames = ['-g', String(keyFrameInterval), '-sc_threshold', '0']
  const aac = sound === undefined ? [] : ['-c:a', 'aac', '-ac', String(sound.channels)]
  const head = ['-hide_banner', '-loglevel', 'error', '-y']
  await run(ffmpeg ?? '', [...head, ...picture, ...tone, '-t', String(seconds), ...x264, ...keyFrames, ...aac, file])
}

async function repack(flv: string, partSeconds: number | undefined): Promise<Recording> {
  const recording = recordMedia({ partSeconds, segmentSecondsMin: partSeconds === undefined ? 1.9 : 0.9 })
  recording.packager.begin()
  recording.send(readFlvFile(await readFile(flv)))
  recording.packager.flush()
  checkMedia(recording)
  assert.deepEqual([recording.inits.length, recording.refusals], [1, []])
  return recording
}

function bytesOf({ inits, parts }: Recording): Buffer {
  return Buffer.concat([inits[0]?.data ?? assert.fail(), ...parts.map(({ data }) => data)])
}

type Packet = { kind: 'video' | 'audio'; pts: number; dts: number; size: number; isKeyFrame: boolean }
type Look = {
  /** Errors and warnings of decoding all of it. */
  complaints: string
  /** A hash over all decoded pictures, in the order in which they are shown. */
  pictures: string
  packets: Packet[]
  streams: Record<string, unknown>[]
}

async function look(file: string): Promise<Look> {
  const hash = ['-fps_mode', 'passthrough', '-f', 'streamhash', '-hash', 'md5', '-']
  const entries = 'packet=codec_type,pts_time,dts_time,size,flags:stream=codec_name,width,height,sample_rate,channels'
  const probe = ['-v', 'error', '-show_entries', entries, '-of', 'json', file]
  const [decoded, probed] = await Promise.all([
    run(ffmpeg ?? '', ['-hide_banner', '-v', 'warning', '-i', file, ...hash]),
    run(ffprobe ?? '', probe, { maxBuffer: 8 * 1_048_576 }),
  ])
  type Shown = { codec_type: Packet['kind']; pts_time: string; dts_time: string; size: string; flags: string }
  // cast: the entries that were asked for.
  const { packets, streams } = JSON.parse(probed.stdout) as { packets: Shown[]; streams: Look['streams'] }
  return {
    complaints: decoded.stderr,
    pictures: decoded.stdout.split('\n').find((line) => line.includes(',v,')) ?? '',
    packets: packets.map(({ codec_type: kind, pts_time: pts, dts_time: dts, size, flags }) => ({
      kind,
      pts: Number(pts),
      dts: Number(dts),
      size: Number(size),
      isKeyFrame: flags.startsWith('K'),
    })),
    streams,
  }
}

/** Every picture at its time, and sound within 20 ms of it, measured by the pictures. */
function keepsTimes(sent: Packet[], kept: Packet[]): void {
  const of = (packets: Packet[], kind: Packet['kind']) => packets.filter((packet) => packet.kind === kind)
  const [pictures, keptPictures] = [of(sent, 'video'), of(kept, 'video')]
  assert.equal(keptPictures.length, pictures.length)
  const shift = (pictures[0]?.dts ?? 0) - (keptPictures[0]?.dts ?? 0)
  for (const [index, { pts, dts, size, isKeyFrame }] of pictures.entries()) {
    const found = keptPictures[index] ?? assert.fail()
    assert.ok(Math.abs(found.pts + shift - pts) < 0.000_1 && Math.abs(found.dts + shift - dts) < 0.000_1)
    assert.deepEqual([found.size, found.isKeyFrame], [size, isKeyFrame])
  }
  const [start = 0, end = 0] = [pictures[0]?.dts, pictures.at(-1)?.dts]
  const sounds = of(sent, 'audio').filter(({ pts }) => pts >= start && pts <= end)
  const keptSounds = of(kept, 'audio')
  assert.ok(keptSounds.length >= sounds.length)
  for (const [index, { pts, size }] of sounds.entries()) {
    const found = keptSounds[index] ?? assert.fail()
    assert.equal(found.size, size)
    assert.ok(Math.abs(found.pts + shift - pts) < 0.02, `sound at ${pts} is at ${found.pts + shift}`)
  }
}

/** What another reader of the file says of its tracks is what the init says. */
function describedAlike([picture, sound]: Look['streams'], { inits }: Recording): void {
  const { video, audio } = inits[0] ?? assert.fail()
  assert.deepEqual(
    [picture?.['codec_name'], picture?.['width'], picture?.['height']],
    ['h264', video.width, video.height],
  )
  if (audio === undefined) return assert.equal(sound, undefined)
  assert.deepEqual([sound?.['codec_name'], sound?.['channels']], ['aac', audio.channelCount])
  assert.equal(Number(sound?.['sample_rate']), audio.sampleRate)
}
