import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connected, placesOf, waysOf } from './canvasGraph.ts'

const nodes = [
  { nodeId: 'a', type: 'branch', cases: [{ when: {}, next: 'b' }], else: null },
  { nodeId: 'b', type: 'delay', for: 'P1D', next: 'c' },
  { nodeId: 'c', type: 'exit', position: { x: 5, y: 7 } },
]

test('ways are named by the field that leads to the next node, and are set by it', () => {
  assert.deepEqual(waysOf(nodes), [
    { from: 'a', path: 'cases.0.next', to: 'b' },
    { from: 'b', path: 'next', to: 'c' },
  ])
  const changed = connected(connected(nodes, { from: 'a', path: 'else', to: 'c' }), {
    from: 'a',
    path: 'cases.0.next',
    to: null,
  })
  assert.deepEqual(waysOf(changed), [
    { from: 'a', path: 'else', to: 'c' },
    { from: 'b', path: 'next', to: 'c' },
  ])
})

test('nodes without a place lie by their distance from the entry', () => {
  assert.deepEqual(
    [...placesOf(nodes).values()],
    [
      { x: 0, y: 0 },
      { x: 0, y: 130 },
      { x: 5, y: 7 },
    ],
  )
})
