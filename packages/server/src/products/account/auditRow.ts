import { Type } from '#kit/values/schema.ts'
import type { Ctx, Paging } from '#kit/call/context.ts'
import type { Card } from '#kit/nouns/card.ts'
import { dateTime, idOf, line, nullable } from '#kit/values/fields.ts'
import { encodeId, uuidFloor } from '#kit/values/ids.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { verifyAudit } from '#platform/audit/verifyAudit.ts'
import { ofAccount, orderBy, readListPage, sentConditions, type RowList } from '#platform/db/listPage.ts'

const shape = closed({
  id: idOf('aud'),
  auditRowId: idOf('aud', { description: 'The same as `id`.' }),
  at: dateTime({ description: 'Time of the change.' }),
  requestId: Type.String({ description: 'Id of the request that made the change, or of internal work.' }),
  actor: Type.String({
    description: 'The key or the person that made the change, or the name of the reaction, task or command.',
  }),
  action: Type.String({ description: '`<product>.<noun>.<pastTense>`' }),
  target: Type.String({ description: 'Id of the changed resource.' }),
  targetTitle: nullable(
    Type.String({ description: 'Title of the changed resource; null when it was deleted, or without its read scope.' }),
  ),
  changes: Type.Unsafe<unknown>({
    description: 'Values at creation, or before and after; secrets masked; null: erased.',
  }),
})

const verdict = closed({
  ok: Type.Boolean({ description: 'Whether every sealed row is unchanged.' }),
  rows: Type.Integer({ description: 'Rows of the log.' }),
  sealed: Type.Integer({ description: 'Sealed rows that are unchanged.' }),
  unsealed: Type.Integer({ description: 'Rows too new to be sealed.' }),
  erased: Type.Integer({ description: 'Sealed rows whose changes were erased on request.' }),
  head: nullable(
    Type.Object(
      {
        sequence: Type.Integer({ description: 'Number of the newest seal.' }),
        digest: Type.String({ description: 'Digest of the newest seal, SHA-256 in hexadecimal.' }),
      },
      { additionalProperties: false, description: 'The end of the chain. Store it elsewhere, and compare it later.' },
    ),
  ),
  brokenAt: Type.Optional(Type.String({ description: 'The row or seal where the chain breaks.' })),
  problem: Type.Optional(Type.String({ description: 'The defect at that row or seal.' })),
})

export const operations = [
  operation('account.audit.all', {
    route: 'GET /api/account/audit/all',
    title: 'Audit log - Get All',
    description: 'Changes and their authors, newest first.',
    scope: 'account.audit:read',
    input: closed({
      ...pagingInput(['at']),
      target: Type.Optional(line(60, { description: 'Only changes of the resource with this id.' })),
      from: Type.Optional(dateTime({ description: 'Only at or after this moment.' })),
      to: Type.Optional(dateTime({ description: 'Only at or before this moment.' })),
    }),
    output: listPageOf(shape),
    example: { limit: 10 },
    handle: readAudit,
  }),
  operation('account.audit.verify', {
    route: 'POST /api/account/audit/verify',
    title: 'Audit log - Verify',
    description: 'Verifies the chain of seals over the whole log and reports the first row or seal that was changed.',
    scope: 'account.audit:read',
    isRead: true,
    input: closed({}),
    output: verdict,
    example: {},
    async handle(ctx) {
      const found = await verifyAudit(ctx.db, ctx.account.id)
      const isRow = found.brokenAt?.includes('-') ?? false
      return isRow ? { ...found, brokenAt: encodeId('aud', ctx.account.id, String(found.brokenAt)) } : found
    },
  }),
].map(companion)

type AuditInput = Paging & { sort?: string; target?: string; from?: string; to?: string }
type AuditRow = {
  id: string
  at: string
  request_id: string
  actor: string
  action: string
  target: string
  changes: string
}

async function readAudit(ctx: Ctx, input: AuditInput) {
  const { target, from, to, sort } = input
  const list: RowList = {
    table: 'account_audit',
    columns: 't.id, t.at, t.request_id, t.actor, t.action, t.target, t.changes',
    scope: 'account',
    owned: [ofAccount(ctx.account.id)],
    where: sentConditions({
      't.target = $1': target,
      't.at >= $1': from,
      // An id is never older than its row's time: the key alone finds the first row.
      't.id >= $1': from === undefined ? undefined : uuidFloor(Date.parse(from)),
      't.at <= $1': to,
    }),
    ...orderBy(['id'], sort !== 'at'),
    isPlannedAnew: true,
  }
  const page = await readListPage<AuditRow>(ctx, list, input)
  const cards = await ctx.cards(page.items.map((row) => row.target))
  return { ...page, items: page.items.map((row) => auditRowOf(ctx.account.id, row, cards.get(row.target))) }
}

function auditRowOf(accountId: number, row: AuditRow, card: Card | undefined) {
  const id = encodeId('aud', accountId, row.id)
  const targetTitle = card?.title ?? null
  const changes: unknown = row.changes === '' ? null : JSON.parse(row.changes)
  const { at, actor, action, target } = row
  return { id, auditRowId: id, at, requestId: row.request_id, actor, action, target, targetTitle, changes }
}
