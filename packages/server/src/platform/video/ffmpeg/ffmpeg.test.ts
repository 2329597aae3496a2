import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ffmpegPath } from '#test/video/encodedVideo.ts'
import { until } from '#test/world/until.ts'
import { findFfmpeg, ffmpegInput, type FfmpegTask, openFfmpeg } from './ffmpeg.ts'
import { lacks } from '#test/world/program.ts'

const skip = lacks('ffmpeg')
const folder = await mkdtemp(join(tmpdir(), 'fairground-ffmpeg-'))
after(() => rm(folder, { recursive: true, force: true }))

/** An endless test video at its frame rate. */
const endless = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-f', 'null', '-']
const task = (args: readonly string[], more: Partial<FfmpegTask> = {}): FfmpegTask => ({
  args,
  outputBytesMax: 100_000,
  timeoutMs: 60_000,
  ...more,
})

describe('ffmpeg', { skip }, () => {
  const ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 2 })
  after(() => ffmpeg.close())

  test('is found at its path or on the search path, and is undefined otherwise', async () => {
    assert.equal(await findFfmpeg(undefined), ffmpegPath)
    assert.equal(await findFfmpeg(ffmpegPath), ffmpegPath)
    assert.equal(await findFfmpeg(join(folder, 'none')), undefined)
    const none = openFfmpeg(join(folder, 'none'), { concurrency: 1, queueMax: 1 })
    await assert.rejects(none.run(task([])), { name: 'FfmpegFailed', reason: 'failed' })
  })

  test('returns the output for its input', async () => {
    const raw = Buffer.alloc(3 * 4 * 4, 0xff)
    const form = ['-pixel_format', 'rgb24', '-video_size', '4x4']
    const grey = ['-vf', 'format=gray', '-f', 'rawvideo', 'pipe:1']
    const output = await ffmpeg.run(task([...form, ...ffmpegInput('rawvideo'), ...grey], { input: raw }))
    assert.deepEqual(output, Buffer.alloc(16, 0xff))
  })

  test('ends by time-out, by abort, and at the limit of its output', async () => {
    await assert.rejects(ffmpeg.run(task(endless, { timeoutMs: 200 })), { reason: 'timed_out' })
    await assert.rejects(ffmpeg.run(task(endless, { signal: AbortSignal.timeout(100) })), { reason: 'cancelled' })
    const much = ['-f', 'lavfi', '-i', 'testsrc2=size=640x640', '-f', 'rawvideo', 'pipe:1']
    await assert.rejects(ffmpeg.run(task(much)), { reason: 'failed', message: /100000 bytes/ })
    await assert.rejects(ffmpeg.run(task(['-f', 'nonsense', '-i', 'pipe:0'])), {
      reason: 'failed',
      message: /nonsense/,
    })
  })

  test('does not start when it is aborted at the moment its slot is free', async () => {
    const given = new AbortController()
    const run = ffmpeg.run(task(endless, { signal: given.signal }))
    given.abort()
    await assert.rejects(run, { reason: 'cancelled', message: 'ffmpeg was not begun' })
    await ffmpeg.run(task(['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-t', '1', '-f', 'null', '-']))
  })

  test('reports its progress', async () => {
    const seconds: number[] = []
    const args = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-t', '2', '-progress', 'pipe:1', '-f', 'null', '-']
    await ffmpeg.run(task(args, { onProgress: (at) => void seconds.push(at), outputBytesMax: 0 }))
    assert.ok(Math.abs((seconds.at(-1) ?? 0) - 2) < 0.1, String(seconds))
  })

  test('reads every progress report, two in one piece and one in two pieces', async () => {
    const program = join(folder, 'reports')
    const chunks = [
      'out_time_us=1\\nprogress=continue\\nout_time_us=1000000\\nout_ti',
      'me_us=2000000\\nprogress=end\\n',
    ]
    await writeFile(program, `#!/bin/sh\nprintf '${chunks[0]}'\nsleep 0.1\nprintf '${chunks[1]}'\n`, { mode: 0o755 })
    const seconds: number[] = []
    const own = openFfmpeg(program, { concurrency: 1, queueMax: 1 })
    await own.run(task([], { onProgress: (at) => void seconds.push(at), outputBytesMax: 0 }))
    assert.deepEqual(seconds, [1e-6, 1, 2])
  })

  test('runs one at a time, and refuses runs beyond its queue', async () => {
    const own = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 2 })
    const runs = Promise.allSettled(
      ['a', 'b', 'c'].map((account) => own.run(task(endless, { party: { path: [account] } }))),
    )
    await new Promise((resolve) => setImmediate(resolve))
    await assert.rejects(own.run(task(endless)), { reason: 'busy' })
    await own.close()
    const reasons = (await runs).map((each) => each.status === 'rejected' && each.reason.reason)
    assert.deepEqual(reasons, ['cancelled', 'cancelled', 'cancelled'])
    await assert.rejects(own.run(task(endless)), { reason: 'cancelled' })
  })

  test('starts the run of another account before the second run of one account or of its test account', async () => {
    const own = openFfmpeg(ffmpegPath ?? '', { concurrency: 2, queueMax: 8, niceness: 0 })
    const began = new Set<string>()
    const args = ['-progress', 'pipe:1', '-stats_period', '0.1', ...endless]
    const begin = (name: string, ...path: string[]) =>
      own.run(task(args, { party: { path }, onProgress: () => void began.add(name) }))
    const runs = Promise.allSettled([
      begin('first', 'hot'),
      begin('second', 'hot'),
      begin('tests', 'hot', 'hot test'),
      begin('newcomer', 'other'),
    ])
    await until(() => began.size === 2)
    assert.deepEqual(began, new Set(['first', 'newcomer']))
    await own.close()
    await runs
  })

  test('streams until its input ends, it is killed, or the runner closes', async () => {
    const grey = ['-pixel_format', 'gray', '-video_size', '4x4', ...ffmpegInput('rawvideo')]
    const copies = [3, 4].flatMap((pipe) => ['-map', '0:v', '-f', 'rawvideo', `pipe:${pipe}`])
    const own = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 1 })
    const stream = own.begin([...grey, ...copies], 2)
    assert.ok(getPriority(stream.pid) > getPriority())
    const outputs = Promise.all(stream.outputs.map(async (output) => Buffer.concat(await output.toArray())))
    stream.input.write(Buffer.alloc(16, 1))
    stream.input.end(Buffer.alloc(16, 2))
    assert.deepEqual(await outputs, Array(2).fill(Buffer.concat([Buffer.alloc(16, 1), Buffer.alloc(16, 2)])))
    assert.equal(await stream.ended, undefined)
    const killed = own.begin([...grey, ...copies], 2)
    killed.kill()
    killed.input.write('to nobody')
    assert.match(String(await killed.ended), /SIGKILL/)
    const closed = own.begin(endless, 0)
    await own.close()
    assert.match(String(await closed.ended), /SIGKILL/)
    const eager = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 1, niceness: 0 })
    assert.ok(getPriority(eager.begin(endless, 0).pid) <= Math.max(0, getPriority()))
    await eager.close()
    const none = openFfmpeg(join(folder, 'none'), { concurrency: 1, queueMax: 1 })
    assert.match(String(await none.begin([], 1).ended), /did not run/)
  })

  test('opens no address and has no secret in its environment, whatever its input says', async () => {
    const connections: string[] = []
    const server = createServer((socket) => void connections.push(String(socket.remotePort)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const list = join(folder, 'list.m3u8')
    await writeFile(list, `#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`)
    await assert.rejects(ffmpeg.run(task([...ffmpegInput('hls', list), '-f', 'null', '-'])), { reason: 'failed' })
    await assert.rejects(ffmpeg.run(task([...ffmpegInput('mov', list), '-f', 'null', '-'])), { reason: 'failed' })
    server.close()
    assert.deepEqual(connections, [])
    process.env['FFREPORT'] = `file=${join(folder, 'report.log')}`
    await ffmpeg.run(task(['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-t', '1', '-f', 'null', '-']))
    delete process.env['FFREPORT']
    assert.equal(await findFfmpeg(join(folder, 'report.log')), undefined)
  })
})
