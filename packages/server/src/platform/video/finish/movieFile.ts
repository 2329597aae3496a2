import { type FileHandle, open } from 'node:fs/promises'
import { type AssetRun, type AssetSource, findRuns, readSegments } from '#platform/video/asset/assetSource.ts'
import { readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import { FinishFailed } from './finishFailed.ts'
import { makeMovieHead } from './movie.ts'
import { MovieTrack } from './movieTrack.ts'

/** Path and title of an MP4. `onProgress` is called with the finished share, 0 to 1. */
export type MovieOrder = { path: string; title?: string | undefined; onProgress?(done: number): void }

/** The written MP4. `isWhole` is false when it holds only the longest part of an asset that changed its format. */
export type MovieFile = { byteCount: number; durationSeconds: number; isWhole: boolean }

/**
 * Writes an asset as one MP4 with its index in front, sample by sample. The asset is read twice, for the index and for
 * the media, so that memory holds a segment and the sample tables. An MP4 has one format of video and audio: an asset
 * that changes it gives its longest part. Throws BoxesDamaged and FinishFailed.
 */
export async function writeMovie(source: AssetSource, order: MovieOrder): Promise<MovieFile> {
  const runs = await findRuns(source)
  const longest = runs.reduce<AssetRun | undefined>(
    (best, run) => (best === undefined || run.durationSeconds > best.durationSeconds ? run : best),
    undefined,
  )
  if (longest === undefined) throw new FinishFailed('outside_range', 'There is no video in it.')
  await using file = await open(order.path, 'w', 0o600)
  const byteCount = await writeRun(file, { source, run: longest, order })
  return { byteCount, durationSeconds: longest.durationSeconds, isWhole: runs.length === 1 }
}

type Writing = { source: AssetSource; run: AssetRun; order: MovieOrder }

async function writeRun(file: FileHandle, { source, run, order }: Writing): Promise<number> {
  const tracks = readInitTracks(run.init).map((init) => new MovieTrack(init))
  const inits = tracks.map(({ init }) => init)
  const total = 2 * run.segments.reduce((sum, { byteCount }) => sum + byteCount, 0)
  let done = 0
  const progress = (bytes: Buffer) => order.onProgress?.((done += bytes.length) / total)
  let mediaBytes = 0
  for await (const { bytes } of readSegments(source, run.segments)) {
    for (const samples of readRuns(bytes, inits)) {
      tracks.find(({ init }) => init === samples.track)?.add(samples, mediaBytes)
      mediaBytes += samples.to - samples.from
    }
    progress(bytes)
  }
  const filled = tracks.filter(({ sampleCount }) => sampleCount > 0)
  if (filled.length === 0) throw new FinishFailed('damaged', 'There is neither video nor audio in it.')
  const head = makeMovieHead({ tracks: filled, mediaBytes, title: order.title })
  await file.writeFile(head)
  for await (const { bytes } of readSegments(source, run.segments)) {
    // Segments of one read lie in one write; their runs are copied once.
    await file.writeFile(Buffer.concat(readRuns(bytes, inits).map(({ from, to }) => bytes.subarray(from, to))))
    progress(bytes)
  }
  return head.length + mediaBytes
}
