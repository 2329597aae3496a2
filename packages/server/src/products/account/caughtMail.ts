import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx, Paging, RowOf } from '#kit/call/context.ts'
import { dateTime, idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { ofAccount, orderBy, readListPage, sentConditions, type RowList } from '#platform/db/listPage.ts'
import { caughtDays, caughtMax, openCaught } from '#platform/mail/catcher.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { withoutLinks } from './people/member.ts'

const prefix = 'mai'

const fields = {
  id: idOf(prefix),
  mailId: idOf(prefix, { description: 'The same as `id`.' }),
  status: oneOf(['caught'], { description: 'caught: kept instead of sent.' }),
  to: Type.String({ description: 'Address of the recipient.' }),
  subject: Type.String({ description: 'Subject line.' }),
  caughtAt: dateTime({ description: 'Time at which the mail was caught instead of sent.' }),
}
const shape = closed(fields)
const whole = closed({
  ...fields,
  toName: nullable(Type.String({ description: 'Name of the recipient; null when unknown.' })),
  replyTo: nullable(Type.String({ description: 'Address for replies.' })),
  from: nullable(
    closed(
      {
        name: Type.String({ description: 'Name of the sender.' }),
        address: Type.String({ description: 'Address of the sender.' }),
      },
      { description: 'Sender; null for the sender of the server.' },
    ),
  ),
  headers: Type.Array(
    closed({
      name: Type.String({ description: 'Name of the header.' }),
      value: Type.String({ description: 'Value of the header.' }),
    }),
    { description: 'Headers of its own, such as List-Unsubscribe.' },
  ),
  text: Type.String({ description: 'The whole mail as plain text.' }),
  html: nullable(Type.String({ description: 'The mail in HTML; null without HTML.' })),
})

export const operations = [
  operation('account.mail.all', {
    route: 'GET /api/account/mail/all',
    title: 'Caught mails - Get All',
    description:
      'Mails that were caught instead of sent, newest first: all of a test account, and of a live one while there ' +
      `is no mail server. The last ${caughtMax} of ${caughtDays} days are kept.`,
    scope: 'account.mail:read',
    input: closed({
      ...pagingInput(['caughtAt']),
      to: Type.Optional(line(254, { description: 'Only for this address.' })),
    }),
    output: listPageOf(shape),
    example: { limit: 10 },
    handle: listMails,
  }),
  operation('account.mail.get', {
    route: 'GET /api/account/mail/get',
    title: 'Caught mails - Get',
    description:
      'One caught mail with its content. Links that sign a person in are left out; a caller who may invite members ' +
      'reads the links of invitations.',
    scope: 'account.mail:read',
    input: closed({ mailId: idOf(prefix) }),
    output: whole,
    example: { mailId: madeFirst('account.mail') },
    handle: (ctx, { mailId }) => getMail(ctx, mailId),
  }),
].map(companion)

type MailQuery = Paging & { sort?: string; to?: string }
type MailRow = Omit<RowOf<typeof getStatement>, 'sealed'>

async function listMails(ctx: Ctx, query: MailQuery) {
  const list: RowList = {
    table: 'account_mail',
    columns: 't.id, t.caught_at, t.to_address, t.subject',
    scope: 'account',
    owned: [ofAccount(ctx.account.id)],
    where: sentConditions({ 't.to_address = $1': query.to }),
    ...orderBy(['id'], query.sort !== 'caughtAt'),
    isPlannedAnew: true,
  }
  const page = await readListPage<MailRow>(ctx, list, query)
  return { ...page, items: page.items.map((row) => mailOf(ctx.account.id, row)) }
}

async function getMail(ctx: Ctx, mailId: string): Promise<Static<typeof whole>> {
  const parsed = parseId(prefix, mailId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) throw problem(reasons.notFound)
  const [row] = await ctx.db.rows(getStatement, [ctx.account.id, parsed.uuid])
  if (row === undefined) throw problem(reasons.notFound)
  const body = openCaught(ctx.port(sealingPort), ctx.account.id, row)
  const text = await withoutLinks(ctx, body.text)
  const html = body.html === null ? null : await withoutLinks(ctx, body.html)
  return { ...mailOf(ctx.account.id, row), ...body, headers: [...body.headers], text, html }
}

function mailOf(accountId: number, row: MailRow): Static<typeof shape> {
  const id = encodeId(prefix, accountId, row.id)
  return { id, mailId: id, status: 'caught', to: row.to_address, subject: row.subject, caughtAt: row.caught_at }
}

const getStatement = statement(
  'account_mail.get',
  'account',
  `select id, caught_at, to_address, subject, sealed_body as sealed from account_mail
   where account_id = $1 and id = $2`,
)
