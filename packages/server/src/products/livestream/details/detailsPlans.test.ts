import { test } from 'node:test'
import { checkPlan, copies, wordSearches, wordsOfRow } from '#test/database/plans.ts'
import { world } from '#test/world/world.ts'

const count = 10_000
const touchedMax = 4_000

test('searches of details, videos and channels of an account are served by an index', async () => {
  await using w = await world()
  await w.call('livestream.channel.create', { name: 'Stage' })
  const { id: targetId } = await w.call('livestream.static.create', { title: 'One' })
  await w.call('livestream.details.create', { targetType: 'static', targetId, locale: 'en', title: 'One' })
  const work = await w.app.pools.work.connect()
  await work.query('set statement_timeout = 0')
  const words = `'search_text', 'one ' || ${wordsOfRow}`
  await work.query(copies('livestream_details', `${words}, 'locale', 'en-x-' || n`, count))
  await work.query(copies('livestream_static', words, count))
  await work.query(copies('livestream_channel', `${words}, 'handle', 'handle_' || n`, count))
  await work.query('vacuum analyze livestream_details, livestream_static, livestream_channel')
  work.release(true)
  for (const noun of ['details', 'static', 'channel']) {
    for (const [name, input] of wordSearches) {
      const ask = () => w.call(`livestream.${noun}.all`, input)
      await checkPlan(w, { name: `${noun}, ${name}`, ask, table: `livestream_${noun}`, touchedMax })
    }
  }
})
