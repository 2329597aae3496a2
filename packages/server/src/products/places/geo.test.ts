import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Box, boxOf, chordOf, cubeAround, cubeOf, cubeOfBox, distanceBetweenM, pointOf } from './geo.ts'

const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const point = fc.record({ latitude, longitude })

test('distances between known cities are right within a thousandth', () => {
  const berlin = { latitude: 52.5163, longitude: 13.3777 }
  const paris = { latitude: 48.8584, longitude: 2.2945 }
  const sydney = { latitude: -33.8568, longitude: 151.2153 }
  assert.ok(Math.abs(distanceBetweenM(berlin, paris) - 878_500) < 2_000)
  assert.ok(Math.abs(distanceBetweenM(berlin, sydney) - 16_090_000) < 30_000)
  const antimeridian = distanceBetweenM({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })
  assert.ok(Math.abs(antimeridian - 22_239) < 1)
})

test('the chord grows with the arc and is never longer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (arcM) => {
      assert.ok(chordOf(arcM) <= arcM && chordOf(arcM) > arcM * 0.999 && chordOf(arcM + 1) > chordOf(arcM))
    }),
  )
})

test('the cube around a point holds every point within the radius', () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      assert.ok(isWithin(cubeOf(b), cubeAround(a, distanceBetweenM(a, b) + 0.001)))
    }),
  )
})

test('the cube of a box of degrees holds every point of the box, across the antimeridian too', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(point, point, fc.tuple(share, share), (a, b, [across, up]) => {
      const south = Math.min(a.latitude, b.latitude)
      const box: Box = { west: a.longitude, east: b.longitude, south, north: Math.max(a.latitude, b.latitude) }
      const width = box.west <= box.east ? box.east - box.west : box.east - box.west + 360
      const turned = box.west + width * across
      const inside = { latitude: south + (box.north - south) * up, longitude: turned > 180 ? turned - 360 : turned }
      assert.ok(isWithin(cubeOf(inside), cubeOfBox(box)))
    }),
  )
})

test('malformed points and boxes are refused', () => {
  assert.deepEqual(pointOf('near', '52.5, -13.25'), { latitude: 52.5, longitude: -13.25 })
  for (const wrong of ['', '1', '91,0', '0,181', '1,2,3', 'a,b', '1e1,2', 'NaN,1', '0x1,1']) {
    assert.throws(() => pointOf('near', wrong), /1 field/, wrong)
  }
  assert.deepEqual(boxOf('bbox', '170,-10,-170,10'), { west: 170, south: -10, east: -170, north: 10 })
  for (const wrong of ['', '1,2,3', '0,5,1,4', '0,0,0,91', '-181,0,0,0', '1,2,3,4,5']) {
    assert.throws(() => boxOf('bbox', wrong), /1 field/, wrong)
  }
})

function isWithin(inner: string, outer: string): boolean {
  const numbers = (text: string) =>
    text
      .split(/[(), ]+/)
      .filter((part) => part !== '')
      .map(Number)
  const [x, low] = [numbers(inner), numbers(outer)]
  return x.every((value, axis) => value >= (low[axis] ?? 0) && value <= (low[axis + 3] ?? 0))
}
