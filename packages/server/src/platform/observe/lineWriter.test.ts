import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLineWriter } from './lineWriter.ts'

test('lines are written whole and in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-lines-'))
  const stream = createWriteStream(join(folder, 'log'))
  const writer = openLineWriter(stream)
  for (let i = 0; i < 1000; i += 1) writer.write(`line ${i}`)
  await writer.flush(30_000)
  const lines = readFileSync(join(folder, 'log'), 'utf8').split('\n')
  assert.deepEqual([lines.length, lines[0], lines[999], writer.droppedCount()], [1001, 'line 0', 'line 999', 0])
  stream.destroy()
  rmSync(folder, { recursive: true })
})

const flood = `
  import { openLineWriter } from ${JSON.stringify(new URL('./lineWriter.ts', import.meta.url).href)}
  const writer = openLineWriter(process.stdout)
  for (let i = 0; i < 200; i += 1) {
    for (let j = 0; j < 100; j += 1) writer.write('x'.repeat(1000))
    await new Promise((done) => setImmediate(done))
  }
  process.send({ dropped: writer.droppedCount() })
  process.on('message', () => process.exit(7))
`

test(
  'a stuck reader blocks neither the process nor its end; lines beyond the bound are dropped',
  { timeout: 60_000 },
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', flood], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    // The test reads no output: a writer that waited for its reader would never send this message.
    const [message] = await once(child, 'message')
    const { dropped } = Object(message)
    assert.ok(dropped > 10_000, `${dropped} dropped`)
    const ended = once(child, 'exit')
    child.send('end')
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
    assert.deepEqual(await ended, [7, null])
    clearTimeout(timer)
  },
)
