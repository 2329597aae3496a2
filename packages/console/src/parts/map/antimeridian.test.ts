import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutLines, unwrappedLand } from './antimeridian.ts'

test('land across the antimeridian stays in one piece and has a copy at the other edge', () => {
  const across = [
    [170, 60],
    [-175, 60],
    [-175, 65],
    [170, 65],
    [170, 60],
  ]
  const land = unwrappedLand({
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: [[across]] },
  })
  const edges = land.coordinates.map(([ring = []]) => ring.map(([longitude]) => longitude))
  assert.deepEqual(edges, [
    [170, 185, 185, 170, 170],
    [-190, -175, -175, -190, -190],
  ])
})

test('land within the map is drawn once, as it is', () => {
  const coordinates = [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 0],
    ],
  ]
  const land = unwrappedLand({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } })
  assert.deepEqual(land.coordinates, [coordinates])
})

test('a line is cut where it jumps across the map', () => {
  const line = [
    [178, 1],
    [179.9, 1],
    [-179.9, 1],
    [-178, 1],
  ]
  const { coordinates } = cutLines({ type: 'MultiLineString', coordinates: [line] })
  assert.deepEqual(coordinates, [line.slice(0, 2), line.slice(2)])
})
