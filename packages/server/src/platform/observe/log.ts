import type { Log } from '#kit/call/context.ts'
import { maskText, maskValue } from './masking.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFormat = 'json' | 'pretty'
export type LogOptions = {
  /** The lowest level that is written. */
  level: LogLevel
  format: LogFormat
  /** Writes one line without its line feed; in `pretty` an error's stack adds lines. */
  write(line: string): void
  now?(): Date
}

const rankOf: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }
const lineCharsMax = 16_384

/**
 * Opens the log: one line per message with its fields; every secret is masked by name and by form. A line longer than
 * 16,384 characters loses its fields.
 */
export function openLog({ level, format, write, now = () => new Date() }: LogOptions): Log {
  const render = format === 'json' ? json : pretty
  const at = (of: LogLevel) => (message: string, more?: Record<string, unknown>) => {
    if (rankOf[of] < rankOf[level]) return
    const entry = { at: now().toISOString(), level: of, message: maskText(message) }
    const masked = more === undefined ? {} : Object(maskValue(more))
    const line = render(entry, masked)
    write(line.length <= lineCharsMax ? line : render(entry, { isCut: true, length: line.length }))
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

type Entry = { at: string; level: LogLevel; message: string }

function json(entry: Entry, more: Record<string, unknown>): string {
  return JSON.stringify({ ...more, ...entry })
}

const colours: Record<LogLevel, string> = {
  debug: '\u001b[2m',
  info: '\u001b[32m',
  warn: '\u001b[33m',
  error: '\u001b[31m',
}

/** A line for people: time, level, message, `name=value`; colours only on a terminal that supports them. */
function pretty({ at, level, message }: Entry, more: Record<string, unknown>): string {
  const { stack, ...rest } = more
  const pairs = Object.entries(rest).map(([name, value]) => ` ${name}=${plain(value)}`)
  const isColoured = process.stdout.isTTY && process.env['NO_COLOR'] === undefined
  const shown = isColoured ? `${colours[level]}${level.padEnd(5)}\u001b[0m` : level.padEnd(5)
  const below = typeof stack === 'string' ? `\n${stack}` : ''
  return `${at.slice(11, 23)} ${shown} ${message.replaceAll('\n', ' ')}${pairs.join('')}${below}`
}

function plain(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)
}
