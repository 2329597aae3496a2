import { test } from 'node:test'
import { checkPlan, copies, wordSearches, wordsOfRow } from '#test/database/plans.ts'
import { world, type Json, type World } from '#test/world/world.ts'

const count = 20_000
/** Rows of one account. */
const ownCount = 10_000
const touchedMax = 4_000

// Row n: half of the rows are music, a few chess; most are English, a few Icelandic; one in 40 is live.
const tags = `'tag_list', to_jsonb(array['live', 'tag ' || n % 500])`
const labels = `${tags}, 'search_text', 'concert ' || ${wordsOfRow},
  'category_folded', case when n % 2 = 0 then 'music' when n % 997 = 0 then 'chess' else 'talk' end`
const language = `case when n % 991 = 0 then 'is' when n % 5 = 0 then 'de' else 'en' end`

const scheduled = `case when n % 3 = 0 then t.created_at + n * interval '1 minute' end`

async function seed(w: World): Promise<Json> {
  const home = await w.call('livestream.channel.create', { name: 'Stage' })
  await w.call('livestream.stream.create', { title: 'One', scheduleDate: '2026-11-22', category: 'Music' })
  await w.settle()
  const work = await w.app.pools.work.connect()
  await work.query('set statement_timeout = 0')
  const state = `'status', case when n % 1000 = 0 then 'ended' when n % 3 = 0 then 'scheduled' else 'idle' end`
  const keys = `'schedule_key', coalesce(${scheduled}, t.schedule_key)`
  await work.query(copies('livestream_stream', `${labels}, ${state}, 'scheduled_at', ${scheduled}, ${keys}`, ownCount))
  await work.query(
    `update livestream_stream set status = 'live', session_id = gen_random_uuid()
     where account_id = $1 and id in (select id from livestream_stream where account_id = $1 order by id limit 10)`,
    [w.account.account.id],
  )
  const moving = `'is_live', n % 40 = 0, 'viewers', case when n % 40 = 0 then n % 77 else 0 end`
  const far = `'schedule_key', t.created_at + n * interval '1 minute', 'language', ${language}`
  await work.query(copies('directory_stream_feed', `${labels}, ${moving}, ${far}`, count))
  const onAir = `'live_stream_id', case when n % 40 = 0 then t.id end, 'viewers', n % 77`
  const own = `'name', 'Channel ' || md5(n::text), 'language', ${language}, ${tags}`
  const words = `'search_text', 'stage ' || ${wordsOfRow}`
  await work.query(copies('directory_channel_feed', `${own}, ${words}, ${onAir}`, count))
  await work.query(
    'vacuum analyze livestream_stream, directory_stream_feed, directory_channel_feed, livestream_channel',
  )
  work.release(true)
  return home
}

const found: [string, Json][] = [
  ['newest', {}],
  ['oldest', { sort: 'createdAt' }],
  ['a common language', { language: 'en' }],
  ['a rare language', { language: 'is' }],
  ['a common tag', { tag: 'live' }],
  ['a rare tag', { tag: 'tag 77' }],
  ...wordSearches,
  ['live', { isLive: true }],
  ['live by viewers', { isLive: true, sort: '-viewers' }],
  ['live by viewers, a rare language', { isLive: true, sort: '-viewers', language: 'is' }],
  ['live by viewers, a rare tag', { isLive: true, sort: '-viewers', tag: 'tag 80' }],
  ['not live', { isLive: false }],
]

const ofStreams: [string, Json][] = [
  ...found,
  ['by schedule', { sort: 'scheduledAt' }],
  ['by schedule, falling', { sort: '-scheduledAt' }],
  ['a common category', { category: 'music' }],
  ['a rare category', { category: 'chess' }],
  ['a rare category by schedule', { category: 'chess', sort: 'scheduledAt' }],
  ['live by viewers, a common category', { isLive: true, sort: '-viewers', category: 'music' }],
]

test('every list of streams and channels, of one account and over all, is served by an index', async () => {
  await using w = await world()
  const { id: channelId } = await seed(w)
  const check = async (table: string, operation: string, lists: [string, Json][]) => {
    for (const [name, input] of lists) {
      const ask = () => w.call(operation, input)
      await checkPlan(w, { name: `${table}, ${name}`, ask, table, touchedMax })
    }
  }
  const anywhere = (lists: [string, Json][]) =>
    lists.map(([name, input]): [string, Json] => [name, { ...input, scope: 'discover' }])
  await check('directory_stream_feed', 'livestream.stream.all', anywhere(ofStreams))
  await check('directory_channel_feed', 'livestream.channel.all', anywhere([...found, ['by name', { sort: 'name' }]]))
  // The language of a stream is that of its channel, and this account has one.
  const own = ofStreams.filter(([, input]) => input['language'] !== 'is')
  const more: [string, Json][] = [
    ['of a channel', { channelId }],
    ['scheduled for long', { scheduledAfter: '2027-01-01T00:00:00Z' }],
  ]
  await check('livestream_stream', 'livestream.stream.all', [...own, ...more])
  await check('livestream_stream', 'livestream.channel.get', [['what is live and to come', { channelId }]])
})
