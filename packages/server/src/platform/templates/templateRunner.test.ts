import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { Problem } from '#kit/call/problem.ts'
import { startProcess, type TemplateRunner } from './templateRunner.ts'
import { openThreads } from './templateWorker.ts'

const account = { id: 1, mode: 'live', twinId: 2 } as const
const texts = { subject: null, preheader: null, textBody: null, layout: null } as const

/** A process that the system does not start: its folder does not exist. */
function unstarted(): TemplateRunner {
  const events = fork(import.meta.filename, { cwd: '/nowhere' })
  return { events, send: () => {}, terminate: async () => {}, usedMs: async () => 0 }
}

test('a process that does not start refuses its request, and the next request starts another', async () => {
  const starts = [unstarted, startProcess]
  const threads = openThreads({ start: () => (starts.shift() ?? startProcess)(), hangsMs: 60_000, slowMs: 60_000 })
  const compile = () => threads.ask(account, { source: { ...texts, format: 'text', body: 'Hello' } })
  try {
    await assert.rejects(compile(), (error) => error instanceof Problem && error.status === 503)
    assert.ok('compiled' in Object(await compile()))
  } finally {
    await threads.close()
  }
})

test('a process whose used time cannot be read is not blamed on its request, which is refused for now', async () => {
  const unread = (): TemplateRunner => {
    const events = new EventEmitter()
    // The first message says that the process is ready; none follows.
    setImmediate(() => events.emit('message'))
    const usedMs = () => Promise.reject(new Error('EMFILE'))
    return { events, send: () => undefined, terminate: async () => undefined, usedMs }
  }
  const threads = openThreads({ start: unread, hangsMs: 10, slowMs: 60_000 })
  const asked = threads.ask(account, { source: { ...texts, format: 'text', body: 'Hello' } })
  await assert.rejects(asked, (error) => error instanceof Problem && error.status === 503)
})
