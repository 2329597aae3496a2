import { useEffect, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { withSample, type Sample } from '#console/parts/charts/sampleWindow.ts'
import { useRead } from '#console/parts/recordQueries.ts'

/** The status of one stream, as its owner reads it. */
export type StreamStatus = Extract<OutputOf<'livestream.stream.getStatus'>, { health: unknown }>

/** Figures of the last five minutes. */
export type StreamFigures = {
  bitrate: readonly Sample[]
  fps: readonly Sample[]
  keyFrames: readonly Sample[]
  viewers: readonly Sample[]
}

/** Seconds that the charts show. */
export const chartSeconds = 300
const liveEveryMs = 1_500
const idleEveryMs = 5_000
const empty: StreamFigures = { bitrate: [], fps: [], keyFrames: [], viewers: [] }

/** The status of a stream, read again and again, and the figures since the page opened. */
export function useStreamStatus(streamId: string): { status: StreamStatus | undefined; figures: StreamFigures } {
  const [everyMs, setEvery] = useState(idleEveryMs)
  const { data: status, dataUpdatedAt: at } = useRead<StreamStatus>(
    'livestream.stream.getStatus',
    { streamId },
    { everyMs },
  )
  const [figures, setFigures] = useState(empty)
  const isConnected = status?.ingest !== null && status?.ingest !== undefined
  useEffect(() => setEvery(isConnected ? liveEveryMs : idleEveryMs), [isConnected])
  useEffect(() => {
    if (status === undefined) return
    const { bitrateKbps = null, fps = null, keyFrameIntervalSeconds = null } = status.ingest ?? {}
    const more = (samples: readonly Sample[], value: number | null) =>
      withSample(samples, { at, value }, chartSeconds * 1000)
    setFigures((before) => ({
      bitrate: more(before.bitrate, bitrateKbps),
      fps: more(before.fps, fps),
      keyFrames: more(before.keyFrames, keyFrameIntervalSeconds),
      viewers: more(before.viewers, status.viewers),
    }))
  }, [at])
  return { status, figures }
}
