import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plant, type Canary, type Planted } from './canaries.ts'
import { crawlOperations, crawlPages, crawlWithToken, type Caller, type Seen } from './publicCrawl.ts'
import { propertiesOf } from '#test/conformance/schema.ts'
import { arrayOf, underPrefix, world, type SendOptions, type World } from '#test/world/world.ts'

let w: World
let planted: Planted
let ids: string[]
let handles: string[]

before(async () => {
  w = await world()
  planted = await plant(w)
  const sheets = arrayOf((await w.call('livestream.details.all', { limit: 100 }))['items'])
  const labels = arrayOf((await w.call('livestream.category.all'))['items'])
  ids = [...planted.subjects, ...sheets, ...labels].map((each) => String(each['id']))
  const channels = arrayOf((await w.call('livestream.channel.all'))['items'])
  handles = channels.map((each) => String(each['handle']))
})

after(() => w[Symbol.asyncDispose]())

test('callers without the owner’s key get no text of the owner, and no tracks of closed videos', async () => {
  const origin = 'https://fan.example'
  const publicKey = await w.key({ kind: 'public', allowedOrigins: [origin] })
  const callers: Caller[] = [
    { name: 'a public key', key: publicKey, headers: { origin } },
    { name: 'another account', key: (await w.another()).secretKey },
    { name: 'nobody', key: null },
  ]
  const seen: Seen[] = await crawlPages(w, ids, handles)
  for (const caller of callers) seen.push(...(await crawlOperations(w, caller, ids)))
  assert.ok(seen.length > 500)
  const { subjects, never } = planted
  const closed = subjects.filter((each) => each.seen !== 'whole').flatMap((each) => each.forViewers)
  const unknown = subjects.filter((each) => each.seen === 'nothing').flatMap((each) => each.forAll)
  assert.deepEqual(leaks(seen, [...never, ...closed, ...unknown]), [])
  const open = subjects.filter((each) => each.seen === 'whole')
  const expected = [...open.flatMap((each) => [...each.forViewers, ...each.forAll])]
  assert.deepEqual(missing(seen, expected), [], 'an open record is not shown')
})

test('a viewer token opens tracks and addresses of its own video, and no text of the owner', async () => {
  const { subjects, never } = planted
  const closed = subjects.filter(({ what }) => /^(static|stream) (private|password|signed|ticketed)/.test(what))
  assert.ok(closed.length >= 12)
  for (const subject of closed) {
    const name = subject.id.startsWith('str_') ? 'streamId' : 'staticId'
    const code = await w.call('livestream.stream.getEmbedCode', {
      [name]: subject.id,
      signed: { expiresInSeconds: 600 },
    })
    const token = new URL(String(code['playerUrl'])).searchParams.get('token') ?? ''
    const seen = await crawlWithToken(w, { playbackId: underPrefix(subject.id, 'plb'), token })
    const others = subjects.filter((each) => each !== subject && each.seen !== 'whole')
    assert.deepEqual(leaks(seen, [...never, ...others.flatMap((each) => each.forViewers)]), [])
    assert.deepEqual(missing(seen, [...subject.forViewers, ...subject.forAll]), [], subject.what)
  }
})

test('a clientReference finds a record with the owner’s key alone', async () => {
  const origin = 'https://fan.example'
  const publicKey = await w.key({ kind: 'public', allowedOrigins: [origin] })
  const callers: [name: string, key: string, headers?: Record<string, string>][] = [
    ['a public key', publicKey, { origin }],
    ['another account', (await w.another()).secretKey],
  ]
  const references = planted.never.filter(({ where }) => where.endsWith('clientReference'))
  const reads = w.app.products
    .flatMap((product) => product.operations)
    .filter((of) => of.credential === 'public' && propertiesOf(of.input)['clientReference'] !== undefined)
  assert.ok(reads.length > 10 && references.length > 20)
  const confirmed: string[] = []
  const found = new Set<string>()
  const { publicId } = w.account.account
  for (const of of reads) {
    const isNamed = propertiesOf(of.input)['accountId'] !== undefined
    for (const { text, where } of references) {
      const input = { ...(isNamed ? { accountId: publicId } : {}), clientReference: text }
      const finds = async (how: SendOptions) => (await w.send(of.id, input, how)).text.includes('"id"')
      if (await finds({})) found.add(of.id)
      else continue
      for (const [name, key, headers = {}] of callers)
        if (await finds({ key, headers })) confirmed.push(`${of.id} finds by ${name}: ${where}`)
    }
  }
  assert.deepEqual(confirmed, [])
  assert.ok(found.size > 8, [...found].join())
})

test('the owner’s key gets the planted texts, so a crawl can find them', async () => {
  const owner = { name: 'the owner', key: w.account.secretKey }
  const seen = await crawlOperations(w, owner, ids)
  assert.deepEqual(leaks(seen, []), [])
  const found = planted.never.filter(({ text }) => seen.some((each) => each.text.includes(text)))
  const names = ['videoUrl', 'captions.url', 'clientReference', 'metadata', 'externalIds', 'allowedOrigins']
  for (const name of names)
    assert.ok(
      found.some(({ where }) => where.includes(name)),
      `${name} is nowhere`,
    )
})

/** Forbidden texts in responses, with their place. */
function leaks(seen: readonly Seen[], forbidden: readonly Canary[]): string[] {
  const failed = seen.filter(({ text }) => text.includes('internal_error'))
  assert.deepEqual(failed, [])
  const found = seen.flatMap(({ where, text }) =>
    forbidden.filter((each) => text.includes(each.text)).map((each) => `${each.where} in ${where}`),
  )
  return found.slice(0, 40)
}

function missing(seen: readonly Seen[], expected: readonly Canary[]): string[] {
  return expected.filter((each) => !seen.some(({ text }) => text.includes(each.text))).map((each) => each.where)
}
