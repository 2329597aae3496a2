import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asEntry,
  connected,
  freeId,
  inserted,
  neighbourOf,
  openWay,
  placeAfter,
  removed,
  waysOf,
} from './canvasGraph.ts'
import { layoutOf, smoothPath } from './canvasLayout.ts'

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

test('nodes without a place lie in rows below the node that leads to them', () => {
  const { places, courses } = layoutOf(nodes)
  const [a, b] = [places.get('a'), places.get('b')]
  assert.ok(a && b && b.y > a.y)
  assert.deepEqual(places.get('c'), { x: 5, y: 7 })
  // A way to a node that was dragged has no course of its own.
  assert.deepEqual([...courses.keys()], ['a cases.0.next'])
  const line = [
    { x: 0, y: 0 },
    { x: 5, y: 5 },
    { x: 10, y: 10 },
  ]
  assert.equal(smoothPath(line), 'M0,0 Q5,5 8,8 L10,10')
})

test('a node on a way stands between both ends, and a removed one leaves a way that leads on', () => {
  const mail = { nodeId: 'mail', type: 'sendEmail' }
  const more = inserted(nodes, mail, { from: 'b', path: 'next' })
  assert.deepEqual(waysOf(more).slice(1), [
    { from: 'b', path: 'next', to: 'mail' },
    { from: 'mail', path: 'next', to: 'c' },
  ])
  assert.deepEqual(waysOf(removed(more, 'mail')), waysOf(nodes))
  assert.deepEqual(inserted(nodes, mail, 'entry')[0], { ...mail, next: 'a' })
  const fork = { nodeId: 'fork', type: 'branch', cases: [{ when: {} }] }
  const forked = inserted(nodes, fork, { from: 'b', path: 'next' })
  assert.deepEqual(waysOf(forked).at(-1), { from: 'fork', path: 'else', to: 'c' })
})

test('the node after a removed entry becomes the entry', () => {
  assert.deepEqual(
    removed(nodes, 'a').map(({ nodeId }) => nodeId),
    ['b', 'c'],
  )
  assert.equal(asEntry(nodes, 'b')[0]?.nodeId, 'b')
  assert.equal(removed(nodes.slice(2), 'c').length, 1)
})

test('a loop onto a removed node ends there', () => {
  const loop = [
    { nodeId: 'a', type: 'delay', next: 'b' },
    { nodeId: 'b', type: 'goTo', next: 'a' },
  ]
  assert.deepEqual(waysOf(removed(loop, 'b')), [])
})

test('a new node has its place after a chosen one, before an exit, and at the end without a choice', () => {
  const chain = [
    { nodeId: 'a', type: 'delay', next: 'b' },
    { nodeId: 'b', type: 'delay', next: 'end' },
    { nodeId: 'end', type: 'exit' },
  ]
  assert.deepEqual(placeAfter(chain, 'a'), { from: 'a', path: 'next' })
  assert.deepEqual(placeAfter(chain, 'end'), { from: 'b', path: 'next' })
  assert.deepEqual(placeAfter(chain, undefined), { from: 'b', path: 'next' })
  assert.equal(placeAfter(chain.slice(2), 'end'), 'entry')
  assert.deepEqual(placeAfter(nodes, 'a'), { from: 'a', path: 'else' })
})

test('open ways, free ids and neighbours are found along the ways', () => {
  assert.deepEqual(openWay(nodes, undefined), { from: 'a', path: 'else' })
  assert.equal(openWay(nodes, 'b'), undefined)
  assert.equal(freeId([...nodes, { nodeId: 'delay', type: 'delay' }], 'delay'), 'delay2')
  assert.equal(neighbourOf(nodes, 'b', 'before'), 'a')
  assert.equal(neighbourOf(nodes, 'b', 'after'), 'c')
  assert.equal(neighbourOf(nodes, 'b', 'right'), undefined)
})
