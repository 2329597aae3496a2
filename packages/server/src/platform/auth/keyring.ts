import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '#platform/cache/cacheBound.ts'
import type { Account, Log, RowOf } from '#kit/call/context.ts'
import { encodeAccountId, encodeId } from '#kit/values/ids.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { statement } from '#kit/call/statement.ts'
import type { Party } from '#platform/db/fairSlots.ts'
import { callExecutor, executor, type Pools } from '#platform/db/pools.ts'
import { openAccountLookUps } from './accountLookUps.ts'
import type { Credential } from './credential.ts'
import { readKey } from './keyFormat.ts'

/** A verified key; its actor is the key itself. */
export type VerifiedKey = Credential & {
  uuid: string
  allowedOrigins: readonly string[]
  allowedApps: readonly string[]
  allowedAddresses: readonly string[]
  expiresAtMs: number
}

/** Verifies keys and caches them. A revocation by any process takes effect within a second. */
export type Keyring = {
  /** A recently verified key from the cache; undefined requires `verify`. */
  recall(text: string): VerifiedKey | undefined
  /** The account of a key that was valid at its last look-up, however old: for its share, not for its rights. */
  lastKnown(text: string): Account | undefined
  /** Undefined for a malformed, unknown, expired or revoked key alike. A look-up takes a connection as `party`. */
  verify(text: string, party: Party): Promise<VerifiedKey | undefined>
  findAccount(accountId: number): Promise<Account | undefined>
  /** The keyed hash under which a key is stored. */
  hash(text: string): Buffer
  /** Evicts an account from the cache of this process; other processes poll for the change. */
  evict(accountId: number): void
  /** Calls a listener on every eviction, so that other caches of access follow the same changes. */
  onEvict(listener: (accountId: number) => void): void
  stop(): Promise<void>
}

/** The clock of the machine, not of the call: a test that moves its own clock must not move this one. */
const cachedMax = 10_000
const cached = { ...atMost(cachedMax), ttl: 30_000, ttlResolution: 0 }
const pollEveryMs = 400
const touchEveryMs = 60_000
/** Changes committed late carry an older time: each poll also reads this far before the last successful one. */
const lookBackMs = 10_000

type Options = { pools: Pools; pepper: Buffer; log: Log; now(): Date }

/** Opens the keyring and starts its polling. */
export function openKeyring({ pools, pepper, log, now }: Options): Keyring {
  const db = executor(pools.work, pools.isPreparing)
  const lookUp = openAccountLookUps(db, readAccounts)
  const keys = new LRUCache<string, VerifiedKey>(cached)
  const seen = new LRUCache<string, Account>(atMost(cachedMax))
  const accounts = new LRUCache<number, Account>(cached)
  const used = new Map<string, { accountId: number; uuid: string }>()
  /** Incremented on every eviction. A load that spans an increment may be stale and is not cached. */
  let evictions = 0
  const listeners: ((accountId: number) => void)[] = []
  const hash = (text: string) => createHmac('sha256', pepper).update(text).digest()
  const evict = (accountId: number) => {
    evictions += 1
    accounts.delete(accountId)
    const stale = [...keys.entries()].filter(([, key]) => key.account.id === accountId)
    for (const [text] of stale) keys.delete(text)
    for (const listener of listeners) listener(accountId)
  }
  const load = async (text: string, party: Party): Promise<VerifiedKey | undefined> => {
    const db = callExecutor(pools, { party, transactions: 0 }, false)
    const [place] = await db.rows(findKey, [hash(text)])
    if (place === undefined) return undefined
    const [row] = await db.rows(readKeyRow, [place.account_id, place.key_id])
    return row === undefined || row.status !== 'active' ? undefined : keyOf(row)
  }
  const use = (key: VerifiedKey | undefined): VerifiedKey | undefined => {
    if (key === undefined || key.expiresAtMs <= now().getTime()) return undefined
    if (!used.has(key.uuid)) used.set(key.uuid, { accountId: key.account.id, uuid: key.uuid })
    return key
  }
  const recall = (text: string) => use(keys.get(text))
  const polling = startPolling({ pools, log, evict })
  const touching = setInterval(() => void touch(db, used, now).catch(() => {}), touchEveryMs).unref()
  return {
    hash,
    evict,
    onEvict: (listener) => void listeners.push(listener),
    recall,
    lastKnown: (text) => seen.get(text),
    async verify(text, party) {
      const known = recall(text)
      if (known !== undefined || readKey(text) === undefined) return known
      const before = evictions
      const key = await load(text, party)
      const verified = use(key)
      // An expired key is looked up as an unknown one: its flood must not use the share of its account.
      if (verified === undefined) seen.delete(text)
      else seen.set(text, verified.account)
      if (verified !== undefined && evictions === before) keys.set(text, verified)
      return verified
    },
    async findAccount(accountId) {
      const known = accounts.get(accountId)
      if (known !== undefined) return known
      const before = evictions
      const row = await lookUp(accountId)
      if (row === undefined) return undefined
      const account = accountOf(row)
      if (evictions === before) accounts.set(accountId, account)
      return account
    },
    async stop() {
      clearInterval(touching)
      polling.stop()
      await touch(db, used, now).catch(() => {})
    },
  }
}

function startPolling({ pools, log, evict }: { pools: Pools; log: Log; evict(accountId: number): void }) {
  const db = executor(pools.work, pools.isPreparing)
  let seen = new Set<string>()
  let polledAtMs = performance.now()
  let isRunning = false
  let isDown = false
  const poll = async () => {
    const atMs = performance.now()
    const reachMs = lookBackMs + atMs - polledAtMs
    const rows = await db.rows(readChanges, [reachMs / 1000])
    polledAtMs = atMs
    for (const row of rows) if (!seen.has(row.id)) evict(row.account_id)
    seen = new Set(rows.map((row) => row.id))
    if (isDown) log.info('access changes can be read again')
    isDown = false
  }
  const failed = (error: Error) => {
    if (!isDown) log.warn('could not read access changes', { error: String(error.cause ?? error) })
    isDown = true
  }
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    poll()
      .catch(failed)
      .finally(() => (isRunning = false))
  }, pollEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

async function touch(
  db: ReturnType<typeof executor>,
  used: Map<string, { accountId: number; uuid: string }>,
  now: () => Date,
) {
  if (used.size === 0) return
  const batch = [...used.values()]
  used.clear()
  await db.rows(touchKeys, [batch.map((each) => each.accountId), batch.map((each) => each.uuid), now().toISOString()])
}

function keyOf(row: RowOf<typeof readKeyRow>): VerifiedKey {
  return {
    actor: { kind: 'key', id: encodeId('key', row.account_id, row.id), credential: row.kind, scopes: row.scopes },
    uuid: row.id,
    allowedOrigins: row.allowed_origins,
    allowedApps: row.allowed_apps,
    allowedAddresses: row.allowed_addresses,
    expiresAtMs: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
    account: accountOf(row),
  }
}

function accountOf(row: RowOf<typeof readAccounts>): Account {
  return {
    id: row.account_id,
    publicId: encodeAccountId(row.account_id),
    kind: row.account_kind,
    mode: row.mode,
    name: row.account_name,
    language: row.language,
    timeZone: row.time_zone,
    twinId: row.twin_id,
    isSuspended: row.is_suspended,
  }
}

const accountColumns =
  'a.account_id, a.kind as account_kind, a.mode, a.twin_id, a.name as account_name, ' +
  'a.language, a.time_zone, a.is_suspended'

const keyColumns =
  'k.id, k.status, k.kind, k.scopes, k.allowed_origins, k.allowed_apps, k.allowed_addresses, k.expires_at'

const findKey = statement(
  'directory_key.find',
  'directory',
  'select account_id, key_id from directory_key where key_hash = $1',
)

const readKeyRow = statement(
  'account_key.verify',
  'account',
  `select ${accountColumns}, ${keyColumns}
   from account_key k join account_account a using (account_id)
   where k.account_id = $1 and k.id = $2 and k.deleted_at is null`,
)

const readAccounts = statement(
  'account_account.find',
  'account',
  `select ${accountColumns} from account_account a where a.account_id = any($1::bigint[])`,
)

const readChanges = statement(
  'ops_access_change.recent',
  'ops',
  'select id, account_id from ops_access_change where changed_at > now() - make_interval(secs => $1)',
)

const touchKeys = statement(
  'account_key.touch',
  'offline',
  `update account_key k set last_used_at = $3::timestamptz from unnest($1::bigint[], $2::uuid[]) as u (account_id, id)
   where k.account_id = u.account_id and k.id = u.id`,
)

/**
 * Announces a change of keys or account to every process, in the transaction of the change.
 * Parameters: id, account.
 */
export const publishAccessChange = statement(
  'ops_access_change.tell',
  'ops',
  'insert into ops_access_change (id, account_id, changed_at) values ($1, $2, now())',
)

/** Deletes access changes that every process has applied. */
export const pruneAccessChanges: Schedule = {
  name: 'platform.accessChanges.prune',
  description: 'Deletes access changes that every process has applied.',
  everySeconds: 600,
  async run(ctx) {
    await ctx.db.rows(pruneStatement, [])
  },
}

const pruneStatement = statement(
  'ops_access_change.prune',
  'ops',
  "delete from ops_access_change where changed_at < now() - interval '1 hour'",
)
