import { type Canvas, type Colour, dim, disc, glow, lamp, line, panel, silhouette } from './canvas.ts'
import { signDots } from './sign.ts'
import { chance, loopSeconds, turn, wave } from './time.ts'
import { dark, drawBoat, drawWater, horizon, warm } from './water.ts'

/** Frame size in pixels, and drawing points for each pixel. */
export const size = { width: 640, height: 360, scale: 2 }

const lampColours: readonly Colour[] = [warm, [1, 0.45, 0.55], [0.4, 0.9, 0.85], [0.72, 0.55, 1]]

/** Draws the harbour at a moment of the loop. */
export function drawScene(canvas: Canvas, seconds: number): void {
  drawSky(canvas, seconds)
  drawStars(canvas, seconds)
  drawTown(canvas, seconds)
  drawSign(canvas, seconds)
  drawWheel(canvas, seconds)
  drawPier(canvas, seconds)
  drawWater(canvas, seconds)
  drawBoat(canvas, seconds)
}

const zenith: Colour = [0.035, 0.05, 0.14]
const middle: Colour = [0.13, 0.11, 0.28]
const dusk: Colour = [0.62, 0.3, 0.32]
/** Shares of red, green and blue in the northern light. */
const veilShares: Colour = [0.15, 1, 0.9]
const moon = { x: 92, y: 58 }
const craters = [
  { x: 87, y: 54, radius: 3.2 },
  { x: 97, y: 63, radius: 2.4 },
  { x: 95, y: 51, radius: 1.6 },
]

function drawSky(canvas: Canvas, seconds: number): void {
  const { width, scale, light } = canvas
  const bottom = horizon * scale
  for (let y = 0; y < bottom; y++) {
    const height = y / bottom
    const evening = Math.max(0, (height - 0.42) / 0.58) ** 2
    for (let x = 0; x < width; x++) {
      const across = 0.6 + 0.4 * Math.cos((x / width - 0.3 - 0.05 * wave(seconds, 1)) * 2.2)
      const curtain = Math.sin(x / (150 * scale) + 1.5 * height + wave(seconds, 1, 0.2))
      const veil = 0.05 * Math.max(0, curtain) * (1 - height)
      const index = (y * width + x) * 3
      for (let each = 0; each < 3; each++) {
        const base = (zenith[each] ?? 0) * (1 - height) + (middle[each] ?? 0) * height
        const warmth = evening * across * ((dusk[each] ?? 0) - (middle[each] ?? 0))
        light[index + each] = base + warmth + veil * (veilShares[each] ?? 0)
      }
    }
  }
  glow(canvas, { ...moon, radius: 34 }, [0.1, 0.1, 0.12])
  disc(canvas, { ...moon, radius: 15 }, [0.93, 0.9, 0.82])
  for (const crater of craters) disc(canvas, crater, [0.85, 0.82, 0.75, 0.7])
}

const starCount = 70

function drawStars(canvas: Canvas, seconds: number): void {
  for (let star = 0; star < starCount; star++) {
    const y = chance(star + 200) ** 1.4 * 170
    const twinkle = 0.75 + 0.25 * wave(seconds, 2 + (star % 3), chance(star + 300))
    const strength = (0.25 + 0.6 * chance(star + 400)) * (1 - y / 210) * twinkle
    const [red, green, blue] = dim([0.9, 0.93, 1], strength)
    disc(canvas, { x: chance(star + 100) * size.width, y, radius: 0.55 }, [red, green, blue, 0.9])
  }
}

/** Houses on the far bank: left edge, width, wall height, gable height. */
const houses = Array.from({ length: 26 }, (_, house) => ({
  left: house * 26 - 10 + 6 * chance(house),
  width: 20 + 9 * chance(house + 30),
  wall: 16 + 20 * chance(house + 60),
  gable: house % 3 === 0 ? 0 : 6 + 6 * chance(house + 90),
}))

function townHeight(x: number): number {
  const heights = houses.map(({ left, width, wall, gable }) => {
    const share = (x - left) / width
    return share >= 0 && share <= 1 ? wall + gable * (1 - Math.abs(2 * share - 1)) : 0
  })
  return Math.max(8, ...heights)
}

function drawTown(canvas: Canvas, seconds: number): void {
  const hills = (x: number) => horizon - 26 - 12 * Math.sin(x / 118) - 7 * Math.sin(x / 51 + 2)
  silhouette(canvas, { top: hills, bottom: horizon }, [0.14, 0.1, 0.22])
  silhouette(canvas, { top: (x) => horizon - townHeight(x), bottom: horizon }, [0.06, 0.05, 0.12])
  for (const [house, { left, width, wall }] of houses.entries()) {
    for (let window = 0; window < 4; window++) {
      const id = house * 10 + window
      if (chance(id) < 0.45) continue
      // Some windows are lit during a part of the loop; their light fades in and out.
      const isChanging = chance(id + 5) > 0.8
      const lit = isChanging ? Math.min(1, Math.max(0, 0.5 + 1.6 * wave(seconds, 1, chance(id + 6)))) : 1
      const [x, y] = [left + width * (0.22 + 0.28 * (window % 3)), horizon - wall * (0.3 + 0.4 * (window >> 1))]
      const curtain: Colour = [0.95, 0.72 - 0.15 * chance(id + 7), 0.38, 0.75 * lit]
      line(canvas, { from: [x, y], to: [x, y + 2.4], width: 2.6 }, curtain)
    }
  }
}

const board = { x: 214, y: 154, width: 292, height: 76, corner: 7 }

function drawSign(canvas: Canvas, seconds: number): void {
  const { x, y, width, height } = board
  for (const foot of [x - 106, x + 106]) line(canvas, { from: [foot, y], to: [foot, horizon], width: 3 }, dark)
  panel(canvas, board, [0.16, 0.12, 0.2])
  panel(canvas, { ...board, width: width - 3, height: height - 3 }, [0.05, 0.04, 0.09])
  for (const { row, ...at } of signDots) {
    const beat = row === 'name' ? 0.82 + 0.18 * wave(seconds, 10, -at.x / 180) : 0.75 + 0.25 * wave(seconds, 10)
    lamp(canvas, at, dim(row === 'name' ? warm : [1, 0.42, 0.5], beat))
  }
}

const wheel = { x: 492, y: 122, radius: 92, gondolas: 12 }
const iron: Colour = [0.17, 0.15, 0.27]

function drawWheel(canvas: Canvas, seconds: number): void {
  const { x, y, gondolas } = wheel
  for (const foot of [-44, 44]) line(canvas, { from: [x, y], to: [x + foot, horizon], width: 3.4 }, dim(iron, 0.6))
  for (let gondola = 0; gondola < gondolas; gondola++) drawGondola(canvas, seconds, gondola)
  disc(canvas, { x, y, radius: 6 }, dim(iron, 1.4))
  lamp(canvas, { x, y, radius: 3.4 }, dim([1, 0.6, 0.5], 0.85 + 0.15 * wave(seconds, 5)))
}

/** Draws a cabin with its spoke, and the rim to the next cabin. */
function drawGondola(canvas: Canvas, seconds: number, gondola: number): void {
  const { x, y, radius, gondolas } = wheel
  const place = (count: number, share: number): [number, number] => {
    const angle = turn * (seconds / loopSeconds + count / gondolas)
    return [x + radius * share * Math.cos(angle), y + radius * share * Math.sin(angle)]
  }
  const [here, next] = [place(gondola, 1), place(gondola + 1, 1)]
  line(canvas, { from: [x, y], to: here, width: 1.1 }, iron)
  line(canvas, { from: here, to: next, width: 1.5 }, iron)
  const colour = lampColours[gondola % lampColours.length] ?? warm
  for (let bulb = 1; bulb <= 5; bulb++) {
    const [bulbX, bulbY] = place(gondola, bulb / 6)
    lamp(canvas, { x: bulbX, y: bulbY, radius: 0.9 }, dim(colour, 0.55 + 0.35 * wave(seconds, 5, -bulb / 6)))
  }
  for (let bulb = 0; bulb < 4; bulb++) {
    const along = (from: number, to: number) => from + ((to - from) * bulb) / 4
    const at = { x: along(here[0], next[0]), y: along(here[1], next[1]), radius: 1.1 }
    lamp(canvas, at, dim(warm, 0.85))
  }
  const cabin = { x: here[0], y: here[1] + 8, width: 16, height: 8, corner: 4 }
  panel(canvas, cabin, dim(colour, 0.62))
  panel(canvas, { ...cabin, y: here[1] + 6, width: 10.5, height: 2.5, corner: 1.2 }, [1, 0.93, 0.75, 0.8])
}

const posts = [22, 104, 186, 268, 350, 410, 574, 628]
/** Largest gap between posts with lamps; the wheel stands in a larger one. */
const gapMax = 120

function drawPier(canvas: Canvas, seconds: number): void {
  line(canvas, { from: [0, 235], to: [size.width, 235], width: 7 }, [0.05, 0.045, 0.09])
  for (const x of posts) line(canvas, { from: [x, 206], to: [x, horizon], width: 1.6 }, dark)
  for (const [at, fromX] of posts.entries()) {
    const gap = (posts[at + 1] ?? Infinity) - fromX
    if (gap > gapMax) continue
    const lamps = Math.round(gap / 12)
    for (let each = 0; each <= lamps; each++) {
      const share = each / lamps
      const sag = 4 * share * (1 - share) * (9 + 0.8 * wave(seconds, 4, at / 7))
      const colour = lampColours[(each + at) % lampColours.length] ?? warm
      const strength = 0.88 + 0.12 * wave(seconds, 3, chance(each + 20 * at))
      lamp(canvas, { x: fromX + gap * share, y: 206 + sag, radius: 1.25 }, dim(colour, strength))
    }
  }
}
