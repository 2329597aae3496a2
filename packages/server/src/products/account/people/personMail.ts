import type { Ctx } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { linkToken } from '#platform/auth/linkToken.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { createLink, linkAddress, readLink, type Link, type LinkDraft } from './link.ts'
import { linkMailText, mailTextsOf } from './mailTexts.ts'
import { readMemberships } from './membership.ts'
import { findPerson, type Person } from './person.ts'

/** Mails that carry a link of a person. */
type MailedKind = 'passwordReset' | 'emailChange'

type LinkMail = Pick<LinkDraft, 'email'> & { kind: MailedKind }

/**
 * Creates a link of a person and queues its mail, within a transaction. The mail leaves by the person's oldest account;
 * a person without one gets none. The request does not wait for the mail, so its duration reveals no known address.
 */
export async function mailLink(ctx: Ctx, person: Pick<Person, 'id'>, { kind, email = '' }: LinkMail): Promise<void> {
  const [first] = await readMemberships(ctx.db, person.id)
  const account = first === undefined ? undefined : await ctx.accounts.find(first.accountId)
  if (account === undefined) return
  const linkId = await createLink(ctx.db, { kind, email, personUuid: person.id }, ctx.now())
  ctx.as(account).later(sendPersonLink, { linkId }, ctx.now())
}

/** Queues a mail to the former address of a person, within the transaction of the change. */
export async function mailFormerAddress(ctx: Ctx, { id, email: to, language }: Person, address: string): Promise<void> {
  const [first] = await readMemberships(ctx.db, id)
  const account = first === undefined ? undefined : await ctx.accounts.find(first.accountId)
  if (account === undefined) return
  const noticeId = uuidv7(ctx.now().getTime())
  ctx.as(account).later(sendAddressNotice, { noticeId, to, address, language: language ?? 'en' }, ctx.now())
}

/** Mails the former address of a person that another one has taken its place. */
export const sendAddressNotice = outboundTask(
  'account.person.addressNotice',
  'Mails the former address of a person after it has changed.',
  Type.Object({ noticeId: Type.String(), to: Type.String(), address: Type.String(), language: Type.String() }),
  async (ctx, { noticeId, to, address, language }) => {
    const { subject, paragraphs } = mailTextsOf(language).addressChanged(hiddenAddress(address))
    const text = paragraphs.join('\n\n')
    await ctx.port(mailPort).send(ctx.account, { to, subject, text, idempotencyKey: `person:${noticeId}` })
  },
)

/** An address that only its owner knows again: `m…@example.com`. */
function hiddenAddress(address: string): string {
  return address.replace(/^(.).*(@.*)$/, '$1…$2')
}

/** Mails a link to its person. The token is computed when the mail leaves, so no queue holds it. */
export const sendPersonLink = outboundTask(
  'account.person.mail',
  'Mails a link for a new password or a new e-mail address.',
  Type.Object({ linkId: Type.String() }),
  async (ctx, { linkId }) => {
    const hash = ctx.port(keyHashPort)
    const token = linkToken(hash, linkId)
    const link = await findOpen(ctx, token)
    if (link === undefined || link.email === null) return
    const person = link.person_id === null ? undefined : await findPerson(ctx.db, link.person_id)
    const text = mailTextsOf(person?.language ?? 'en')[link.kind === 'emailChange' ? 'emailChange' : 'passwordReset']
    await ctx.port(mailPort).send(ctx.account, {
      to: link.email,
      subject: text.subject,
      text: linkMailText(text, linkAddress(ctx.settings.publicUrl, token)),
      idempotencyKey: `person:${linkId}`,
    })
  },
)

async function findOpen(ctx: Ctx, token: string): Promise<Link | undefined> {
  try {
    return await readLink(ctx, ctx.port(keyHashPort), token)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
