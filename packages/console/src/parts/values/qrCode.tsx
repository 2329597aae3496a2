import { encodeQR } from 'qr'
import { useMemo } from 'react'

const sizePx = 190
const quietCells = 3

/** A QR code of a text, dark on white in both colour schemes: cameras need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={sizePx}
      height={sizePx}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#0b1110" />
    </svg>
  )
}

function drawingOf(text: string): { size: number; path: string } {
  const data = encodeQR(text, 'raw', { border: quietCells })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: data.length, path: cells.join('') }
}
