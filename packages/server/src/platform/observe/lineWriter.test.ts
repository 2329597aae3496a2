import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLineWriter } from './lineWriter.ts'

test('lines come out whole and in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-lines-'))
  const stream = createWriteStream(join(folder, 'log'))
  const writer = openLineWriter(stream)
  for (let i = 0; i < 1000; i += 1) writer.write(`line ${i}`)
  await writer.flush()
  const lines = readFileSync(join(folder, 'log'), 'utf8').split('\n')
  assert.deepEqual([lines.length, lines[0], lines[999], writer.droppedCount()], [1001, 'line 0', 'line 999', 0])
  stream.destroy()
  rmSync(folder, { recursive: true })
})

const flood = `
  import { openLineWriter } from ${JSON.stringify(new URL('./lineWriter.ts', import.meta.url).href)}
  const writer = openLineWriter(process.stdout)
  let most = 0
  for (let i = 0; i < 200; i += 1) {
    const began = performance.now()
    for (let j = 0; j < 100; j += 1) writer.write('x'.repeat(1000))
    most = Math.max(most, performance.now() - began)
    await new Promise((done) => setImmediate(done))
  }
  process.send({ dropped: writer.droppedCount(), most })
  process.on('message', () => process.exit(7))
`

test('a reader that does not read holds up neither the process nor its end; too much is dropped', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', flood], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [said] = await once(child, 'message')
  const { dropped, most } = Object(said)
  assert.ok(dropped > 10_000, `${dropped} dropped`)
  assert.ok(most < 500, `${most} ms`)
  const ended = once(child, 'exit')
  child.send('end')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  assert.deepEqual(await ended, [7, null])
  clearTimeout(timer)
})
