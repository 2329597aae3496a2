import assert from 'node:assert/strict'
import type { OneProcess } from '#test/world/world.ts'

/** Gets the status of one stream by its id. */
export async function streamStatus(w: Pick<OneProcess, 'call'>, streamId: string) {
  const status = await w.call('livestream.stream.getStatus', { streamId })
  assert.ok('status' in status, 'a list of several streams')
  return status
}
