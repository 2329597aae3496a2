import makeQrCode from 'qrcode-generator'
import { html, type Html } from '#kit/values/html.ts'

/** Modules of the quiet zone around a code (ISO/IEC 18004). */
const quiet = 4
/** Longest text in bytes of UTF-8: about 57 modules a side, which a phone still reads from a screen. */
const bytesMax = 300

/**
 * A QR code as SVG, dark on white in every colour scheme, since readers expect that. `label` describes it to screen
 * readers. Throws RangeError for a text of more than 300 bytes.
 */
export function qrSvg(text: string, label: string): Html {
  const rows = modulesOf(text)
  const size = rows.length + 2 * quiet
  const path = rows.flatMap((row, y) =>
    runsOf(row).map(({ x, length }) => `M${x + quiet} ${y + quiet}h${length}v1h-${length}z`),
  )
  return html`<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img"
    aria-label="${label}" shape-rendering="crispEdges"
    ><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path.join('')}"/></svg>`
}

/** The modules of the QR code of a text by row: true is dark. Error correction M restores 15 % of a damaged code. */
function modulesOf(text: string): boolean[][] {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > bytesMax)
    throw new RangeError(`a QR code takes ${bytesMax} bytes, and this text has ${bytes.length}`)
  const code = makeQrCode(0, 'M')
  // The library takes the low byte of each character.
  code.addData(bytes.toString('latin1'), 'Byte')
  code.make()
  const side = Array.from({ length: code.getModuleCount() }, (_, at) => at)
  return side.map((y) => side.map((x) => code.isDark(y, x)))
}

/** Dark runs of a row. */
function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last !== undefined && last.x + last.length === x) last.length += 1
    else runs.push({ x, length: 1 })
  }
  return runs
}
