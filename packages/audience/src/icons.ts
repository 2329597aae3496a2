/** Drawings on a field of 24 by 24, strokes of 2 unless they are filled. */
const drawings = {
  play: { fill: 'M7 4.5v15a1 1 0 0 0 1.5.86l12-7.5a1 1 0 0 0 0-1.72l-12-7.5A1 1 0 0 0 7 4.5z' },
  pause: {
    fill:
      'M7 4h3a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm7' +
      ' 0h3a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z',
  },
  again: { line: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5' },
  loud: { line: 'M11 5 6 9H3v6h3l5 4zM15.5 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13' },
  mute: { line: 'M11 5 6 9H3v6h3l5 4zM16 9.5l5 5M21 9.5l-5 5' },
  captions: {
    line:
      'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM10.5' +
      ' 10.2a2.2 2.2 0 1 0 0 3.6M17 10.2a2.2 2.2 0 1 0 0 3.6',
  },
  clip: {
    line:
      'M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM20 4 8.1' +
      ' 15.9M14.5 14.5 20 20M8.1 8.1 12 12',
  },
  share: { line: 'M12 15V3.5M8 7l4-4 4 4M6 11H5v9h14v-9h-1' },
  settings: {
    line:
      'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9' +
      ' 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  },
  inset: {
    line: 'M10 19H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4',
    fill: 'M13 14h8a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1z',
  },
  grow: { line: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5' },
  shrink: { line: 'M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5' },
  keys: {
    line:
      'M4 6h16a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 20 18H4a1.5 1.5 0 0' +
      ' 1-1.5-1.5v-9A1.5 1.5 0 0 1 4 6zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8' +
      ' 14h8',
  },
  close: { line: 'm6 6 12 12M18 6 6 18' },
  lock: { line: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3' },
  warning: { line: 'M12 3.5 2.5 20h19zM12 10v4.5M12 17.2v.1' },
  eye: {
    line: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  },
} satisfies Record<string, { line?: string; fill?: string }>

/** The name of a drawing. */
export type IconName = keyof typeof drawings

const namespace = 'http://www.w3.org/2000/svg'

/** An icon in the colour of the surrounding text. The caller adds an accessible name. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const { line, fill }: { line?: string; fill?: string } = drawings[name]
  if (line !== undefined) svg.append(path(line, { fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }))
  if (fill !== undefined) svg.append(path(fill, { fill: 'currentColor' }))
  return svg
}

function path(d: string, attributes: Record<string, string>): SVGPathElement {
  const drawn = document.createElementNS(namespace, 'path')
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
  for (const [name, value] of Object.entries({ d, ...attributes, ...round })) drawn.setAttribute(name, value)
  return drawn
}
