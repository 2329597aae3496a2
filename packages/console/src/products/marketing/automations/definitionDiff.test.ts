import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definitionDiff } from './definitionDiff.ts'

const rest = { trigger: { type: 'manual' }, entry: {}, exitWhen: null, goal: null, settings: {} }

test('two versions differ by added, removed and changed nodes, and by their other parts', () => {
  const before = {
    ...rest,
    nodes: [
      { nodeId: 'a', type: 'delay', for: 'P1D', next: 'b' },
      { nodeId: 'b', type: 'exit' },
    ],
  }
  const after = {
    ...rest,
    goal: { filter: {} },
    nodes: [
      { nodeId: 'a', type: 'delay', for: 'P2D', next: 'c', position: { x: 1, y: 2 } },
      { nodeId: 'c', type: 'exit' },
    ],
  }
  assert.deepEqual(definitionDiff(before, after), {
    nodes: [
      { nodeId: 'b', change: 'removed', fields: [] },
      { nodeId: 'a', change: 'changed', fields: ['for', 'next'] },
      { nodeId: 'c', change: 'added', fields: [] },
    ],
    parts: ['goal'],
  })
  assert.deepEqual(definitionDiff(before, before), { nodes: [], parts: [] })
})
