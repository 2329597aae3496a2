import { createHash } from 'node:crypto'

/** Content of a generated poster. The seed, the id of the video, decides its colours, so that they stay. */
export type GeneratedPoster = { title: string; channel?: string; seed: string }

/** How large a drawn poster is, in pixels. */
export const generatedPosterSize = { width: 1_280, height: 720 } as const

const { width, height } = generatedPosterSize
const margin = 96
const linesMax = 4
/** Letter sizes with how many letters fit a line of a wide font; the largest that the title fits in is taken. */
const letters = [
  { size: 104, lineWidth: 15 },
  { size: 80, lineWidth: 19 },
  { size: 60, lineWidth: 26 },
] as const

/** Draws a poster as SVG, 1,280 by 720: title and channel on a quiet gradient. Needs no decoder and no script. */
export function generatePoster({ title, channel, seed }: GeneratedPoster): string {
  const [hue = 0, turn = 0, across = 0] = createHash('sha256').update(seed).digest()
  const from = Math.round((hue / 256) * 360)
  const to = (from + 40 + Math.round((turn / 256) * 60)) % 360
  const { size, lines } = fitted(title)
  const bottom = height - margin - (channel === undefined ? 0 : 64)
  const first = bottom - (lines.length - 1) * size * 1.12
  const text = lines.map((line, index) => {
    const y = Math.round(first + index * size * 1.12)
    return `<text x="${margin}" y="${y}" font-size="${size}" font-weight="700">${escaped(line)}</text>`
  })
  const name =
    channel === undefined
      ? ''
      : `<text x="${margin}" y="${height - margin}" font-size="36" opacity=".82">${escaped(cut(channel, 48))}</text>`
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

function fitted(title: string): { size: number; lines: string[] } {
  let best = { size: 0, lineWidth: 0, lines: [''] }
  for (const letter of letters) {
    best = { ...letter, lines: wrapped(title, letter.lineWidth) }
    if (best.lines.length < linesMax) break
  }
  const { size, lineWidth, lines } = best
  if (lines.length <= linesMax) return { size, lines }
  const last = cut(`${lines[linesMax - 1]} ${lines[linesMax]}`, lineWidth)
  return { size, lines: [...lines.slice(0, linesMax - 1), last] }
}

/** Lines of whole words; a word that is longer than a line is parted. */
function wrapped(text: string, lineWidth: number): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && widthOf(`${line} ${word}`) <= lineWidth) lines.splice(-1, 1, `${line} ${word}`)
    else lines.push(...parted(word, lineWidth))
  }
  return lines
}

function parted(word: string, lineWidth: number): string[] {
  const parts = ['']
  for (const char of word) {
    const part = `${parts.at(-1)}${char}`
    if (widthOf(part) <= lineWidth) parts.splice(-1, 1, part)
    else parts.push(char)
  }
  return parts
}

/** In letters of a Western font: those from the East of Asia are as wide as they are high. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (char >= '\u2e80' ? 1.5 : 1), 0)
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const [first = ''] = parted(text, width - 1)
  return `${first.trimEnd()}\u2026`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text of others in XML: its signs are written out, and characters that XML has no place for are left out. */
function escaped(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
}
