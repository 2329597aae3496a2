import { createHash } from 'node:crypto'

/** Content of a generated poster. The seed, the id of the video, decides its colours, so that they stay. */
export type GeneratedPoster = { title: string; channel?: string; seed: string }

/** Size of a generated poster, in pixels. */
export const generatedPosterSize = { width: 1_280, height: 720 } as const

const { width, height } = generatedPosterSize
const margin = 96
const linesMax = 4
/** Font sizes, and the letters of a wide font that fit one line. The largest size that fits the title is used. */
const letters = [
  { size: 104, lineWidth: 15 },
  { size: 80, lineWidth: 19 },
  { size: 60, lineWidth: 26 },
] as const

/** Generates a poster as SVG, 1,280 by 720: title and channel on a gradient. Needs no video decoder. */
export function generatePoster({ title, channel, seed }: GeneratedPoster): string {
  const [hue = 0, turn = 0, across = 0] = createHash('sha256').update(seed).digest()
  const from = Math.round((hue / 256) * 360)
  const to = (from + 40 + Math.round((turn / 256) * 60)) % 360
  const { size, lines } = fit(title)
  const bottom = height - margin - (channel === undefined ? 0 : 64)
  const first = bottom - (lines.length - 1) * size * 1.12
  const text = lines.map((line, index) => {
    const y = Math.round(first + index * size * 1.12)
    return `<text x="${margin}" y="${y}" font-size="${size}" font-weight="700">${escapeXml(line)}</text>`
  })
  const name =
    channel === undefined
      ? ''
      : `<text x="${margin}" y="${height - margin}" font-size="36" opacity=".82">${escapeXml(cut(channel, 48))}</text>`
  const circleX = Math.round(width * (0.62 + (across / 256) * 0.3))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="hsl(${from} 58% 34%)"/><stop offset="1" stop-color="hsl(${to} 62% 16%)"/>
</linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<g fill="#fff" opacity=".07">
<circle cx="${circleX}" cy="150" r="300"/><circle cx="${circleX + 90}" cy="210" r="190"/>
</g>
<g fill="#fff" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif">
${text.join('\n')}
${name}
</g>
</svg>
`
}

function fit(title: string): { size: number; lines: string[] } {
  let best = { size: 0, lineWidth: 0, lines: [''] }
  for (const letter of letters) {
    best = { ...letter, lines: wrap(title, letter.lineWidth) }
    if (best.lines.length < linesMax) break
  }
  const { size, lineWidth, lines } = best
  if (lines.length <= linesMax) return { size, lines }
  const last = cut(`${lines[linesMax - 1]} ${lines[linesMax]}`, lineWidth)
  return { size, lines: [...lines.slice(0, linesMax - 1), last] }
}

/** Wraps text into lines of whole words; a word longer than a line is split. */
function wrap(text: string, lineWidth: number): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && widthOf(`${line} ${word}`) <= lineWidth) lines.splice(-1, 1, `${line} ${word}`)
    else lines.push(...splitByWidth(word, lineWidth))
  }
  return lines
}

function splitByWidth(word: string, lineWidth: number): string[] {
  const parts = ['']
  for (const char of word) {
    const part = `${parts.at(-1)}${char}`
    if (widthOf(part) <= lineWidth) parts.splice(-1, 1, part)
    else parts.push(char)
  }
  return parts
}

/** Width of text in Latin letters; an East Asian character counts one and a half. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (char >= '\u2e80' ? 1.5 : 1), 0)
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const [first = ''] = splitByWidth(text, width - 1)
  return `${first.trimEnd()}\u2026`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for XML, and removes control characters and others that XML forbids. */
function escapeXml(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
}
