import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Account, Actor, Ctx } from '#kit/call/context.ts'
import { isPublic } from '#kit/nouns/resource.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { openCall } from '#platform/call/callContext.ts'
import { products } from '#products/index.ts'
import { openStage, type Stage } from './stage.ts'

const resources = products.flatMap((product) => product.resources)
const anyone: Actor = { kind: 'key', id: 'public', credential: 'public', scopes: [] }
const restrictedTo = (scope: string): Actor => ({ kind: 'key', id: 'key', credential: 'restricted', scopes: [scope] })

describe('cards of records', { concurrency: 4 }, () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage[Symbol.asyncDispose]())

  function callOf(account: Account, actor: Actor): Ctx {
    return openCall(stage.world.app.kernel, { account, actor, requestId: 'req_cards', cause: 'cards' }).ctx
  }

  for (const of of resources) {
    test(`${of.id}: a card names the record and its page; it needs the read scope, or a public record`, async () => {
      const scene = await stage.scene()
      const id = String((await scene.make(of.id))['id'])
      const own = stage.world.app.operatorCtx(scene.account, 'test')
      const card = (await own.cards([id])).get(id)
      assert.ok(card !== undefined, `${id} has no card`)
      const { title, url, ...rest } = card
      const record = await own.store.get(of, id)
      assert.partialDeepStrictEqual(rest, { id, kind: of.id, kindTitle: of.title, status: record.status })
      assert.match(title, /\S/)
      assert.doesNotMatch(title, /^(undefined|null|\[object Object\])$/)
      if (url !== null) {
        const { origin, pathname } = new URL(url)
        assert.equal(origin, own.settings.publicUrl)
        assert.ok(stage.world.app.server.routeMethods.at(pathname).includes('GET'), `${url} has no page`)
      }
      assert.equal((await callOf(scene.account, anyone).cards([id])).has(id), isPublic(of, record))
      const reader = restrictedTo(`${of.id}:read`)
      assert.ok((await callOf(scene.account, reader).cards([id])).has(id), 'no card with the read scope of the noun')
      const writer = restrictedTo(`${of.id}:write`)
      assert.equal((await callOf(scene.account, writer).cards([id])).size, 0, 'a card without the read scope')
      const { account: other } = await stage.scene()
      assert.equal((await own.as(other).cards([id])).size, 0, 'a card of another account')
      // Records that are never deleted, such as payments, keep their card.
      if (of.deletedFrom !== undefined && !of.deletedFrom.includes(record.status)) return
      await own.store.remove(of, id)
      assert.equal((await own.cards([id])).size, 0, 'a card of a deleted record')
    })
  }
})

test('cards() reads the records of a noun in one statement, and leaves out ids without a record', async (t) => {
  await using stage = await openStage()
  const of = resources.find(({ id }) => stage.operation(`${id}.create`) !== undefined)
  assert.ok(of !== undefined)
  const scene = await stage.scene()
  const own = stage.world.app.operatorCtx(scene.account, 'test')
  const made = [await scene.make(of.id), await scene.make(of.id), await scene.make(of.id)]
  const ids = made.map(({ id }) => String(id))
  const unknown = encodeId(of.prefix, scene.account.id, uuidv7(Date.now()))
  const query = t.mock.method(stage.world.app.pools.lane, 'query')
  const cards = await own.cards([...ids, ...ids, unknown, 'no id', '', `${of.prefix}_x`])
  assert.deepEqual([...cards.keys()].toSorted(), ids.toSorted())
  assert.equal(query.mock.callCount(), 1)
  const many = Array.from({ length: 201 }, (_, n) => encodeId(of.prefix, scene.account.id, uuidv7(n)))
  await assert.rejects(own.cards(many), RangeError)
})
