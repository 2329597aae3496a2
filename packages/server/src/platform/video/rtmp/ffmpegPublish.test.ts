import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { makeCertificate } from '#test/world/certificate.ts'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import { freePort } from '#test/world/freePort.ts'
import { goodKey, ingestWorld } from '#test/video/ingestWorld.ts'
import { until } from '#test/world/until.ts'
import { findProgram, lackOf, lacks } from '#test/world/program.ts'
import { type OpenPush, Simulcast } from '#platform/video/live/simulcastPushes.ts'
import { openPush } from './rtmpPush.ts'

const ffmpeg = findProgram('ffmpeg')
/** Bound of a hang: far longer than ffmpeg takes on a busy machine. */
const programTimeoutMs = 60_000

/** Runs ffmpeg to its end and returns its stderr. */
async function run(...options: string[]): Promise<string> {
  const program = spawn(ffmpeg ?? '', ['-hide_banner', '-nostdin', '-loglevel', 'warning', '-y', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: programTimeoutMs,
  })
  let output = ''
  program.stderr.on('data', (bytes: Buffer) => (output += String(bytes)))
  await once(program, 'close')
  return output
}

describe('ffmpeg', { skip: lacks('ffmpeg') }, () => {
  let folder: string
  let file: string
  let tags: MediaTag[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairground-rtmp-'))
    file = join(folder, 'made.flv')
    const video = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=30', '-pix_fmt', 'yuv420p', '-c:v', 'libx264']
    const audio = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-c:a', 'aac']
    await run(
      ...video.slice(0, 4),
      ...audio.slice(0, 4),
      '-t',
      '2.5',
      ...video.slice(4),
      '-g',
      '30',
      ...audio.slice(4),
      file,
    )
    tags = readFlvFile(await readFile(file))
    assert.ok(tags.filter(({ kind }) => kind === 'video').length >= 76)
  })
  after(() => rm(folder, { recursive: true }))

  const publish = (url: string, ...before: string[]) => run(...before, '-i', file, '-c', 'copy', '-f', 'flv', url)

  test('publishes: every tag arrives unchanged', async () => {
    await using w = await ingestWorld()
    const output = await publish(`rtmp://127.0.0.1:${w.port}/live/${goodKey}?from=ffmpeg`)
    await until(() => w.published[0]?.ends.length === 1)
    const arrived = w.published[0]?.tags ?? []
    checkStart(arrived)
    assert.deepEqual(bodiesOf(arrived), bodiesOf(tags))
    assert.deepEqual([w.published[0]?.ends, w.requests[0]?.app, w.requests[0]?.key], [['unpublished'], 'live', goodKey])
    assert.doesNotMatch(output, /error/i)
  })

  test('publishes over TLS', async (t) => {
    const tls = await makeCertificate()
    if (tls === undefined) return t.skip(lackOf('openssl'))
    await using w = await ingestWorld({ tls })
    await publish(`rtmps://127.0.0.1:${w.port}/live/${goodKey}`)
    await until(() => w.published[0]?.ends.length === 1)
    assert.deepEqual(bodiesOf(w.published[0]?.tags ?? []), bodiesOf(tags))
    assert.equal(w.requests[0]?.protocol, 'rtmps')
    // Plain RTMP to the TLS port is refused.
    await publish(`rtmp://127.0.0.1:${w.port}/live/${goodKey}`)
    assert.equal(w.requests.length, 1)
  })

  test('displays why it is refused, and why it is dropped', async () => {
    await using w = await ingestWorld()
    assert.match(await publish(`rtmp://127.0.0.1:${w.port}/live/wrong`), /There is no stream with this key\./)
    // The loop keeps ffmpeg publishing until it is dropped.
    const dropped = publish(`rtmp://127.0.0.1:${w.port}/live/${goodKey}`, '-re', '-stream_loop', '-1')
    await until(() => (w.published[0]?.tags.length ?? 0) > 10)
    w.published[0]?.request.connection.drop('The stream key was changed.')
    assert.match(await dropped, /The stream key was changed\./)
  })

  test('receives the status that streams are not played', async () => {
    await using w = await ingestWorld()
    const output = await run('-i', `rtmp://127.0.0.1:${w.port}/live/${goodKey}`, '-f', 'null', '-')
    assert.match(output, /does not play them/)
  })

  /** Pushes tags to an ffmpeg that listens; returns the tags that it stores. */
  async function received(name: string, sent: readonly MediaTag[]): Promise<MediaTag[]> {
    const port = await freePort()
    const target = join(folder, `${name}.flv`)
    const listener = run('-listen', '1', '-i', `rtmp://127.0.0.1:${port}/live/there`, '-c', 'copy', target)
    const ended = Promise.withResolvers<void>()
    const openLocalPush: OpenPush = ({ serverUrl: url, streamKey }, onState) => {
      const limits = { backOff: { delaysMs: [50], jitterShare: 0.25 }, lingerTimeoutMs: programTimeoutMs }
      const push = openPush({ url, streamKey, rules: { allowPrivate: true }, limits, onState })
      return { ...push, stop: () => push.stop().then(ended.resolve) }
    }
    const simulcast = new Simulcast(openLocalPush, () => undefined)
    simulcast.setTargets([{ targetId: 't1', serverUrl: `rtmp://127.0.0.1:${port}/live`, streamKey: 'there' }])
    simulcast.start()
    await until(() => simulcast.states()[0]?.state === 'live')
    for (const tag of sent) simulcast.tag({ ...tag, timestampMs: tag.timestampMs + 7_000 })
    simulcast.stop()
    await Promise.all([ended.promise, listener])
    return readFlvFile(await readFile(target))
  }

  for (const [name, form] of [
    ['classic', (tag: MediaTag) => tag],
    ['enhanced', enhancedOf],
  ] as const) {
    test(`receives a push of an encoder that sends ${name} tags`, async () => {
      const arrived = await received(name, tags.map(form))
      // Tags before the first key frame are dropped.
      const first = tags.findIndex(({ kind, body }) => kind === 'video' && body[1] === 1)
      const expected = tags.slice(first)
      for (const kind of ['video', 'audio'] as const) {
        const of = (all: MediaTag[]) => all.filter((tag) => tag.kind === kind && tag.body[1] === 1)
        assert.deepEqual(of(arrived).map(bodyOf), of(expected).map(bodyOf))
      }
    })
  }
})

/** A classic tag of H.264 or AAC in the form of Enhanced RTMP. */
function enhancedOf(tag: MediaTag): MediaTag {
  const { kind, body } = tag
  if (kind === 'data') return tag
  const [first = 0, type = 0] = body
  if (kind === 'audio') {
    return { ...tag, body: Buffer.concat([Buffer.of(0x90 | type), Buffer.from('mp4a'), body.subarray(2)]) }
  }
  const head = Buffer.of(0x80 | (first & 0x70) | type)
  return { ...tag, body: Buffer.concat([head, Buffer.from('avc1'), body.subarray(type === 1 ? 2 : 5)]) }
}

/** Checks that metadata and headers come first, and that the time of each kind never decreases. */
function checkStart(tags: MediaTag[]): void {
  assert.deepEqual(
    tags.slice(0, 3).map(({ kind, body }) => [kind, kind === 'data' ? 2 : body[1]]),
    [
      ['data', 2],
      ['video', 0],
      ['audio', 0],
    ],
  )
  for (const kind of ['video', 'audio'] as const) {
    const times = tags.filter((tag) => tag.kind === kind).map(({ timestampMs }) => timestampMs)
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    )
    assert.ok((times.at(-1) ?? 0) > 2_300)
  }
}

/** Bodies without those that ffmpeg adds: its metadata, and the end-of-sequence tag of video. */
function bodiesOf(tags: MediaTag[]): string[] {
  return tags
    .filter(({ kind, body }) => kind !== 'data' && body[1] !== 2)
    .map((tag) => `${tag.kind} ${tag.timestampMs} ${bodyOf(tag)}`)
}

function bodyOf({ body }: MediaTag): string {
  return body.toString('base64')
}
