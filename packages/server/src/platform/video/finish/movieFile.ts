import { open } from 'node:fs/promises'
import { type AssetRun, type AssetSource, findRuns, readSegments } from '#platform/video/asset/assetSource.ts'
import { type InitTrack, readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import type { AssetSegment } from '#platform/video/mediaTypes.ts'
import { FinishFailed } from './finishFailed.ts'
import { makeMovieHead } from './movie.ts'
import { MovieTrack } from './movieTrack.ts'
import { parameterSetsOf, type RunBytes, withParameterSets } from './parameterSets.ts'

/** Path and title of an MP4. `onProgress` is called with the finished share, 0 to 1. */
export type MovieOrder = { path: string; title?: string | undefined; onProgress?(done: number): void }

/** The written MP4. `hasMixedAudio`: its audio has more than one format. */
export type MovieFile = { byteCount: number; durationSeconds: number; hasMixedAudio: boolean }

/**
 * Writes an asset as one MP4 with its index in front, sample by sample. The asset is read twice, for the index and for
 * the media, so that memory holds a segment and the sample tables. An asset whose encoder changed its settings has a
 * sample entry for each of them. Throws BoxesDamaged and FinishFailed.
 */
export async function writeMovie(source: AssetSource, order: MovieOrder): Promise<MovieFile> {
  const runs = await findRuns(source)
  if (runs.length === 0) throw new FinishFailed('outside_range', 'There is no video in it.')
  const total = 2 * runs.reduce((sum, { segments }) => sum + byteCountOf(segments), 0)
  let done = 0
  const progress = (bytes: Buffer) => order.onProgress?.((done += bytes.length) / total)
  const tracks = new Map<InitTrack['kind'], MovieTrack>()
  let mediaBytes = 0
  for await (const { bytes, content } of contentOf(source, runs)) {
    for (const { run, pieces } of content) {
      const { kind } = run.track
      const track = tracks.get(kind) ?? new MovieTrack(run.track)
      tracks.set(kind, track)
      track.add(run, mediaBytes)
      mediaBytes += pieces.reduce((sum, { length }) => sum + length, 0)
    }
    progress(bytes)
  }
  const filled = [...tracks.values()].filter(({ sampleCount }) => sampleCount > 0)
  if (filled.length === 0) throw new FinishFailed('damaged', 'There is neither video nor audio in it.')
  await using file = await open(order.path, 'w', 0o600)
  const head = makeMovieHead({ tracks: filled, mediaBytes, title: order.title })
  await file.writeFile(head)
  for await (const { bytes, content } of contentOf(source, runs)) {
    // Segments of one read lie in one write; their runs are copied once.
    await file.writeFile(Buffer.concat(content.flatMap(({ pieces }) => pieces)))
    progress(bytes)
  }
  const durationSeconds = runs.reduce((sum, run) => sum + run.durationSeconds, 0)
  const hasMixedAudio = (tracks.get('audio')?.entryCount ?? 0) > 1
  return { byteCount: head.length + mediaBytes, durationSeconds, hasMixedAudio }
}

function byteCountOf(segments: readonly AssetSegment[]): number {
  return segments.reduce((sum, { byteCount }) => sum + byteCount, 0)
}

/**
 * Reads the runs of all segments, with the tracks of their init section. Where these differ, parameter sets precede
 * each key frame: some readers of MP4 know only the first sample entry of a track.
 */
async function* contentOf(source: AssetSource, runs: readonly AssetRun[]) {
  for (const { init, segments } of runs) {
    const tracks = readInitTracks(init)
    const video = tracks.find(({ kind }) => kind === 'video')
    const sets = runs.length === 1 || video === undefined ? undefined : parameterSetsOf(video.sampleDescription)
    for await (const { bytes } of readSegments(source, segments)) {
      const content = readRuns(bytes, tracks).map((run): RunBytes => {
        const isPlain = sets === undefined || run.track !== video
        return isPlain ? { run, pieces: [bytes.subarray(run.from, run.to)] } : withParameterSets(run, bytes, sets)
      })
      yield { bytes, content }
    }
  }
}
