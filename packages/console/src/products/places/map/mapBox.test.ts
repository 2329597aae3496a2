import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxAround, boxOf, boxText, columnsOf, nearestLongitude, viewOf, viewText } from './mapBox.ts'

test('a box keeps about a metre, ends at the poles, and may cross the antimeridian', () => {
  assert.equal(boxText({ west: -200, south: -95, east: 190.5, north: 91 }), '-180,-90,180,90')
  assert.equal(boxText({ west: 9.123456789, south: 53, east: 10, north: 54 }), '9.12346,53,10,54')
  assert.equal(boxText({ west: 170, south: 0, east: 190, north: 1 }), '170,0,-170,1')
  assert.equal(boxText({ west: -190, south: 0, east: -170, north: 1 }), '170,0,-170,1')
  assert.equal(boxText({ west: -180, south: 0, east: 180, north: 1 }), '-180,0,180,1')
})

test('a meridian is drawn where the map is', () => {
  assert.deepEqual(
    [nearestLongitude(-175, 178), nearestLongitude(175, -178), nearestLongitude(10, 20)],
    [185, -185, 10],
  )
})

test('a box is read from its text alone', () => {
  assert.deepEqual(boxOf('1,2,3,4'), { west: 1, south: 2, east: 3, north: 4 })
  for (const text of ['', '1,2,3', '1,2,3,4,5', '1,2,x,4']) assert.equal(boxOf(text), undefined, text)
})

test('the box around boxes holds all of them', () => {
  const boxes = ['1,2,3,4', '-5,3,0,9'].flatMap((text) => boxOf(text) ?? [])
  assert.deepEqual(boxAround(boxes), { west: -5, south: 2, east: 3, north: 9 })
  assert.equal(boxAround([]), undefined)
})

test('a view of an address leads back to the same view, and other text to none', () => {
  assert.deepEqual(viewOf(viewText({ latitude: 53.5412345, longitude: 9.98, zoom: 6.5 })), {
    center: [53.54123, 9.98],
    zoom: 6.5,
  })
  for (const text of ['', '1,2', '95,0,3', '1,2,99', 'a,b,c']) assert.equal(viewOf(text), undefined, text)
})

test('cells of a grid are wide enough for a number', () => {
  assert.deepEqual([320, 900, 9_000].map(columnsOf), [5, 14, 64])
})
