import { LRUCache } from 'lru-cache'
import type { Sealing } from '#platform/secrets/sealingPort.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { atMost } from '#platform/cache/cacheBound.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import type { CheckedMail } from './checkedMail.ts'

/** Newest caught mails of one account that are kept; older ones are deleted. */
export const caughtMax = 1_000
/** Mails of an account from one deletion to the next one, which reads all rows that are kept. */
export const trimEvery = 50
/** Accounts whose mails a process counts. */
const countedMax = 10_000
/** Days for which caught mails stay. */
export const caughtDays = 30

/** The sealed part of a caught mail: it may contain codes and links that grant access. */
export type CaughtBody = {
  text: string
  html: string | null
  replyTo: string | null
  toName: string | null
  /** Sender; null for the operator's own. */
  from: CaughtSender | null
  headers: readonly CaughtHeader[]
}

type CaughtSender = { name: string; address: string }
type CaughtHeader = { name: string; value: string }

/** A mail as the catcher takes it: one of the platform, or one of a product with its sender and headers. */
export type CaughtMail = CheckedMail & { from?: CaughtSender; headers?: Readonly<Record<string, string>> }

/** Stores mails instead of sending them. */
export type Catcher = {
  /** Stores a mail. A repeat of the same mail is stored once. */
  keep(accountId: number, mail: CaughtMail, digest: Buffer): Promise<void>
}

/** Opens the catcher on the accounts' database. */
export function openCatcher(pools: Pools, sealing: Sealing, now: () => Date): Catcher {
  const db = executor(pools.work, pools.isPreparing)
  const caught = new LRUCache<number, number>(atMost(countedMax))
  return {
    async keep(accountId, mail, digest) {
      const at = now()
      const id = uuidv7(at.getTime())
      const { text, html = null, replyTo = null, toName = null, from = null } = mail
      const headers = Object.entries(mail.headers ?? {}).map(([name, value]) => ({ name, value }))
      const body: CaughtBody = { text, html, replyTo, toName, from, headers }
      const sealed = sealing.seal(JSON.stringify(body), contextOf(accountId, id))
      const values = [accountId, id, at.toISOString(), digest, mail.to, mail.subject, sealed]
      await db.rows(keepStatement, values)
      // The first mail after a start counts as well, so that processes with few mails delete too.
      const count = caught.get(accountId) ?? 0
      caught.set(accountId, count + 1)
      if (count % trimEvery === 0) await db.rows(trimStatement, [accountId, caughtMax])
    },
  }
}

/** Opens the sealed part of a caught mail. `id`: that of its row. */
export function openCaught(sealing: Sealing, accountId: number, mail: { id: string; sealed: Uint8Array }): CaughtBody {
  // Mails from before the sender and the headers were kept have neither.
  return { from: null, headers: [], ...JSON.parse(sealing.open(mail.sealed, contextOf(accountId, mail.id))) }
}

function contextOf(accountId: number, id: string): string {
  return `account.mail ${accountId} ${id}`
}

const pruneBatchMax = 1_000
const pruneBatchesMax = 100

/** Deletes caught mails after 30 days. */
export const pruneCaught: Schedule = {
  name: 'platform.mail.prune',
  description: `Forgets caught mails after ${caughtDays} days.`,
  everySeconds: 3_600,
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - caughtDays * 86_400_000).toISOString()
    for (let batch = 0; batch < pruneBatchesMax; batch += 1) {
      const gone = await ctx.db.rows(pruneStatement, [before, pruneBatchMax])
      if (gone.length < pruneBatchMax) return
    }
  },
}

const keepStatement = statement(
  'account_mail.keep',
  'account',
  `insert into account_mail (account_id, id, caught_at, digest, to_address, subject, sealed_body)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (account_id, digest) do nothing`,
)

/** Deletes mails above the bound ($2). */
const trimStatement = statement(
  'account_mail.trim',
  'account',
  `delete from account_mail where account_id = $1 and id <= (
     select id from account_mail where account_id = $1 order by id desc offset $2::integer limit 1)`,
)

const pruneStatement = statement(
  'account_mail.prune',
  'offline',
  `delete from account_mail t using (
     select account_id, id from account_mail where caught_at < $1::timestamptz order by caught_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)
