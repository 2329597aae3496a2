import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'

const compiling = new URL('./compilingProcess.ts', import.meta.url).pathname

const noProc = process.platform === 'linux' ? false : 'reads /proc, which Linux has'

test('the process of a long compilation ends after kill -9 of the server', { skip: noProc }, async (t) => {
  const server = spawn(process.execPath, [compiling], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => server.kill('SIGKILL'))
  const [printed] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])
  const pid = Number(printed)
  assert.ok(pid > 1 && isAlive(pid))
  t.after(() => isAlive(pid) && process.kill(pid, 'SIGKILL'))
  server.kill('SIGKILL')
  await until(() => !isAlive(pid))
})

/** Whether a process runs: one that has ended and waits for its parent has no program. */
function isAlive(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) !== ''
  } catch {
    return false
  }
}
