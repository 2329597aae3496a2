import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { firstSegmentNumber } from '#platform/video/mediaTypes.ts'

/** Part of a segment, as listed in a playlist. */
export type ReadPart = { uri: string; durationSeconds: number; isIndependent: boolean }

/** Tags before a segment, or before the parts of the open segment. */
export type ReadStart = { isDiscontinuous: boolean; map: string | undefined; atMs: number | undefined }

/** Segment of a playlist. `map` is the address of its init section. */
export type ReadSegment = ReadStart & {
  number: number
  discontinuity: number
  uri: string
  durationSeconds: number
  parts: ReadPart[]
}

/** Contents of a media playlist. */
export type ReadPlaylist = {
  version: number
  targetSeconds: number
  isVod: boolean
  isIndependent: boolean
  control: Map<string, string>
  partSeconds: number | undefined
  mediaSequence: number
  discontinuitySequence: number
  skipped: number
  segments: ReadSegment[]
  open: ReadStart & { parts: ReadPart[] }
  hint: string | undefined
  /** Newest segment and part of the other renditions, by their addresses. */
  reports: { uri: string; msn: number; part: number | undefined }[]
  isEnded: boolean
}

const noStart = (): ReadStart => ({ isDiscontinuous: false, map: undefined, atMs: undefined })

/** Reads a media playlist (RFC 8216bis). Fails on an unknown line, and on a line in the wrong place. */
export function readPlaylist(text: string): ReadPlaylist {
  assert.ok(text.startsWith('#EXTM3U\n') && text.endsWith('\n'), 'begins and ends as a playlist')
  const lines = text.slice(0, -1).split('\n').slice(1)
  const read: ReadPlaylist = {
    version: 1,
    targetSeconds: 0,
    isVod: false,
    isIndependent: false,
    control: new Map(),
    partSeconds: undefined,
    mediaSequence: 0,
    discontinuitySequence: 0,
    skipped: 0,
    segments: [],
    open: { ...noStart(), parts: [] },
    hint: undefined,
    reports: [],
    isEnded: false,
  }
  const seen = new Set<string>()
  let duration: number | undefined
  for (const line of lines) {
    assert.ok(!read.isEnded, 'nothing after the end')
    const [, tag = '', , value = ''] = /^(#EXT[A-Z0-9-]*)?(:)?(.*)$/.exec(line) ?? []
    if (tag === '') {
      assert.ok(duration !== undefined && !line.startsWith('#') && line !== '', `an address: ${line}`)
      addSegment(read, line, duration)
      duration = undefined
      continue
    }
    if (headTags.has(tag)) {
      assert.ok(
        !seen.has(tag) && read.segments.length === 0 && read.open.parts.length === 0,
        `${tag} once, in the head`,
      )
      seen.add(tag)
      readHead(read, tag, value)
      continue
    }
    assert.equal(duration, undefined, `${tag} between EXTINF and its address`)
    if (tag === '#EXTINF') {
      assert.match(value, /^\d+\.\d{5},$/)
      duration = Number.parseFloat(value)
    } else readBody(read, tag, value)
  }
  return read
}

const headTags = new Set(
  ['VERSION', 'TARGETDURATION', 'PLAYLIST-TYPE', 'INDEPENDENT-SEGMENTS', 'SERVER-CONTROL', 'PART-INF']
    .concat(['MEDIA-SEQUENCE', 'DISCONTINUITY-SEQUENCE', 'SKIP'])
    .map((name) => `#EXT-X-${name}`),
)

function readHead(read: ReadPlaylist, tag: string, value: string): void {
  const attributes = attributesOf(value)
  if (tag === '#EXT-X-VERSION') read.version = whole(value)
  else if (tag === '#EXT-X-TARGETDURATION') read.targetSeconds = whole(value)
  else if (tag === '#EXT-X-MEDIA-SEQUENCE') read.mediaSequence = whole(value)
  else if (tag === '#EXT-X-DISCONTINUITY-SEQUENCE') read.discontinuitySequence = whole(value)
  else if (tag === '#EXT-X-SERVER-CONTROL') read.control = attributes
  else if (tag === '#EXT-X-PART-INF') read.partSeconds = Number(attributes.get('PART-TARGET'))
  else if (tag === '#EXT-X-SKIP') read.skipped = whole(attributes.get('SKIPPED-SEGMENTS') ?? '')
  else if (tag === '#EXT-X-PLAYLIST-TYPE') read.isVod = value === 'VOD'
  else read.isIndependent = true
}

function readBody(read: ReadPlaylist, tag: string, value: string): void {
  const { open } = read
  const attributes = attributesOf(value)
  if (tag === '#EXT-X-RENDITION-REPORT') return readReport(read, attributes)
  assert.ok(read.hint === undefined && read.reports.length === 0, `${tag} after the hint`)
  if (tag === '#EXT-X-ENDLIST') read.isEnded = true
  else if (tag === '#EXT-X-PRELOAD-HINT') {
    assert.equal(attributes.get('TYPE'), 'PART')
    read.hint = unquoted(attributes.get('URI'))
  } else if (tag === '#EXT-X-PART') {
    const isIndependent = attributes.get('INDEPENDENT') === 'YES'
    const durationSeconds = Number(attributes.get('DURATION'))
    open.parts.push({ uri: unquoted(attributes.get('URI')), durationSeconds, isIndependent })
  } else {
    assert.equal(open.parts.length, 0, `${tag} after a part of its segment`)
    if (tag === '#EXT-X-DISCONTINUITY') open.isDiscontinuous = true
    else if (tag === '#EXT-X-MAP') open.map = unquoted(attributes.get('URI'))
    else if (tag === '#EXT-X-PROGRAM-DATE-TIME') open.atMs = Date.parse(value)
    else assert.fail(`an unknown tag: ${tag}`)
  }
}

/** Section 4.4.5.4. Reports are of other playlists, each once. */
function readReport(read: ReadPlaylist, attributes: Map<string, string>): void {
  const uri = unquoted(attributes.get('URI'))
  assert.ok(
    read.reports.every((each) => each.uri !== uri),
    `${uri} twice`,
  )
  const part = attributes.get('LAST-PART')
  const last = { msn: whole(attributes.get('LAST-MSN') ?? ''), part: part === undefined ? undefined : whole(part) }
  read.reports.push({ uri, ...last })
}

function addSegment(read: ReadPlaylist, uri: string, durationSeconds: number): void {
  const { parts, ...start } = read.open
  const last = read.segments.at(-1)
  const before = last?.discontinuity ?? read.discontinuitySequence
  read.segments.push({
    ...start,
    map: start.map ?? last?.map,
    discontinuity: before + (start.isDiscontinuous ? 1 : 0),
    number: read.mediaSequence + read.skipped + read.segments.length,
    uri,
    durationSeconds,
    parts,
  })
  read.open = { ...noStart(), parts: [] }
}

function attributesOf(value: string): Map<string, string> {
  return new Map([...value.matchAll(/([A-Z-]+)=("[^"]*"|[^,]*)(?:,|$)/g)].map(([, name = '', of = '']) => [name, of]))
}

function unquoted(text = ''): string {
  assert.match(text, /^"[^"]+"$/)
  return text.slice(1, -1)
}

function whole(text: string): number {
  assert.match(text, /^\d+$/)
  return Number(text)
}

/** Checks one live playlist against RFC 8216bis, 4.4.3 and 4.4.4, and the file names of this server. */
export function checkLive(read: ReadPlaylist, assetId: string): void {
  const { targetSeconds, partSeconds, control, segments, open } = read
  assert.ok(read.version >= 9 && targetSeconds >= 1 && !read.isVod)
  assert.equal(control.get('CAN-BLOCK-RELOAD'), 'YES')
  assert.ok(Number(control.get('CAN-SKIP-UNTIL')) >= 6 * targetSeconds)
  assert.ok(Number(control.get('HOLD-BACK')) >= 3 * targetSeconds)
  const first = segments[0]
  assert.ok(first !== undefined && first.map !== undefined, 'a segment, and an init section before it')
  for (const [at, segment] of segments.entries()) {
    assert.equal(segment.uri, `${assetId}/s${segment.number}.m4s`)
    assert.ok(Math.round(segment.durationSeconds) <= targetSeconds, `${segment.uri} is longer than the target`)
    assert.ok(segment.atMs !== undefined)
    checkParts(read, segment, assetId)
    const next = segments[at + 1]
    if (next !== undefined && !next.isDiscontinuous) near(next.atMs ?? 0, segment.atMs + segment.durationSeconds * 1000)
    if (next !== undefined && segment.parts.length > 0) assert.ok(next.parts.length > 0, 'parts have no gap')
  }
  assert.ok(read.mediaSequence >= firstSegmentNumber)
  if (read.mediaSequence > firstSegmentNumber && read.skipped === 0)
    assert.ok(total(segments) >= 3 * targetSeconds - 0.001)
  if (partSeconds === undefined) {
    assert.ok(open.parts.length === 0 && read.hint === undefined && segments.every(({ parts }) => parts.length === 0))
    return
  }
  assert.ok(Number(control.get('PART-HOLD-BACK')) >= 3 * partSeconds - 1e-5)
  const number = read.mediaSequence + read.skipped + segments.length
  checkParts(read, { ...open, number }, assetId)
  if (read.hint !== undefined) assert.equal(read.hint, `${assetId}/p${number}.${open.parts.length}.m4s`)
  // Parts are listed for three target durations before the end, not longer (RFC 8216bis, 4.4.4.9).
  let after = 0
  for (const { parts, durationSeconds } of segments.toReversed()) {
    if (after >= 3 * targetSeconds) assert.equal(parts.length, 0, `parts ${after} s before the end`)
    after += durationSeconds
  }
}

function checkParts(read: ReadPlaylist, of: { number: number; parts: ReadPart[] }, assetId: string): void {
  const { parts, number } = of
  const partSeconds = read.partSeconds ?? 0
  for (const [index, part] of parts.entries()) {
    assert.equal(part.uri, `${assetId}/p${number}.${index}.m4s`)
    assert.ok(part.durationSeconds <= partSeconds + 1e-5, 'no longer than the part target')
    const isLast = index === parts.length - 1
    if (!isLast) assert.ok(part.durationSeconds >= 0.85 * partSeconds, 'at least 85 % of the part target')
  }
  if ('durationSeconds' in of && parts.length > 0) near(total(parts), Number(of.durationSeconds), 0.001)
}

function total(all: readonly { durationSeconds: number }[]): number {
  return all.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
}

function near(actual: number, expected: number, by = 2): void {
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not near ${expected}`)
}

/** Checks that a later live playlist changes an earlier one only as RFC 8216bis, 6.2.1 allows. */
export function checkUpdate(before: ReadPlaylist, after: ReadPlaylist): void {
  for (const name of ['version', 'targetSeconds', 'partSeconds'] as const) assert.equal(after[name], before[name], name)
  assert.deepEqual(after.control, before.control)
  assert.ok(after.mediaSequence >= before.mediaSequence && !before.isEnded)
  assert.ok(after.discontinuitySequence >= before.discontinuitySequence)
  const later = new Map(after.segments.map((segment) => [segment.number, segment]))
  const end = after.mediaSequence + after.segments.length
  for (const { parts, ...segment } of before.segments) {
    const now = later.get(segment.number)
    assert.ok(now !== undefined || segment.number < after.mediaSequence, `segment ${segment.number} has gone`)
    if (now === undefined) continue
    const { parts: partsNow, ...rest } = now
    assert.deepEqual(rest, segment)
    if (partsNow.length > 0) assert.deepEqual(partsNow, parts)
  }
  const number = before.mediaSequence + before.segments.length
  assert.ok(end >= number)
  const open = end === number ? after.open : later.get(number)
  // The start and the parts of the open segment stay the same when it is complete.
  const { open: earlier } = before
  if (earlier.parts.length === 0 || open === undefined || (after.isEnded && end === number)) return
  if (open.parts.length > 0) assert.deepEqual(open.parts.slice(0, earlier.parts.length), earlier.parts)
  assert.equal(open.isDiscontinuous, earlier.isDiscontinuous)
  assert.equal(open.atMs, earlier.atMs)
}

/** Merges a delta update into the known playlist, as a player does (RFC 8216bis, 6.3.7). */
export function applyDelta(known: ReadPlaylist, delta: ReadPlaylist): ReadPlaylist {
  const from = delta.mediaSequence - known.mediaSequence
  const kept = known.segments.slice(from, from + delta.skipped).map((segment) => ({ ...segment, parts: [] }))
  assert.equal(kept.length, delta.skipped, 'the player knows what is skipped')
  const gone = known.segments.slice(0, from).filter(({ isDiscontinuous }) => isDiscontinuous).length
  assert.equal(delta.discontinuitySequence, known.discontinuitySequence + gone)
  const skippedDiscontinuities = kept.filter(({ isDiscontinuous }) => isDiscontinuous).length
  const rest = delta.segments.map((segment) => ({
    ...segment,
    discontinuity: segment.discontinuity + skippedDiscontinuities,
  }))
  return { ...delta, skipped: 0, segments: [...kept, ...rest] }
}

type ParsedSegment = { uri: string; duration: number; discontinuity?: boolean; parts?: { uri: string }[] }

/** Manifest that m3u8-parser reads from a playlist. */
export type Parsed = {
  segments: ParsedSegment[]
  preloadSegment?: { parts?: { uri: string }[]; preloadHints?: { uri: string }[] }
  targetDuration: number
  mediaSequence: number
  discontinuitySequence: number
  endList?: boolean
  playlists?: { uri: string; attributes: Record<string, unknown> }[]
  skip?: { skippedSegments: number }
}

/** Reads a playlist with m3u8-parser. Fails on its warnings. */
export function parse(text: string): Parsed {
  // cast: the package has no types; this is its documented interface.
  const { Parser } = createRequire(import.meta.url)('m3u8-parser') as {
    Parser: new () => {
      on(event: 'warn' | 'error', listener: (warning: { message: string }) => void): void
      push(text: string): void
      end(): void
      manifest: Parsed
    }
  }
  const parser = new Parser()
  const warnings: string[] = []
  for (const event of ['warn', 'error'] as const) parser.on(event, ({ message }) => warnings.push(message))
  parser.push(text)
  parser.end()
  assert.deepEqual(warnings, [])
  return parser.manifest
}
