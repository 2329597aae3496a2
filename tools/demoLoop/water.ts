import { type Canvas, type Colour, dim, glow, lamp, line, paint, panel } from './canvas.ts'
import { loopSeconds, turn, wave } from './time.ts'

/** Upper edge of the water, in pixels from the top. */
export const horizon = 238

/** Colour of most lamps. */
export const warm: Colour = [1, 0.78, 0.45]

/** Silhouettes before the light. */
export const dark: Colour = [0.035, 0.035, 0.075]

const deep: Colour = [0.02, 0.035, 0.085]

/** Reflection in the water: upside down, stretched, darker, and moved by waves. */
export function drawWater(canvas: Canvas, seconds: number): void {
  const { width, height, scale, light } = canvas
  const top = horizon * scale
  for (let y = top; y < height; y++) {
    const depth = (y - top) / (height - top)
    const sway = (1 + 7 * depth) * scale
    const ripple = Math.sin(y / (2.1 * scale + depth * 3 * scale) - turn * ((seconds / loopSeconds) * 8))
    const swell = Math.sin(y / (9 * scale) + turn * ((seconds / loopSeconds) * 3))
    const shift = sway * (0.55 * ripple + 0.45 * swell)
    const mirrored = top - 1 - (y - top) * 1.75 + 0.6 * sway * ripple
    const row = Math.min(top - 1, Math.max(0, Math.round(mirrored)))
    const keep = 0.62 - 0.4 * depth
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(width - 1, Math.max(0, Math.round(x + shift)))
      const [source, index] = [(row * width + fromX) * 3, (y * width + x) * 3]
      for (let each = 0; each < 3; each++) {
        light[index + each] = (deep[each] ?? 0) * (0.6 + depth) + (light[source + each] ?? 0) * keep
      }
    }
  }
  for (let x = 0; x < width; x++) paint(canvas, { x, y: top, cover: 0.6 }, dark)
}

const hull: Colour = [0.05, 0.045, 0.085]

/** A ferry crosses from one side to the other: it is out of the frame where the loop restarts. */
export function drawBoat(canvas: Canvas, seconds: number): void {
  const x = -70 + 780 * (seconds / loopSeconds)
  const y = 292 + 1.1 * wave(seconds, 8)
  const bar = (ends: readonly [number, number], { up, width }: { up: number; width: number }, colour: Colour) =>
    line(canvas, { from: [x + ends[0], y - up], to: [x + ends[1], y - up], width }, colour)
  for (let each = 0; each < 9; each++) {
    const up = -9 - each * 4 - wave(seconds, 8, each / 5)
    bar([-34 + each * 2, 34 - each * 2], { up, width: 2.4 }, [warm[0], warm[1], warm[2], 0.2 * (1 - each / 9)])
  }
  for (let plank = 0; plank < 6; plank++) {
    bar([-44 + plank * 1.7, 50 - plank * 2.6], { up: 3 - plank * 1.7, width: 2.2 }, hull)
  }
  bar([-44, 50], { up: 3.4, width: 1.2 }, [0.8, 0.28, 0.26, 0.85])
  panel(canvas, { x: x - 1, y: y - 11, width: 66, height: 14, corner: 2.5 }, dim(hull, 2))
  for (let window = 0; window < 6; window++) {
    bar([-27 + window * 10, -22 + window * 10], { up: 11, width: 4.6 }, [warm[0], warm[1], warm[2], 0.9])
  }
  panel(canvas, { x: x + 1, y: y - 22, width: 30, height: 10, corner: 2 }, dim(hull, 1.8))
  bar([2, 11], { up: 22, width: 4.5 }, [0.85, 0.9, 0.8, 0.85])
  line(canvas, { from: [x - 4, y - 26], to: [x - 4, y - 44], width: 1.4 }, dark)
  lamp(canvas, { x: x - 4, y: y - 44, radius: 1.4 }, dim([1, 0.35, 0.3], 0.7 + 0.3 * wave(seconds, 10)))
  for (let each = 0; each <= 8; each++) {
    const share = each / 8
    const up = 42 - 30 * share + 6 * share * (share - 1)
    lamp(canvas, { x: x - 2 + 44 * share, y: y - up, radius: 0.9 }, dim(warm, 0.8))
  }
  glow(canvas, { x, y, radius: 30 }, [0.05, 0.035, 0.015])
}
