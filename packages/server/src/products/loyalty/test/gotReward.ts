import assert from 'node:assert/strict'
import type { World } from '#test/world/world.ts'

/** Gets a reward: `loyalty.reward.get` has the form of a statement as well. */
export async function gotReward(w: World, rewardId: string | undefined, include: ('entries' | 'stats')[] = []) {
  const got = await w.call('loyalty.reward.get', { rewardId, ...(include.length > 0 && { include }) })
  assert.ok('rewardId' in got)
  return got
}
