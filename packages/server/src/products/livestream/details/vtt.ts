import { nextTurn } from '#kit/call/nextTurn.ts'

/** Error in a caption file: the line number, from 1, and a message. */
export class CaptionError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'CaptionError'
    this.line = line
  }
}

/** One caption: start and end in milliseconds, WebVTT cue settings, and lines of text. */
export type Cue = { startMs: number; endMs: number; settings: string; text: string[] }

/** Most captions of one file. */
export const cuesMax = 20_000
/** Most lines of one file: ten for each caption. */
const linesMax = 10 * cuesMax
/** Lines, or captions, parsed in one turn of the event loop: about 5 ms. */
const perTurn = 5_000

/** Timestamp with optional hours, at most five digits; SubRip has a comma before milliseconds (W3C WebVTT 4.1). */
const timestamp = '(?:(\\d{2,5}):)?([0-5]\\d):([0-5]\\d)[.,](\\d{3})'
const timing = new RegExp(`^\\s*${timestamp}\\s*-->\\s*${timestamp}(?:[ \\t]+(.*))?$`)
/** Characters that no caption may hold. U+FFFD stands for bytes that are not UTF-8. */
const forbidden: readonly [string, string][] = [
  ['\uFFFD', 'is not valid UTF-8'],
  ['\0', 'holds a NUL character'],
]
// A blank must separate two settings: an optional one would let `line:line:line:…` backtrack exponentially.
const placement = /^(?:(?:vertical|line|position|size|align|region):\S+(?:\s+|$))+$/

/** Reads a WebVTT or SubRip file, and writes it as plain WebVTT. Throws CaptionError with the line. */
export async function toWebVtt(source: string): Promise<string> {
  const blocks: string[] = []
  for (const cue of await readCues(source)) {
    if (blocks.length % perTurn === 0) await nextTurn()
    blocks.push(blockOf(cue))
  }
  return fileOf(blocks)
}

/** Captions of a WebVTT or SubRip file. Throws CaptionError with the line. */
export async function readCues(source: string): Promise<Cue[]> {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, linesMax + 1)
  if (lines.length > linesMax)
    throw new CaptionError(lines.length, `is beyond the ${linesMax} lines that a file may have`)
  checkCharacters(source, lines)
  const isVtt = /^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')
  const cues: Cue[] = []
  let turnEnd = perTurn
  for (let at = isVtt ? skipBlock(lines, 0) : 0; at < lines.length;) {
    if (isBlank(lines[at])) at += 1
    else if (isVtt && /^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[at] ?? '')) at = skipBlock(lines, at)
    else at = readCue(lines, at, cues)
    if (at < turnEnd) continue
    await nextTurn()
    turnEnd = at + perTurn
  }
  if (cues.length === 0) throw new CaptionError(1, 'holds no captions')
  return cues
}

/** Throws CaptionError with the line of the first character that no caption may hold. */
function checkCharacters(source: string, lines: readonly string[]): void {
  for (const [character, message] of forbidden) {
    if (!source.includes(character)) continue
    throw new CaptionError(lines.findIndex((line) => line.includes(character)) + 1, message)
  }
}

/** Captions as a WebVTT file, written in one turn of the event loop: for few captions. */
export function writeVtt(cues: readonly Cue[]): string {
  return fileOf(cues.map(blockOf))
}

function blockOf(cue: Cue): string {
  const settings = placement.test(cue.settings) ? ` ${cue.settings.trim()}` : ''
  const text = cue.text.map((line) => line.replaceAll('-->', '--&gt;'))
  return [`${timeText(cue.startMs)} --> ${timeText(cue.endMs)}${settings}`, ...text].join('\n')
}

function fileOf(blocks: readonly string[]): string {
  return `WEBVTT\n\n${blocks.map((block) => `${block}\n`).join('\n')}`
}

/** Parses the block at `start` (optional name, times, text) into `cues`. Returns the index of the line behind it. */
function readCue(lines: readonly string[], start: number, cues: Cue[]): number {
  const isTimed = (index: number) => (lines[index] ?? '').includes('-->')
  const at = isTimed(start) ? start : start + 1
  if (!isTimed(at)) throw new CaptionError(start + 1, 'must be the times of a caption, such as 00:01.000 --> 00:04.000')
  const times = timing.exec(lines[at] ?? '')
  if (times === null) throw new CaptionError(at + 1, 'holds no valid times, such as 00:01.000 --> 00:04.000')
  const startMs = msOf(times.slice(1, 5))
  const endMs = msOf(times.slice(5, 9))
  if (endMs <= startMs) throw new CaptionError(at + 1, 'ends before it begins')
  const before = cues.at(-1)
  if (before !== undefined && startMs < before.startMs)
    throw new CaptionError(at + 1, 'begins before the caption above it')
  if (cues.length >= cuesMax) throw new CaptionError(at + 1, `is beyond the ${cuesMax} captions that a file may hold`)
  let end = at + 1
  while (end < lines.length && !isBlank(lines[end])) {
    if (isTimed(end)) throw new CaptionError(end + 1, 'needs an empty line above it')
    end += 1
  }
  cues.push({ startMs, endMs, settings: times[9] ?? '', text: lines.slice(at + 1, end) })
  return end
}

function skipBlock(lines: readonly string[], start: number): number {
  let at = start + 1
  while (at < lines.length && !isBlank(lines[at])) at += 1
  return at
}

function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === ''
}

function msOf([hours = '0', minutes, seconds, milliseconds]: (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds)
}

/** Milliseconds as `HH:MM:SS.mmm`. */
function timeText(ms: number): string {
  const pad = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0')
  return `${pad(ms / 3_600_000, 2)}:${pad((ms / 60_000) % 60, 2)}:${pad((ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}`
}
