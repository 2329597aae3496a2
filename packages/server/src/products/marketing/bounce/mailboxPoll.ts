import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import {
  MailboxFailed,
  mailboxPort,
  type MailboxAccess,
  type MailboxPage,
  type MailboxPosition,
} from '#platform/mail/imap/mailboxPort.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import type { Integration } from '#products/marketing/integration/integrationFields.ts'
import { openSecrets } from '#products/marketing/integration/integrationSecrets.ts'
import { applyReturned } from './returnedApply.ts'
import { keepReturned } from './returnedRows.ts'

/**
 * Milliseconds between two readings of a mailbox, after a failure, and after one that needs a person. `unknown`: where
 * the server promises more mails and the reading had no new one; a server may renumber its mails without end.
 */
const everyMs = { read: 60_000, unknown: 10_000, failed: 300_000, final: 3_600_000 }

/** Reads a mailbox of bounces: new mails are kept, then the next reading is scheduled. */
export const readMailbox = outboundTask(
  'marketing.mailbox.read',
  'Reads new mails of a mailbox of bounces.',
  Type.Object({ integrationId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { integrationId, at }) {
      const record = await ctx.store.find(integration, integrationId)
      const [row] = await ctx.db.rows(findMailbox, [ctx.account.id, uuidOf('int', integrationId), at])
      if (record === undefined || record.status === 'disabled' || row === undefined) return
      const after = row.validity === null ? null : { validity: row.validity, uid: row.uid }
      try {
        const page = await ctx.port(mailboxPort).read(ctx.account.id, accessOf(ctx, record), after)
        await ctx.atomic((inner) => keepPage(inner, record, page))
      } catch (error) {
        if (!(error instanceof MailboxFailed)) throw error
        await ctx.atomic((inner) => keepFailure(inner, record, { error, after }))
      }
    },
    failed: (ctx, { integrationId, at }) =>
      ctx.atomic(async (inner) => {
        const record = await inner.store.find(integration, integrationId)
        const [row] = await inner.db.rows(findMailbox, [inner.account.id, uuidOf('int', integrationId), at])
        if (record === undefined || row === undefined) return
        const error = new MailboxFailed('The server could not read the mailbox.', true)
        const after = row.validity === null ? null : { validity: row.validity, uid: row.uid }
        await keepFailure(inner, record, { error, after })
      }),
  },
)

/** Lets a mailbox be read at once, from the position that it had. Call inside `ctx.atomic`. */
export async function watchMailbox(ctx: Ctx, integrationId: string): Promise<void> {
  await schedule(ctx, integrationId, { after: undefined, waitMs: 0 })
}

function accessOf(ctx: Ctx, record: Integration): MailboxAccess {
  const { host = '', security = 'tls', username = '', folder = 'INBOX' } = record.config ?? {}
  const isSecure = security === 'tls'
  const { port = isSecure ? 993 : 143 } = record.config ?? {}
  return { host, port, isSecure, user: username, password: openSecrets(ctx, record).password ?? '', folder }
}

async function keepPage(ctx: Ctx, { id }: Integration, { mails, position, hasMore }: MailboxPage): Promise<void> {
  let hasNews = false
  for (const { raw, digest } of mails) {
    const mail = { channel: 'mailbox', purpose: 'any', messageId: null, raw, repeatKey: digest } as const
    const returnedId = await keepReturned(ctx, mail)
    if (returnedId === undefined) continue
    hasNews = true
    ctx.later(applyReturned, { returnedId }, ctx.now())
  }
  const waitMs = !hasMore ? everyMs.read : hasNews ? 0 : everyMs.unknown
  await schedule(ctx, id, { after: position, waitMs })
  await ctx.store.update(integration, id, ({ status, lastError, lastOkAt }) => {
    const isNews = status !== 'active' || lastError !== null || lastOkAt === null
    if (!isNews) return { isSilent: true }
    const isBack = status === 'pending' || status === 'error'
    return { ...(isBack ? { status: 'active' } : {}), patch: { lastOkAt: ctx.now().toISOString(), lastError: null } }
  })
}

type Failure = { error: MailboxFailed; after: MailboxPosition | null }

/** A mailbox that was never read stays pending; one that worked gets into `error`. */
async function keepFailure(ctx: Ctx, { id }: Integration, { error, after }: Failure): Promise<void> {
  await schedule(ctx, id, { after: after ?? undefined, waitMs: error.isFinal ? everyMs.final : everyMs.failed })
  await ctx.store.update(integration, id, ({ status }) => ({
    ...(status === 'active' ? { status: 'error' } : {}),
    patch: { lastError: error.message.slice(0, 500) },
  }))
}

/** Schedules the next reading, in place of the one that was due. */
async function schedule(
  ctx: Ctx,
  integrationId: string,
  { after, waitMs }: { after: MailboxPosition | undefined; waitMs: number },
): Promise<void> {
  const at = new Date(ctx.now().getTime() + waitMs)
  const { validity = null, uid = 0 } = after ?? {}
  await ctx.db.rows(scheduleMailbox, [ctx.account.id, uuidOf('int', integrationId), validity, uid, at.toISOString()])
  ctx.later(readMailbox, { integrationId, at: at.toISOString() }, at)
}

const findMailbox = statement(
  'marketing_mailbox.find',
  'account',
  'select validity, uid from marketing_mailbox where account_id = $1 and integration_id = $2 and due_at = $3',
)

const scheduleMailbox = statement(
  'marketing_mailbox.schedule',
  'account',
  `insert into marketing_mailbox as m (account_id, integration_id, validity, uid, due_at) values ($1, $2, $3, $4, $5)
   on conflict (account_id, integration_id) do update set due_at = excluded.due_at,
     validity = coalesce(excluded.validity, m.validity),
     uid = case when excluded.validity is null then m.uid else excluded.uid end`,
)
