import type { Ctx } from '#kit/call/context.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { codeIdOf, digitsOf, findOpenCode, linkProofOf } from './viewerCode.ts'
import { viewerWords } from './viewerWords.ts'

/** Mails a code and its link. Both are computed when the mail leaves, so no queue holds them. */
export const mailViewerCode = outboundTask(
  'account.viewer.mail',
  'Mails the code and the link by which a member of an audience signs in.',
  Type.Object({ codeUuid: Type.String(), language: Type.String(), next: Type.String() }),
  async (ctx, { codeUuid, language, next }) => {
    const open = await findOpenCode(ctx, codeUuid)
    if (open === undefined) return
    const digits = digitsOf(ctx, codeUuid)
    const texts = viewerWords(language).mail(ctx.account.name)
    const text = [...texts.before, digits, texts.between, linkOf(ctx, codeUuid, next), texts.after].join('\n\n')
    const subject = `${digits} ${texts.subject}`
    await ctx.port(mailPort).send(ctx.account, { to: open.email, subject, text, idempotencyKey: `viewer:${codeUuid}` })
  },
)

function linkOf(ctx: Ctx, codeUuid: string, next: string): string {
  const query = next === '' ? '' : `?${new URLSearchParams({ next })}`
  return `${ctx.settings.publicUrl}/signin/link/${codeIdOf(ctx, codeUuid)}/${linkProofOf(ctx, codeUuid)}${query}`
}
