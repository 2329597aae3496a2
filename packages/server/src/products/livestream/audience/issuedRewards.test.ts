import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive, watches, type ScriptedViewer } from '#test/video/audience.ts'
import { objectOf, world, type Input, type World } from '#test/world/world.ts'
import { schedules } from './issuedRewards.ts'

type Query = Input<'livestream.stream.getAnalytics'>

async function signIn(w: World, email: string): Promise<string> {
  const { id: contactId } = await w.call('marketing.contact.create', { email })
  return String((await w.call('account.viewer.createToken', { contactId })).token)
}

/** Plays ten minutes, and waits until what they earn is granted and counted. */
async function playTenMinutes(w: World, viewers: readonly ScriptedViewer[], atEnd?: () => Promise<void>) {
  for (let step = 0; step < 60; step++) {
    for (const viewer of viewers) await viewer.beat()
    w.clock.advance(10_000)
  }
  await atEnd?.()
  for (let minute = 0; minute < 7; minute++) {
    w.clock.advance(60_000)
    await w.settle()
  }
}

test('rewardsIssued counts grants for watching by video, session, channel and time', async () => {
  await using w = await world({ startsAt: '2026-11-21T09:00:00Z' })
  const rule = { mode: 'rule', on: 'stream.watched', status: 'active', amount: 7 } as const
  await w.call('loyalty.reward.create', { ...rule, name: 'Minutes', per: { duration: 'PT2M' } })
  const { id: channelId } = await w.call('livestream.channel.create', { name: 'Home' })
  const live = await goLive(w, { channelId, isRewardsEnabled: true })
  const media = { videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link', isRewardsEnabled: true } as const
  const { id: staticId } = await w.call('livestream.static.create', { title: 'Mill', ...media })
  const playbackId = String(staticId).replace('sta_', 'plb_')
  const [ada, bob, eve] = [
    await signIn(w, 'ada@example.com'),
    await signIn(w, 'bob@example.com'),
    await signIn(w, 'eve@example.com'),
  ]
  const viewers = [
    watches(w, live.playbackId, { viewerToken: ada }),
    watches(w, live.playbackId, { viewerToken: bob }),
    watches(w, playbackId, { viewerToken: eve }),
    watches(w, playbackId),
  ]
  await playTenMinutes(w, viewers, () => live.end())
  const issued = async (query: Query) => {
    const { totals } = await w.call('livestream.stream.getAnalytics', query)
    return objectOf(totals)['rewardsIssued']
  }
  assert.equal(await issued({ staticId }), 2)
  assert.equal(await issued({ streamId: live.streamId }), 4)
  assert.equal(await issued({ sessionId: live.sessionId }), 4)
  assert.equal(await issued({ channelId }), 4)
  assert.equal(await issued({}), 6)
  assert.equal(await issued({ from: '2026-11-21T09:05:00Z', to: '2026-11-21T09:10:00Z' }), 3)
  assert.equal(await issued({ from: '2026-11-21T08:00:00Z', to: '2026-11-21T09:00:00Z' }), 0)
  await w.call('loyalty.reward.create', { ...rule, name: 'Late', amount: 1 })
  await w.settle()
  assert.equal(await issued({}), 6, 'a rule that was made later rewards what was watched before')
})

test('counts of rewards are deleted after as many days as those of views', async () => {
  await using w = await world({ startsAt: '2026-11-21T09:00:00Z' })
  await w.call('loyalty.reward.create', {
    name: 'Once',
    mode: 'rule',
    on: 'stream.watched',
    status: 'active',
    amount: 1,
  })
  const live = await goLive(w, { isRewardsEnabled: true })
  await playTenMinutes(w, [watches(w, live.playbackId, { viewerToken: await signIn(w, 'ada@example.com') })])
  const rows = async () =>
    (await w.app.pools.work.query('select sum(issued)::int as sum from livestream_reward_count')).rows[0]?.['sum']
  assert.equal(await rows(), 2)
  const prune = async (days: number) => {
    w.clock.advance(days * 86_400_000)
    for (const { run } of schedules) await run(w.app.operatorCtx(w.account.account, 'prune'))
  }
  await prune(399)
  assert.equal(await rows(), 2)
  await prune(2)
  assert.equal(await rows(), null)
})
