import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunning } from '#platform/db/embedded/embedded.ts'
import { sendAgain, startLoad, type Sent } from './load.ts'
import { openPlatform, type Platform } from './platform.ts'
import { isThorough } from '#test/world/thorough.ts'
import { until } from '#test/world/until.ts'

/** Every kind of crash comes once, or three times in a thorough run. */
const rounds = isThorough ? 9 : 3
const loadMs = 400
const clients = 8

test(
  'kill -9 of server and database under write load loses no acknowledged write and leaves no partial one',
  { timeout: 1_200_000 },
  async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fairground-crash-'))
    const platform = await openPlatform(dataDir)
    t.after(async () => {
      await platform.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await platform.start()
    const target = { url: platform.url, key: platform.secretKey }
    const all: Sent[] = []
    for (let round = 0; round < rounds; round++) {
      const load = startLoad(target, clients)
      try {
        await sleep(loadMs)
        await crash(platform, round)
        await platform.waitUntilReady()
      } finally {
        await load.stop()
      }
      all.push(...load.sent)
      await retryAcknowledged(target, load.sent)
    }
    await retryUnknown(target, all)
    const accepted = all.filter((each) => each.outcome === 'ok')
    assert.ok(accepted.length > rounds * clients, `only ${accepted.length} writes were accepted`)
    assert.deepEqual(
      all.flatMap(({ refusal }) => refusal ?? []),
      [],
    )
    await checkDatabase(dataDir, all)
    t.diagnostic(`${accepted.length} accepted of ${all.length}, ${rounds} crashes`)
  },
)

/** Kills server, database or both in rotation. After the server's death no postgres process may stay. */
async function crash(platform: Platform, round: number): Promise<void> {
  if (round % 3 === 0) return platform.killPostgres()
  if (round % 3 === 2) platform.killPostgres()
  await platform.killServer()
  await until(platform.postgresPids, ({ length }) => length === 0)
  await platform.start()
}

type Target = { url: string; key: string }

/** Repeats an acknowledged write, which must get the same response under its key. */
async function retryAcknowledged(target: Target, sent: readonly Sent[]): Promise<void> {
  const acknowledged = sent.filter((each) => each.outcome === 'ok').slice(-5)
  for (const each of acknowledged) {
    const before = each.answer
    const { isReplayed } = await sendAgain(target, each)
    assert.ok(isReplayed, 'an acknowledged write was not replayed')
    assert.equal(each.answer, before)
  }
}

/** Repeats a write without a response, which must get one now, and have its effect once. */
async function retryUnknown(target: Target, sent: readonly Sent[]): Promise<void> {
  const unknown = sent.filter((one) => one.outcome === 'unknown')
  for (const each of unknown) {
    await sendAgain(target, each)
    assert.equal(each.outcome, 'ok', `a retried write was not accepted: ${each.refusal}`)
  }
}

/** Checks that each write exists once and whole: record, rows, audit row, fact, stored response. */
async function checkDatabase(dataDir: string, all: readonly Sent[]): Promise<void> {
  const running = await findRunning(dataDir)
  assert.ok(running)
  const client = new pg.Client(running.address)
  await client.connect()
  const count = async (sql: string) => {
    const { rows } = await client.query<{ name: string; found: number }>(sql)
    return new Map(rows.map((row) => [row.name, row.found]))
  }
  const places = await count('select client_reference as name, count(*)::integer as found from places_place group by 1')
  const spaces = await count(
    'select p.client_reference as name, count(*)::integer as found from places_place p ' +
      'join places_space s on s.account_id = p.account_id and s.place_id = p.id group by 1',
  )
  const audits = await count(
    `select target as name, count(*)::integer as found from account_audit
     where action = 'places.place.created' group by 1`,
  )
  const facts = await count(
    `select subject as name, count(*)::integer as found from account_outbox
     where name = 'places.place.created' group by 1`,
  )
  const kept = await count('select key as name, count(*)::integer as found from account_idempotency group by 1')
  await client.end()
  for (const { reference, id, idempotencyKey } of all) {
    const found = {
      place: places.get(reference),
      spaces: spaces.get(reference),
      audits: audits.get(id),
      facts: facts.get(id),
      kept: kept.get(idempotencyKey),
    }
    assert.deepEqual(found, { place: 1, spaces: 2, audits: 1, facts: 1, kept: 1 }, `${reference} is lost or half done`)
  }
  assert.equal(places.size, all.length, 'there are places that no client made')
}
