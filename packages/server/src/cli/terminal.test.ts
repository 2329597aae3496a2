import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { abortAtInterrupt } from './terminal.ts'

test('an interrupt aborts once, and a second one meets a listener: npm passes on the Ctrl-C of the terminal', () => {
  const signals = new EventEmitter()
  const stream = { write: () => true }
  const signal = abortAtInterrupt({
    env: {},
    cwd: () => '/',
    stdout: stream,
    stderr: stream,
    on: (name, listener) => signals.on(name, listener),
    exit: () => assert.fail('the process must not exit'),
  })
  assert.equal(signal.aborted, false)
  assert.ok(signals.emit('SIGINT'))
  assert.equal(signal.aborted, true)
  assert.ok(signals.emit('SIGINT'), 'the second interrupt would kill the process')
})
