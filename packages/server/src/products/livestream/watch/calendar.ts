import type { ChannelView, VideoCard } from './watchData.ts'

/** Length of a stream without an expected duration. */
const minutesDefault = 60
const foldedBytesMax = 75

/** The scheduled streams of a channel as a calendar that programs subscribe to (RFC 5545, RFC 7986). */
export function calendarText(publicUrl: string, { words, upcoming }: ChannelView): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fairground//Livestream//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(words.name)}`,
    `X-WR-CALNAME:${escaped(words.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...upcoming.flatMap((each) => eventLines(publicUrl, each)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function eventLines(publicUrl: string, card: VideoCard): string[] {
  const url = `${publicUrl}/watch/${card.playbackId}`
  const endMs = Date.parse(card.at) + (card.expectedMinutes ?? minutesDefault) * 60_000
  return [
    'BEGIN:VEVENT',
    `UID:${card.playbackId}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${utcTime(card.updatedAt)}`,
    `SEQUENCE:${card.version}`,
    `DTSTART:${utcTime(card.at)}`,
    `DTEND:${utcTime(new Date(endMs).toISOString())}`,
    `SUMMARY:${escaped(card.title)}`,
    `DESCRIPTION:${escaped(card.description === null ? url : `${card.description}\n\n${url}`)}`,
    `URL:${url}`,
    ...(card.category === null ? [] : [`CATEGORIES:${escaped(card.category)}`]),
    'END:VEVENT',
  ]
}

/** A time in UTC: `20261121T090000Z`. */
function utcTime(iso: string): string {
  return `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll(/[;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n')
}

/** A content line folded at 75 bytes (RFC 5545, 3.1): each next line begins with a space. No character is split. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const char of line) {
    const size = new TextEncoder().encode(char).length
    if (bytes + size > foldedBytesMax) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += char
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
