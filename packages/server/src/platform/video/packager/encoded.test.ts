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

type EncodeForm = {
  fps: string
  bFrames: number
  keyFrameInterval: number
  seconds: number
  audio: { rate: number; channels: number } | undefined
  partSeconds: number | undefined
}

const stereo48 = { rate: 48_000, channels: 2 }
const made: Record<string, EncodeForm> = {
  '30 a second, 48 kHz stereo': row('30', 0, { keyFrameInterval: 30 }),
  '30 a second, B-frames, 44.1 kHz mono': row('30', 2, { audio: { rate: 44_100, channels: 1 } }),
  '24 a second, B-frames, 48 kHz stereo': row('24', 2, { keyFrameInterval: 24 }),
  '25 a second, 44.1 kHz stereo': row('25', 0, { audio: { rate: 44_100, channels: 2 } }),
  '60 a second, B-frames of B-frames, 48 kHz mono': row('60', 3, { audio: { rate: 48_000, channels: 1 } }),
  '29.97 a second in the shortest parts': row('30000/1001', 0, { partSeconds: 0.2 }),
  '96 kHz, which the sample entry has no room for': row('30', 0, { audio: { rate: 96_000, channels: 2 } }),
  'no audio': row('30', 2, { audio: undefined }),
  'key frames every eight seconds': row('30', 2, { keyFrameInterval: 240, seconds: 10 }),
  'whole segments': row('25', 2, { partSeconds: undefined }),
}

function row(fps: string, bFrames: number, more: Partial<EncodeForm>): EncodeForm {
  return { fps, bFrames, keyFrameInterval: 60, seconds: 4, audio: stereo48, partSeconds: 0.334, ...more }
}

describe('media of x264 and an AAC encoder decodes the same after packaging', { skip, concurrency: 2 }, () => {
  for (const [name, form] of Object.entries(made))
    test(name, async () => {
      const flv = join(folder, `${name}.flv`)
      const mp4 = join(folder, `${name}.mp4`)
      await encode(form, flv)
      const recording = await repack(flv, form.partSeconds)
      await writeFile(mp4, bytesOf(recording))
      const [sent, kept] = await Promise.all([look(flv), look(mp4)])
      assert.equal(kept.complaints, '')
      assert.match(sent.decoded, /MD5=/)
      assert.equal(kept.decoded, sent.decoded)
      keepsTimes(sent.packets, kept.packets)
      describedAlike(kept.streams, recording)
      const audio = recording.inits[0]?.audio
      const { rate, channels } = form.audio ?? stereo48
      assert.deepEqual([audio?.sampleRate, audio?.channelCount], [rate, channels])
    })
})

test('each segment with a leading key frame plays with its init alone', { skip }, async () => {
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
    const audioStart = packets.find(({ kind }) => kind === 'audio')?.pts ?? Infinity
    assert.ok(Math.abs(audioStart - segment.mediaSeconds) < 0.07)
  }
})

async function encode({ fps, bFrames, keyFrameInterval, seconds, audio }: EncodeForm, file: string): Promise<void> {
  const testVideo = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${fps}`]
  const tone = audio === undefined ? [] : ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${audio.rate}`]
  const x264 = ['-c:v', 'libx264', '-preset', 'superfast', '-pix_fmt', 'yuv420p', '-bf', String(bFrames)]
  const keyFrames = ['-g', String(keyFrameInterval), '-sc_threshold', '0']
  const aac = audio === undefined ? [] : ['-c:a', 'aac', '-ac', String(audio.channels)]
  const head = ['-hide_banner', '-loglevel', 'error', '-y']
  await run(ffmpeg ?? '', [...head, ...testVideo, ...tone, '-t', String(seconds), ...x264, ...keyFrames, ...aac, file])
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
  /** Hash over all decoded frames, in presentation order. */
  decoded: string
  packets: Packet[]
  streams: Record<string, unknown>[]
}

async function look(file: string): Promise<Look> {
  const hash = ['-fps_mode', 'passthrough', '-f', 'streamhash', '-hash', 'md5', '-']
  const entries = 'packet=codec_type,pts_time,dts_time,size,flags:stream=codec_name,width,height,sample_rate,channels'
  const probe = ['-v', 'error', '-show_entries', entries, '-of', 'json', file]
  const [hashed, probed] = await Promise.all([
    run(ffmpeg ?? '', ['-hide_banner', '-v', 'warning', '-i', file, ...hash]),
    run(ffprobe ?? '', probe, { maxBuffer: 8 * 1_048_576 }),
  ])
  type ProbedPacket = { codec_type: Packet['kind']; pts_time: string; dts_time: string; size: string; flags: string }
  // cast: the entries that `-show_entries` names.
  const { packets, streams } = JSON.parse(probed.stdout) as { packets: ProbedPacket[]; streams: Look['streams'] }
  return {
    complaints: hashed.stderr,
    decoded: hashed.stdout.split('\n').find((line) => line.includes(',v,')) ?? '',
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

const silentBytesMax = 6

/** Asserts that video frames keep their times and audio stays within 20 ms, relative to the first video frame. */
function keepsTimes(sent: Packet[], kept: Packet[]): void {
  const of = (packets: Packet[], kind: Packet['kind']) => packets.filter((packet) => packet.kind === kind)
  const [sentVideo, keptVideo] = [of(sent, 'video'), of(kept, 'video')]
  assert.equal(keptVideo.length, sentVideo.length)
  const shift = (sentVideo[0]?.dts ?? 0) - (keptVideo[0]?.dts ?? 0)
  for (const [index, { pts, dts, size, isKeyFrame }] of sentVideo.entries()) {
    const found = keptVideo[index] ?? assert.fail()
    assert.ok(Math.abs(found.pts + shift - pts) < 0.000_1 && Math.abs(found.dts + shift - dts) < 0.000_1)
    assert.deepEqual([found.size, found.isKeyFrame], [size, isKeyFrame])
  }
  const [start = 0, end = 0] = [sentVideo[0]?.dts, sentVideo.at(-1)?.dts]
  const sentAudio = of(sent, 'audio').filter(({ pts }) => pts >= start && pts <= end)
  // Silence precedes the first frame.
  const keptAudio = of(kept, 'audio').filter(({ size }) => size > silentBytesMax)
  assert.ok(keptAudio.length >= sentAudio.length)
  for (const [index, { pts, size }] of sentAudio.entries()) {
    const found = keptAudio[index] ?? assert.fail()
    assert.equal(found.size, size)
    assert.ok(Math.abs(found.pts + shift - pts) < 0.02, `audio at ${pts} is at ${found.pts + shift}`)
  }
}

/** Asserts that ffprobe reads the same track parameters from the file as the init has. */
function describedAlike([videoStream, audioStream]: Look['streams'], { inits }: Recording): void {
  const { video, audio } = inits[0] ?? assert.fail()
  assert.deepEqual(
    [videoStream?.['codec_name'], videoStream?.['width'], videoStream?.['height']],
    ['h264', video.width, video.height],
  )
  if (audio === undefined) return assert.equal(audioStream, undefined)
  assert.deepEqual([audioStream?.['codec_name'], audioStream?.['channels']], ['aac', audio.channelCount])
  assert.equal(Number(audioStream?.['sample_rate']), audio.sampleRate)
}
