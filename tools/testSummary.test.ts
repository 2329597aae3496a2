import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { lackOf, lacks } from '#test/world/program.ts'
import { TestSummary } from './testSummary.ts'

function summaryOf(...skips: string[]): TestSummary {
  const summary = new TestSummary()
  // cast: the summary reads no other field of an event
  for (const skip of skips) summary.add({ type: 'test:pass', data: { skip, details: {} } } as unknown as TestEvent)
  return summary
}

test('a skip for a missing program counts as a lack, and names the Debian packages once each', () => {
  const summary = summaryOf(lackOf('ffmpeg', 'ffprobe'), lackOf('ffmpeg', 'ffprobe'), 'Postfix needs root')
  assert.equal(summary.hasLack, true)
  assert.match(summary.text(), /^missing: ffmpeg, ffprobe +2 +apt-get install ffmpeg$/m)
  assert.match(summary.text(), /^Postfix needs root +1 +run npm test as root$/m)
  assert.match(summary.text(), /0 tests passed, 0 failed, 3 skipped in 0 min 0 s/)
})

test('a skip for another reason is no lack, and a failed test fails the run', () => {
  const summary = summaryOf('Postfix needs root')
  assert.deepEqual([summary.hasLack, summary.hasFailed], [false, false])
  // cast: the summary reads no other field of an event
  summary.add({ type: 'test:fail', data: { details: {} } } as unknown as TestEvent)
  assert.equal(summary.hasFailed, true)
})

test('the closing lines name each failed test with its error, and no suite that failed by its tests', () => {
  const summary = summaryOf()
  const fail = (name: string, error: Error) => {
    const data = { name, file: join(import.meta.dirname, 'some.test.ts'), line: 7, details: { error } }
    // cast: the summary reads no other field of an event
    summary.add({ type: 'test:fail', data } as unknown as TestEvent)
  }
  fail('adds up', Object.assign(new Error('test failed'), { cause: new Error('1 is not 2') }))
  fail('arithmetic', Object.assign(new Error('1 subtest failed'), { failureType: 'subtestsFailed' }))
  assert.match(summary.text(), /^✖ adds up \(tools\/some\.test\.ts:7\)\n {4}Error: 1 is not 2$/m)
  assert.doesNotMatch(summary.text(), /arithmetic/)
})

test('a failure that a second run does not repeat stays in the closing lines, and fails the run no more', () => {
  const first = summaryOf()
  const data = {
    name: 'scrolls',
    file: join(import.meta.dirname, 'some.test.ts'),
    details: { error: new Error('late') },
  }
  // cast: the summary reads no other field of an event
  const failed = { type: 'test:fail', data } as unknown as TestEvent
  first.add(failed)
  assert.deepEqual(first.failedFiles, ['tools/some.test.ts'])
  const failing = summaryOf()
  failing.add(failed)
  first.settle(failing)
  assert.equal(first.hasFailed, true)
  first.settle(summaryOf())
  assert.equal(first.hasFailed, true)
  const passing = summaryOf()
  // cast: the summary reads no other field of an event
  passing.add({ type: 'test:pass', data: { details: {} } } as unknown as TestEvent)
  first.settle(passing)
  assert.equal(first.hasFailed, false)
  assert.match(first.text(), /^✖ scrolls .*[^]*1 failed at first and passed alone/m)
})

test('lacks() names the programs that PATH does not hold', () => {
  assert.equal(lacks('sh'), false)
  assert.equal(lacks('sh', 'no-such-program', 'nor-this-one'), 'missing: no-such-program, nor-this-one')
})
