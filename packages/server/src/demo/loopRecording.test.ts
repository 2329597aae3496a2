import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openAsset } from '#platform/video/asset/assetSource.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import { readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import { readLoop } from './demoLoop.ts'
import { putRecording, recordLoop } from './loopRecording.ts'

const startsAtMs = Date.UTC(2026, 10, 21, 9)

test('a recording of two rounds is an asset whose video and audio continue over the seam', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-loop-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const files = openDiskFiles(folder)
  const prefix = assetPrefix(7, '0192f3a4-5b6c-7d8e-9f01-23456789abcd')
  const recording = recordLoop(await readLoop(), { rounds: 2, startsAtMs })
  await putRecording(files, prefix, recording)
  const kept = (await files.list(prefix, 10)).reduce((sum, { size }) => sum + size, 0)
  const { durationSeconds, ...rest } = recording.made
  assert.deepEqual(rest, { width: 640, height: 360, byteCount: kept })
  assert.ok(Math.abs(durationSeconds - 40) < 0.01, `${durationSeconds} s`)

  const asset = await openAsset(files, prefix)
  const { inits, segments } = asset.index
  assert.equal(inits.length, 1)
  assert.equal(segments.length, 20)
  assert.ok(segments.every(({ isIndependent, isDiscontinuous }) => isIndependent && !isDiscontinuous))
  const times = segments.map((segment) => segment.startsAtMs)
  assert.deepEqual(
    times,
    times.map((_, number) => startsAtMs + number * 2_000),
  )
  const tracks = readInitTracks(await asset.init(0))
  const bytes = await Promise.all(segments.map((segment) => asset.segment(segment)))
  const samples = bytes.flatMap((each) => readRuns(each, tracks))
  for (const kind of ['video', 'audio'] as const) {
    const all = samples.filter(({ track }) => track.kind === kind).flatMap((run) => run.samples)
    assert.equal(all.length, kind === 'video' ? 1_200 : 1_250)
    for (const [at, { dts, duration }] of all.entries()) {
      const next = all[at + 1]
      if (next !== undefined) assert.equal(dts + duration, next.dts, `${kind} ${at}`)
      // Audio is exact to the sample, also at the seam.
      if (kind === 'audio') assert.equal(duration, 1_024)
    }
  }
})
