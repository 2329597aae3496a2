/** One caption: start and end in milliseconds, WebVTT cue settings, text. `key` names it while it is edited. */
export type Cue = { key: number; startMs: number; endMs: number; settings: string; text: string }

/** Faults of a cue. The server refuses `order` and `empty`; the others are advice. */
export type CueFault = 'order' | 'empty' | 'overlap' | 'long' | 'fast' | 'beyond'

const newCueMs = 2_000
const shortestMs = 100
/** Advice for readers: seven seconds at most, 25 characters each second (BBC Subtitle Guidelines, 2024). */
const longestMs = 7_000
const charactersMax = 25

/** Reads WebVTT as the server keeps it: blocks of times and lines, with blank lines between. */
export function readCues(vtt: string): Cue[] {
  const blocks = vtt.replaceAll('\r', '').split(/\n{2,}/)
  return blocks
    .flatMap((block): Cue[] => {
      const lines = block.split('\n').filter((line) => line.trim() !== '')
      const at = lines.findIndex((line) => line.includes('-->'))
      const [start = '', rest = ''] = (lines[at] ?? '').split('-->')
      const [end = '', ...settings] = rest.trim().split(/\s+/)
      const [startMs, endMs] = [readTime(start), readTime(end)]
      if (at < 0 || startMs === undefined || endMs === undefined) return []
      return [{ key: 0, startMs, endMs, settings: settings.join(' '), text: typedText(lines.slice(at + 1).join('\n')) }]
    })
    .map((cue, key) => ({ ...cue, key }))
}

/** Writes cues as WebVTT, in the order of their starts. */
export function writeCues(cues: readonly Cue[]): string {
  const blocks = inOrder(cues).map(({ startMs, endMs, settings, text }) => {
    const lines = markupOf(text)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const times = `${fullTime(startMs)} --> ${fullTime(endMs)}${settings === '' ? '' : ` ${settings}`}`
    return `${[times, ...lines].join('\n')}\n`
  })
  return `WEBVTT\n\n${blocks.join('\n')}`
}

/** A `<` that begins no tag of WebVTT. */
const bareBracket = /<(?!\/?(?:b|i|u|c|v|lang|ruby|rt)(?:[.\s>]|$)|(?:\d\d:)?\d\d:\d\d\.\d{3}>)/g
const escapedBracket = /&lt;(?!\/?(?:b|i|u|c|v|lang|ruby|rt)(?:[.\s&>]|$)|(?:\d\d:)?\d\d:\d\d\.\d{3})/g

/** The text of a cue as a person types it: tags stay, characters that WebVTT escapes are plain. */
function typedText(markup: string): string {
  return markup.replaceAll('--&gt;', '-->').replaceAll(escapedBracket, '<').replaceAll('&amp;', '&')
}

/** The text of a cue as WebVTT: `-->` would end it, and a bare `<` would hide the words behind it. */
function markupOf(text: string): string {
  return text
    .replaceAll(/&(?!(?:lt|gt|nbsp|lrm|rlm|amp|#\w+);)/g, '&amp;')
    .replaceAll(bareBracket, '&lt;')
    .replaceAll('-->', '--&gt;')
}

/** The words of a cue without tags, as a player draws them. */
export function plainText(text: string): string {
  return text
    .replaceAll(bareBracket, '&lt;')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u00A0')
    .replaceAll('&amp;', '&')
}

/** The cues in the order of their starts. */
export function inOrder(cues: readonly Cue[]): readonly Cue[] {
  return cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
}

/** The cue that is visible at a time. */
export function cueAt(cues: readonly Cue[], ms: number): Cue | undefined {
  return cues.find(({ startMs, endMs }) => startMs <= ms && ms < endMs)
}

/** Faults by the key of their cue. `durationMs`: length of the video, where it is known. */
export function faultsOf(cues: readonly Cue[], durationMs: number | undefined): ReadonlyMap<number, CueFault[]> {
  const ordered = inOrder(cues)
  const found = ordered.map((cue, at): [number, CueFault[]] => {
    const { key, startMs, endMs, text } = cue
    const lengthMs = endMs - startMs
    const next = ordered[at + 1]
    const letters = plainText(text).replaceAll(/\s+/g, ' ').trim().length
    const faults: [CueFault, boolean][] = [
      ['order', lengthMs <= 0],
      ['empty', text.trim() === ''],
      ['overlap', next !== undefined && next.startMs < endMs],
      ['long', lengthMs > longestMs],
      ['fast', lengthMs > 0 && (letters * 1000) / lengthMs > charactersMax],
      ['beyond', durationMs !== undefined && startMs >= durationMs],
    ]
    return [key, faults.flatMap(([fault, isThere]) => (isThere ? [fault] : []))]
  })
  return new Map(found.filter(([, faults]) => faults.length > 0))
}

/** Whether the server would refuse cues with these faults. */
export function isRefused(faults: ReadonlyMap<number, CueFault[]>): boolean {
  return [...faults.values()].some((each) => each.includes('order') || each.includes('empty'))
}

/** Adds an empty cue of two seconds, shorter before the next one. Returns the cues and the key of the new one. */
export function withCueAt(cues: readonly Cue[], ms: number): { cues: readonly Cue[]; key: number } {
  const startMs = Math.max(0, Math.round(ms))
  const next = inOrder(cues).find((each) => each.startMs > startMs)
  const endMs = Math.min(startMs + newCueMs, Math.max(startMs + shortestMs, next?.startMs ?? Number.POSITIVE_INFINITY))
  const key = nextKey(cues)
  return { cues: inOrder([...cues, { key, startMs, endMs, settings: '', text: '' }]), key }
}

/** Replaces fields of one cue. */
export function withChange(cues: readonly Cue[], key: number, change: Partial<Cue>): readonly Cue[] {
  return cues.map((cue) => (cue.key === key ? { ...cue, ...change } : cue))
}

/** Removes a cue. */
export function without(cues: readonly Cue[], key: number): readonly Cue[] {
  return cues.filter((cue) => cue.key !== key)
}

/** Splits a cue at a time within it, else at its middle; its words are shared out by the time of each half. */
export function withSplit(cues: readonly Cue[], key: number, ms: number): readonly Cue[] {
  return cues.flatMap((cue) => {
    if (cue.key !== key) return [cue]
    const { startMs, endMs, text } = cue
    const isWithin = ms > startMs + shortestMs && ms < endMs - shortestMs
    const at = Math.round(isWithin ? ms : (startMs + endMs) / 2)
    const words = text.split(/(?<=\s)/)
    const first = Math.round((words.length * (at - startMs)) / (endMs - startMs))
    return [
      { ...cue, endMs: at, text: words.slice(0, first).join('').trim() },
      { ...cue, key: nextKey(cues), startMs: at, text: words.slice(first).join('').trim() },
    ]
  })
}

/** Joins a cue with the one behind it. */
export function withMerge(cues: readonly Cue[], key: number): readonly Cue[] {
  const ordered = inOrder(cues)
  const at = ordered.findIndex((cue) => cue.key === key)
  const [cue, next] = [ordered[at], ordered[at + 1]]
  if (cue === undefined || next === undefined) return cues
  const endMs = Math.max(cue.endMs, next.endMs)
  return ordered.toSpliced(at, 2, { ...cue, endMs, text: `${cue.text}\n${next.text}`.trim() })
}

/** Moves all cues; none begins before the video. */
export function shifted(cues: readonly Cue[], byMs: number): readonly Cue[] {
  const earliest = Math.min(...cues.map(({ startMs }) => startMs))
  const by = Math.max(byMs, -earliest)
  return cues.map((cue) => ({ ...cue, startMs: cue.startMs + by, endMs: cue.endMs + by }))
}

/** Milliseconds of a time such as `1:02.5`, `01:02:03,400` or `62.5`; undefined for other text. */
export function readTime(text: string): number | undefined {
  const times = /^(?:(?:(\d{1,5}):)?(\d{1,2}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (times === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', rest = ''] = times
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest.padEnd(3, '0'))
}

/** A time for a person, such as `1:02.500` or `1:02:03.400`. */
export function timeText(ms: number): string {
  const [hours, ...rest] = fullTime(ms).split(':')
  const minutes = rest.join(':')
  return hours === '00' ? minutes.replace(/^0(?=\d:)/, '') : `${Number(hours)}:${minutes}`
}

function fullTime(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const pad = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0')
  const parts = [pad(whole / 3_600_000, 2), pad((whole / 60_000) % 60, 2), pad((whole / 1000) % 60, 2)]
  return `${parts.join(':')}.${pad(whole % 1000, 3)}`
}

function nextKey(cues: readonly Cue[]): number {
  return cues.reduce((most, { key }) => Math.max(most, key + 1), 0)
}
