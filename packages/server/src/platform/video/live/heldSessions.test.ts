import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { madePlan } from '#test/video/madePlan.ts'
import type { HeldSession, SessionEvents } from './heldSession.ts'
import { HeldSessions } from './heldSessions.ts'
import type { LiveHost, LivePlan, PublishJudgement } from './liveHost.ts'

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: (message: string) => assert.fail(message) }

/** A session that does nothing. */
function madeSession(plan: LivePlan): HeldSession {
  const nothing = async () => undefined
  return {
    plan,
    isOver: () => false,
    memoryBytes: () => 0,
    goLive: silent,
    dropPublisher: silent,
    setTargets: silent,
    report: () => assert.fail(),
    window: nothing,
    cutClip: () => assert.fail(),
    end: nothing,
    park: nothing,
    dispose: silent,
  }
}

test('a second encoder whose judgement arrives before that of the first one closes no session', async () => {
  const judgements = [Promise.withResolvers<PublishJudgement>(), Promise.withResolvers<PublishJudgement>()]
  const [first, second] = judgements
  const host: LiveHost = {
    admit: async () => (await judgements.shift()?.promise) ?? assert.fail(),
    refused: async () => undefined,
    store: async () => undefined,
    standingOf: async () => 'live',
    openOf: async () => [],
    planOf: async () => undefined,
    closeLost: () => assert.fail('the session of the first encoder was closed'),
    loseRecording: async () => undefined,
  }
  const sessions = {
    open: madeSession,
    left: async () => [],
    recover: async () => undefined,
  }
  const held = new HeldSessions<HeldSession>({ host, sessions, nodeId: randomUUID(), log })
  const attempt = { key: 'key', address: '127.0.0.1', protocol: 'rtmp' } as const
  const admitted = [held.admit(attempt), held.admit(attempt)]
  const plan = madePlan({ isRecorded: false })
  second?.resolve({ plan: { ...plan, isNew: false } })
  await second?.promise
  setImmediate(() => first?.resolve({ plan }))
  const [one, other] = await Promise.all(admitted)
  assert.ok(one !== undefined && 'session' in one && other !== undefined && 'session' in other)
  assert.equal(other.session, one.session)
})

for (const standing of ['live', 'over'] as const) {
  test(`a session that is ended twice while it is recovered ends once, behind its recovery: ${standing}`, async () => {
    const plan = madePlan({ isRecorded: false })
    const recovered = Promise.withResolvers<void>()
    const stored: string[] = []
    const host: LiveHost = {
      admit: () => assert.fail(),
      refused: async () => undefined,
      store: async (_, event) => void stored.push(event.kind === 'ended' ? `ended by ${event.why}` : event.kind),
      standingOf: async () => standing,
      openOf: async () => [{ ...plan, isDue: false }],
      planOf: async () => undefined,
      closeLost: () => assert.fail('a session that is being recovered was closed'),
      loseRecording: () => assert.fail('a session that is being recovered was given up'),
    }
    const sessions = {
      open: madeSession,
      left: async () => [plan],
      async recover(of: LivePlan, { emit }: SessionEvents): Promise<HeldSession> {
        await recovered.promise
        let isOver = false
        return {
          ...madeSession(of),
          isOver: () => isOver,
          async end(why) {
            if (!isOver) emit({ kind: 'ended', why, recording: undefined, rejection: undefined })
            isOver = true
          },
        }
      },
    }
    const held = new HeldSessions<HeldSession>({ host, sessions, nodeId: randomUUID(), log })
    await held.prepare()
    const ends = [held.recover(), ...['ended', 'deleted'].map((why) => held.command(plan.sessionUuid, 'end', { why }))]
    recovered.resolve()
    await Promise.all(ends)
    assert.deepEqual(stored, standing === 'live' ? ['interrupted', 'ended by ended'] : ['ended by server_stopped'])
    assert.deepEqual(held.running(), [])
    await held.stop()
  })
}
