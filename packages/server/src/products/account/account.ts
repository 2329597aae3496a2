import { Type } from '#kit/values/schema.ts'
import type { AccountKind, Ctx, Db, RowOf } from '#kit/call/context.ts'
import { dateTime, languageTag, nameLine, oneOf, timeZone } from '#kit/values/fields.ts'
import { encodeAccountId, randomAccountId, uuidv7 } from '#kit/values/ids.ts'
import { companion, once, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed, ifVersion } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { publishAccessChange } from '#platform/auth/keyring.ts'
import { accountUpdated } from './facts.ts'

const shape = closed({
  id: Type.String({ description: 'The account, `acc_…`.' }),
  accountId: Type.String({ description: 'The same as `id`.' }),
  status: oneOf(['active', 'suspended'], {
    description: 'State of the account. The keys of a suspended account open nothing.',
  }),
  kind: oneOf(['business', 'streamer', 'personal'], {
    description: 'Kind of the account, which decides what it may manage.',
  }),
  mode: oneOf(['live', 'test'], { description: 'Environment of the key: live or test.' }),
  twinAccountId: Type.String({ description: 'The other twin: test for live, live for test.' }),
  name: Type.String({ description: 'Name of the account, which its audience reads.' }),
  language: Type.String({ description: 'Default language of what the account makes, BCP 47.' }),
  timeZone: Type.String({ description: 'Default time zone, IANA.' }),
  createdAt: dateTime({ description: 'Creation of the account.' }),
  updatedAt: dateTime({ description: 'Last change of the account.' }),
  version: Type.Integer({ description: 'Number of changes to the account, counted from 1.' }),
})

export const operations = [
  operation('account.account.get', {
    route: 'GET /api/account/general/get',
    title: 'Account - Get',
    description: 'The account of the key.',
    scope: 'account.account:read',
    input: closed({}),
    output: shape,
    example: {},
    handle: async (ctx) => accountOf(await readRow(ctx)),
  }),
  operation('account.account.update', {
    route: 'PUT /api/account/general/update',
    title: 'Account - Update',
    description: 'Changes the name, language or time zone of the account.',
    scope: 'account.account:write',
    input: closed({
      name: Type.Optional(nameLine(120, { description: 'Name of the account, which its audience reads.' })),
      language: Type.Optional(languageTag({ description: 'Default language of new records, BCP 47.' })),
      timeZone: Type.Optional(timeZone({ description: 'Default time zone of new records, IANA.' })),
      ifVersion: ifVersion(),
    }),
    output: shape,
    emits: [accountUpdated],
    example: { name: 'Harbour Lights', timeZone: 'Europe/Berlin' },
    handle: once((ctx, input) => ctx.atomic((inner) => change(inner, input))),
  }),
].map(companion)

type AccountRow = RowOf<typeof readAccount>
type Change = { name?: string; language?: string; timeZone?: string; ifVersion?: number }

async function change(ctx: Ctx, input: Change) {
  const before = await readRow(ctx)
  if (input.ifVersion !== undefined && input.ifVersion !== before.version) {
    throw problem(reasons.versionMismatch, { details: { version: before.version } })
  }
  const { name = before.name, language = before.language, timeZone: zone = before.time_zone } = input
  const at = ctx.now().toISOString()
  const [after] = await ctx.db.rows(updateAccount, [ctx.account.id, before.version, name, language, zone, at])
  if (after === undefined) throw problem(reasons.writeContended)
  const subject = { id: ctx.account.publicId, status: 'active', version: after.version }
  ctx.emit(accountUpdated, { accountId: ctx.account.publicId, name, language, timeZone: zone }, subject)
  const changes = {
    name: [before.name, name],
    language: [before.language, language],
    timeZone: [before.time_zone, zone],
  }
  await ctx.audit({ action: 'account.account.updated', target: subject.id, changes })
  await ctx.db.rows(publishAccessChange, [uuidv7(ctx.now().getTime()), ctx.account.id])
  return accountOf(after)
}

async function readRow(ctx: Ctx): Promise<AccountRow> {
  const [row] = await ctx.db.rows(readAccount, [ctx.account.id])
  if (row === undefined) throw problem(reasons.notFound)
  return row
}

function accountOf(row: AccountRow) {
  return {
    id: encodeAccountId(row.account_id),
    accountId: encodeAccountId(row.account_id),
    status: row.is_suspended ? ('suspended' as const) : ('active' as const),
    kind: row.kind,
    mode: row.mode,
    twinAccountId: encodeAccountId(row.twin_id),
    name: row.name,
    language: row.language,
    timeZone: row.time_zone,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export type NewAccount = { name: string; kind: AccountKind; language?: string; timeZone?: string }

/** Creates an account and its test twin, for start-up and the command line. */
export async function createAccount(db: Db, draft: NewAccount, at: Date): Promise<{ liveId: number; testId: number }> {
  const [liveId, testId] = [randomAccountId(), randomAccountId()]
  const common = [draft.name, draft.language ?? 'en', draft.timeZone ?? 'UTC', at.toISOString()]
  await db.rows(insertAccount, [liveId, draft.kind, 'live', testId, ...common])
  await db.rows(insertAccount, [testId, draft.kind, 'test', liveId, ...common])
  return { liveId, testId }
}

type Suspension = { isSuspended: boolean; at: Date }

/** Suspends or resumes an account and its twin, in every process within a second. False for an unknown account. */
export async function suspendAccount(db: Db, accountId: number, { isSuspended, at }: Suspension): Promise<boolean> {
  const rows = await db.rows(suspend, [accountId, isSuspended, at.toISOString()])
  for (const row of rows) await db.rows(publishAccessChange, [uuidv7(at.getTime()), row.account_id])
  return rows.length > 0
}

/** The accounts of this installation, oldest first, at most 1,000. */
export async function listAccounts(db: Db): Promise<ReturnType<typeof accountOf>[]> {
  return (await db.rows(readAccounts, [])).map(accountOf)
}

const readAccount = statement('account_account.read', 'account', 'select * from account_account where account_id = $1')

const updateAccount = statement(
  'account_account.update',
  'account',
  `update account_account set name = $3, language = $4, time_zone = $5, updated_at = $6, version = version + 1
   where account_id = $1 and version = $2 returning *`,
)

const insertAccount = statement(
  'account_account.insert',
  'account',
  `insert into account_account (account_id, kind, mode, twin_id, name, language, time_zone, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
)

const suspend = statement(
  'account_account.suspend',
  'offline',
  `update account_account set is_suspended = $2, updated_at = $3, version = version + 1
   where account_id = $1 or twin_id = $1 returning account_id`,
)

const readAccounts = statement(
  'account_account.list',
  'offline',
  'select * from account_account order by created_at, account_id limit 1000',
)
