import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { waitUntil } from '#platform/db/embedded/processes.ts'
import { openCommandLine } from '#test/world/commandLine.ts'
import { encodeVideo } from '#test/video/encodedVideo.ts'
import { objectOf, type Json } from '#test/world/world.ts'
import { lacks } from '#test/world/program.ts'

const skip = lacks('ffmpeg')

test('a file becomes a video through the running server', { skip }, async (t) => {
  const line = await openCommandLine()
  t.after(() => line.stop())
  const folder = await mkdtemp(join(tmpdir(), 'fairground-video-'))
  t.after(() => rm(folder, { recursive: true }))
  await line.json('account', 'create', '--name', 'Stage')
  const file = await encodeVideo(join(folder, 'Old mill.mp4'), { seconds: 2, keyFrameInterval: 30 })
  await writeFile(join(folder, 'none.mp4'), '')
  const of = ['--account', 'Stage']
  const made = await line.json('video', 'upload', file, ...of, '--visibility', 'unlisted')
  assert.deepEqual([made['title'], made['source'], made['visibility']], ['Old mill', 'upload', 'unlisted'])
  let video: Json = made
  const isDone = async () => {
    video = await line.json('video', 'show', String(made['id']))
    return video['status'] !== 'processing'
  }
  assert.ok(await waitUntil(isDone, 20_000))
  assert.deepEqual([video['status'], video['width']], ['published', 320], JSON.stringify(video['processing']))
  assert.match(String(objectOf(video['playback'])['playerUrl']), /\/watch\/plb_/)
  await Promise.all([
    line.refused(['video', 'upload', join(folder, 'other.mp4'), ...of], 2, /There is no file/),
    line.refused(['video', 'upload', join(folder, 'none.mp4'), ...of], 2, /is empty/),
    line.refused(['video', 'upload', file, ...of, '--visibility', 'loud'], 1, /visibility/),
  ])
})
