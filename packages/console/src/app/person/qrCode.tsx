import { useMemo } from 'react'
import { encode } from 'uqr'

const sizePx = 190
const quietCells = 3

/** A QR code of a text, dark on white in both colour schemes: cameras need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  const view = `${-quietCells} ${-quietCells} ${size + 2 * quietCells} ${size + 2 * quietCells}`
  return (
    <svg viewBox={view} width={sizePx} height={sizePx} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect x={-quietCells} y={-quietCells} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#0b1110" />
    </svg>
  )
}

function drawingOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 0 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: cells.join('') }
}
