import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '#kit/nouns/operation.ts'
import { publicNames } from '#kit/nouns/resource.ts'
import { products } from '#products/index.ts'
import { propertiesOf, sampleOf } from '#test/conformance/schema.ts'
import { arrayOf, objectOf, world, type SendOptions } from '#test/world/world.ts'

/** Parameters that choose a page, an account or a form, and compare no field. */
const choices = new Set([
  'limit',
  'offset',
  'cursor',
  'withTotal',
  'sort',
  'accountId',
  'scope',
  'includeSubCategories',
])

/** Parameters and sorts that compare a property of another name. Another test covers search texts. */
const comparedBy: Record<string, string> = {
  tag: 'tags',
  scheduledAfter: 'scheduledAt',
  scheduledBefore: 'scheduledAt',
  includeInactive: 'isActive',
  city: 'address',
  countryCode: 'address',
  minCapacity: 'capacity',
  near: 'location',
  radiusM: 'location',
  bbox: 'location',
  openAt: 'openingHours',
  distance: 'location',
  relevance: 'name',
  'places.place.all category': 'categories',
  // The public form of the channel shows its language; a channel that is closed matches none.
  'livestream.stream.all language': 'channelId',
  // Viewers are counted only for streams whose public form has the number.
  'livestream.channel.all viewers': 'isLive',
}

const lists = products
  .flatMap((product) => product.operations)
  .filter((of) => of.credential === 'public' && of.publicOutput !== undefined && of.id.endsWith('.all'))

test('the public filters and sorts lists by fields of the public form alone', async () => {
  await using w = await world()
  const origin = 'https://fan.example'
  const publicKey = await w.key({ kind: 'public', allowedOrigins: [origin] })
  const other = await w.another()
  const callers: [name: string, how: SendOptions][] = [
    ['a public key', { key: publicKey, headers: { origin } }],
    ['another account', { key: other.secretKey }],
  ]
  const { publicId } = w.account.account
  assert.ok(lists.length >= 7)
  const refused: string[] = []
  for (const of of lists) {
    for (const [name, schema] of hiddenFilters(of)) {
      const input = { accountId: publicId, [name]: sampleOf(schema) }
      assert.equal((await w.send(of.id, input)).status, 200, `${of.id} refuses ${name} to its owner`)
      for (const [caller, how] of callers) {
        const { status, body } = await w.send(of.id, input, how)
        const paths = arrayOf(objectOf(body['error'])['fields'] ?? []).map(({ path }) => path)
        assert.deepEqual([status, paths], [400, [`/${name}`]], `${of.id} filters by ${name} for ${caller}`)
      }
      refused.push(`${of.id} ${name}`)
    }
  }
  for (const name of ['parentStreamId', 'scheduledAfter', 'scheduledBefore', 'clientReference']) {
    assert.ok(refused.includes(`livestream.static.all ${name}`), name)
  }
})

test('a public list sorts by fields of the public form alone', () => {
  const hidden = lists.flatMap((of) => {
    const pattern = String(propertiesOf(of.input)['sort']?.['pattern'])
    const keys = /\(([a-zA-Z|]+)\)/.exec(pattern)?.[1]?.split('|') ?? []
    assert.ok(keys.length > 0, of.id)
    return keys.filter((key) => !isShown(of, key)).map((key) => `${of.id} ${key}`)
  })
  assert.deepEqual(hidden, [])
})

test('search texts and other derived columns of public records hold public fields alone', () => {
  const hidden: string[] = []
  let readCount = 0
  for (const of of products.flatMap((product) => product.resources).filter((each) => each.publicWhen !== undefined)) {
    const visible = new Set<PropertyKey>([...publicNames(of), ...Object.keys(of.computed?.publicFields ?? {})])
    for (const [column, derived] of Object.entries(of.derived)) {
      const get = (_: unknown, name: PropertyKey) => {
        readCount += 1
        if (!visible.has(name)) hidden.push(`${of.id}.${column} reads ${String(name)}`)
        const field = of.fields[String(name)]
        return field === undefined ? null : sampleOf(field.schema)
      }
      derived.of(new Proxy<Record<string, unknown>>({}, { get }))
    }
  }
  assert.deepEqual(hidden, [])
  assert.ok(readCount > 30)
})

test('the language of a closed channel narrows no list of the public', async () => {
  await using w = await world()
  const channel = await w.call('livestream.channel.create', { name: 'Kept', language: 'is', visibility: 'private' })
  await w.call('livestream.stream.create', { title: 'On air', visibility: 'public', channelId: channel['id'] })
  const publicKey = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const how = { key: publicKey, headers: { origin: 'https://fan.example' } }
  const countOf = async (input: Record<string, unknown>, own?: SendOptions) => {
    const { body } = await w.send('livestream.stream.all', { ...input }, own)
    return arrayOf(objectOf(body['data'])['items']).length
  }
  assert.equal(await countOf({ language: 'is' }), 1)
  assert.equal(await countOf({}, how), 1)
  assert.equal(await countOf({ language: 'is' }, how), 0)
})

/** Filters of a list that compare a field outside its public form. */
function hiddenFilters(of: Operation) {
  return Object.entries(propertiesOf(of.input)).filter(
    ([name]) => name !== 'q' && !choices.has(name) && !isShown(of, name),
  )
}

function isShown(of: Operation, name: string): boolean {
  const { items } = propertiesOf(of.publicOutput)
  const visible = propertiesOf(items?.['items'])
  return Object.hasOwn(visible, comparedBy[`${of.id} ${name}`] ?? comparedBy[name] ?? name)
}
