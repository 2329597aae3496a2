import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'
import { connectionFor, findConnection, sandboxIdOf } from './payConnection.ts'

test('every account has a sandbox of its own, with a secret of its own', async () => {
  await using w = await world()
  const other = await w.another()
  const [own, foreign] = [w.account.account, other.account].map((account) => w.app.operatorCtx(account, 'test'))
  assert.ok(own !== undefined && foreign !== undefined)
  const [mine, theirs] = [await connectionFor(own, null), await connectionFor(foreign, null)]
  assert.deepEqual([mine.kind, mine.providerId], ['sandbox', sandboxIdOf(own)])
  assert.notDeepEqual(mine.webhookSecrets, theirs.webhookSecrets)
  assert.equal(await findConnection(own, theirs.providerId), undefined)
})
