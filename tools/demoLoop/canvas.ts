/** Colour: light of red, green and blue from 0 to 1, above 1 for glare; and opacity, 1 by default. */
export type Colour = readonly [red: number, green: number, blue: number, cover?: number]

/**
 * A canvas: three numbers of light for each point, row by row. Coordinates are pixels of the finished frame, each of
 * which has `scale` points in a row.
 */
export type Canvas = { width: number; height: number; scale: number; light: Float32Array }

/** Opens a black canvas. */
export function openCanvas({ width, height, scale }: Omit<Canvas, 'light'>): Canvas {
  const [across, down] = [width * scale, height * scale]
  return { width: across, height: down, scale, light: new Float32Array(across * down * 3) }
}

/** Colour with a share of its light. */
export function dim([red, green, blue]: Colour, share: number): Colour {
  return [red * share, green * share, blue * share]
}

/** Paints a colour over a point; `at.cover` is the covered share of the point, from 0 to 1. */
export function paint({ width, light }: Canvas, at: { x: number; y: number; cover: number }, colour: Colour): void {
  const index = (at.y * width + at.x) * 3
  const cover = at.cover * (colour[3] ?? 1)
  for (let each = 0; each < 3; each++) {
    const before = light[index + each] ?? 0
    light[index + each] = before + ((colour[each] ?? 0) - before) * cover
  }
}

type Area = { x: number; y: number; halfWidth: number; halfHeight: number }

/** Visits every point of an area that is on the canvas. */
function fill(canvas: Canvas, area: Area, visit: (x: number, y: number) => void): void {
  const { width, height, scale } = canvas
  const [x, y] = [area.x * scale, area.y * scale]
  const [across, down] = [area.halfWidth * scale + 1, area.halfHeight * scale + 1]
  const [left, right] = [Math.max(0, Math.floor(x - across)), Math.min(width - 1, Math.ceil(x + across))]
  const [top, bottom] = [Math.max(0, Math.floor(y - down)), Math.min(height - 1, Math.ceil(y + down))]
  for (let py = top; py <= bottom; py++) for (let px = left; px <= right; px++) visit(px, py)
}

/** Draws a shape, defined by the distance of a pixel from it, with a soft edge of one point. */
function shape(canvas: Canvas, area: Area & { outside(x: number, y: number): number }, colour: Colour): void {
  const { scale } = canvas
  fill(canvas, area, (x, y) => {
    const inside = 0.5 - area.outside(x / scale, y / scale) * scale
    if (inside > 0) paint(canvas, { x, y, cover: Math.min(1, inside) }, colour)
  })
}

/** Centre and radius of a disc, in pixels. */
export type Round = { x: number; y: number; radius: number }

/** Draws a disc. */
export function disc(canvas: Canvas, { x, y, radius }: Round, colour: Colour): void {
  const outside = (px: number, py: number) => Math.hypot(px - x, py - y) - radius
  shape(canvas, { x, y, halfWidth: radius, halfHeight: radius, outside }, colour)
}

/** Centre, size and corner radius of a panel, in pixels. */
export type Panel = { x: number; y: number; width: number; height: number; corner: number }

/** Draws a panel with round corners. */
export function panel(canvas: Canvas, { x, y, width, height, corner }: Panel, colour: Colour): void {
  const outside = (px: number, py: number) => {
    const [outX, outY] = [Math.abs(px - x) - width / 2 + corner, Math.abs(py - y) - height / 2 + corner]
    return Math.hypot(Math.max(0, outX), Math.max(0, outY)) - corner
  }
  shape(canvas, { x, y, halfWidth: width / 2, halfHeight: height / 2, outside }, colour)
}

/** Ends and width of a line, in pixels. */
export type Line = { from: readonly [x: number, y: number]; to: readonly [x: number, y: number]; width: number }

/** Draws a line with round ends. */
export function line(canvas: Canvas, { from, to, width }: Line, colour: Colour): void {
  const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]]
  const square = alongX ** 2 + alongY ** 2
  const outside = (x: number, y: number) => {
    const share = square === 0 ? 0 : ((x - from[0]) * alongX + (y - from[1]) * alongY) / square
    const near = Math.min(1, Math.max(0, share))
    return Math.hypot(x - from[0] - near * alongX, y - from[1] - near * alongY) - width / 2
  }
  const [halfWidth, halfHeight] = [(Math.abs(alongX) + width) / 2, (Math.abs(alongY) + width) / 2]
  shape(canvas, { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2, halfWidth, halfHeight, outside }, colour)
}

/** Adds light that fades with the distance and ends at three radii. */
export function glow(canvas: Canvas, { x, y, radius }: Round, colour: Colour): void {
  const { width, scale, light } = canvas
  const reach = 3 * radius
  fill(canvas, { x, y, halfWidth: reach, halfHeight: reach }, (px, py) => {
    const distance = (px / scale - x) ** 2 + (py / scale - y) ** 2
    const share = Math.exp(-distance / (radius * radius)) - Math.exp(-9)
    if (share <= 0) return
    const index = (py * width + px) * 3
    for (let each = 0; each < 3; each++) light[index + each] = (light[index + each] ?? 0) + share * (colour[each] ?? 0)
  })
}

/** Draws a lamp: a bright core with a halo. */
export function lamp(canvas: Canvas, at: Round, colour: Colour): void {
  const bright = (each: number) => each * 1.3
  glow(canvas, { ...at, radius: at.radius * 3 }, dim(colour, 0.35))
  disc(canvas, at, [bright(colour[0]), bright(colour[1]), bright(colour[2])])
}

/** Fills each column from `top(x)` down to `bottom`. */
export function silhouette(
  canvas: Canvas,
  { top, bottom }: { top(x: number): number; bottom: number },
  colour: Colour,
) {
  const { width, scale } = canvas
  for (let x = 0; x < width; x++) {
    const edge = top(x / scale) * scale
    for (let y = Math.max(0, Math.floor(edge)); y < bottom * scale; y++) {
      paint(canvas, { x, y, cover: Math.min(1, y + 1 - edge) }, colour)
    }
  }
}

/** The frame in RGB bytes; too much light turns white instead of being cut off. */
export function bytesOf({ light }: Canvas): Buffer {
  const bytes = Buffer.alloc(light.length)
  for (let index = 0; index < light.length; index += 3) {
    const most = Math.max(light[index] ?? 0, light[index + 1] ?? 0, light[index + 2] ?? 0)
    const glare = Math.max(0, most - 1) * 0.5
    for (let each = 0; each < 3; each++) {
      bytes[index + each] = Math.min(255, Math.round(255 * ((light[index + each] ?? 0) + glare)))
    }
  }
  return bytes
}
