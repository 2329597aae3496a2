/** State of a readable path of MediaMTX, from the control API. */
export type PathState = {
  name: string
  /** Kind of the publishing connection: `rtmpConn`, `rtmpsConn`, `srtConn` and so on. */
  sourceType: string
  sourceId: string
  /** Bytes of media since the path became readable. */
  byteCount: number
  framesInError: number
  video: { codec: string; width: number; height: number } | undefined
  audioCodec: string | undefined
}

/** Gapless recording of a path. Programme time in ms since 1970. */
export type Span = { startMs: number; seconds: number }

/** Reads a page of `/v3/paths/list`, without the paths that are not readable yet. */
export function readPathPage(body: unknown): { items: PathState[]; pageCount: number } {
  const { items, pageCount } = fieldsOf(body)
  return { items: listOf(items).flatMap((item) => readPath(item) ?? []), pageCount: numberOf(pageCount) }
}

function readPath(item: unknown): PathState | undefined {
  const { name, available, source, inboundBytes, inboundFramesInError, tracks2 } = fieldsOf(item)
  if (available !== true || typeof name !== 'string') return undefined
  const { type, id } = fieldsOf(source)
  const tracks = listOf(tracks2).map(readTrack)
  const video = tracks.find(({ width, height }) => width > 0 && height > 0)
  return {
    name,
    sourceType: textOf(type),
    sourceId: textOf(id),
    byteCount: numberOf(inboundBytes),
    framesInError: numberOf(inboundFramesInError),
    video,
    audioCodec: tracks.find(({ codec }) => audioCodecs.has(codec))?.codec,
  }
}

/** Audio codecs by their names in the control API. */
const audioCodecs = new Set(['MPEG-4 Audio', 'MPEG-4 Audio LATM', 'MPEG-1/2 Audio', 'Opus', 'FLAC', 'AC3', 'LPCM'])

function readTrack(track: unknown): { codec: string; width: number; height: number } {
  const { codec, codecProps } = fieldsOf(track)
  const { width, height } = fieldsOf(codecProps)
  return { codec: textOf(codec), width: numberOf(width), height: numberOf(height) }
}

/** Reads the response of `/list` of the playback server. */
export function readSpans(body: unknown): Span[] {
  return listOf(body).flatMap((entry) => {
    const { start, duration } = fieldsOf(entry)
    const span = { startMs: Date.parse(textOf(start)), seconds: numberOf(duration) }
    return Number.isFinite(span.startMs) && span.seconds > 0 ? [span] : []
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  // cast: an object of unknown fields, each of which is checked before use.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
