import type { Ctx } from '#kit/call/context.ts'
import { html as markup, htmlText } from '#kit/values/html.ts'
import type { OutgoingMail } from '#platform/mail/mailPort.ts'
import { verpAddress, returnAddress, returnDomain } from '#products/marketing/bounce/returnAddress.ts'
import { contactTitle, type Contact } from '#products/marketing/contact/contact.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'
import { mailData } from '#products/marketing/template/mailData.ts'
import { renderTexts } from '#products/marketing/template/templateCompile.ts'
import { valuesOfMail } from '#products/marketing/template/templateVariables.ts'
import type { Version } from '#products/marketing/template/templateVersions.ts'
import { messageId, messageUrl } from './messageLinks.ts'

/** Parts of a mail. `message.uuid`: its row id. */
export type Composing = {
  message: { uuid: string; campaignId: string | null }
  record: Contact & { email: string }
  content: Version
  variables: Readonly<Record<string, unknown>>
  from: OutgoingMail['from']
  replyTo: string | null
  tracking: { opens: boolean; clicks: boolean }
}

const linksMax = 500
const nameLengthMax = 100

/** Composes the mail of a message. Throws template_error. The same message has the same Message-ID in each attempt. */
export async function composeMail(ctx: Ctx, composing: Composing): Promise<OutgoingMail> {
  const { message, record, content, from, replyTo } = composing
  const { uuid } = message
  const unsubscribeUrl = messageUrl(ctx, 'unsubscribe', { uuid })
  const links = {
    unsubscribeUrl,
    preferencesUrl: preferencesUrl(ctx, record),
    viewUrl: messageUrl(ctx, 'view', { uuid }),
  }
  const variables = valuesOfMail(content.variables, composing.variables)
  const rendered = await renderTexts(ctx, content, mailData(ctx, record, { links, variables }))
  const domain = returnDomain(ctx)
  const host = domain ?? from?.address.split('@').at(-1) ?? new URL(ctx.settings.publicUrl).hostname
  const mailto =
    domain === undefined ? '' : `, <mailto:${returnAddress(ctx, 'unsubscribe', { messageId: uuid, domain })}>`
  const name = contactTitle(record)
  return {
    messageId: messageRef(uuid, host),
    envelopeFrom: domain === undefined ? undefined : verpAddress(ctx, uuid, domain),
    from,
    returnTag: verpAddress(ctx, uuid, host),
    replyTo: replyTo ?? undefined,
    to: record.email,
    toName: name === record.email ? '' : name.slice(0, nameLengthMax),
    subject: rendered.subject === '' ? '(no subject)' : rendered.subject,
    text: rendered.text === '' ? ' ' : rendered.text,
    html: rendered.html === null ? undefined : trackedHtml(ctx, uuid, { html: withPreheader(rendered), ...composing }),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>${mailto}`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${ctx.account.publicId}.${host}>`,
      'Feedback-ID': `${message.campaignId ?? 'automation'}:${ctx.account.publicId}:fairground`,
      'X-Fairground-Message': messageId(ctx, uuid),
    },
  }
}

/** Message-ID of a message, equal in each attempt, so that a receiver can drop a repeat. */
export function messageRef(uuid: string, host: string): string {
  return `<${uuid}@${host}>`
}

function withPreheader({ html, preheader }: { html: string | null; preheader: string }): string {
  if (preheader === '') return html ?? ''
  const hidden = htmlText(markup`<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>`)
  return (html ?? '').replace(/<body[^>]*>|^(?![\s\S]*<body)/i, (start) => `${start}${hidden}`)
}

type Tracked = { html: string; tracking: { opens: boolean; clicks: boolean }; record: Contact }

/** The HTML with links that count clicks and an image that counts opens, where the contact allows it. */
function trackedHtml(ctx: Ctx, uuid: string, { html, tracking, record }: Tracked): string {
  if (record.trackingDisabled) return html
  const clicked = tracking.clicks ? withClicks(ctx, uuid, html) : html
  if (!tracking.opens) return clicked
  const image = htmlText(
    markup`<img src="${messageUrl(ctx, 'open', { uuid })}" width="1" height="1" alt="" style="border:0">`,
  )
  return /<\/body>/i.test(clicked) ? clicked.replace(/<\/body>/i, `${image}</body>`) : `${clicked}${image}`
}

function withClicks(ctx: Ctx, uuid: string, html: string): string {
  let count = 0
  return html.replace(/(<a\b[^>]*\bhref=")(https?:\/\/[^"]+)/gi, (whole, start: string, href: string) => {
    const target = unescaped(href)
    count += 1
    const isOwn = target.startsWith(`${ctx.settings.publicUrl}/`)
    return isOwn || count > linksMax ? whole : `${start}${messageUrl(ctx, 'click', { uuid, target })}`
  })
}

function unescaped(href: string): string {
  return href.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"').replaceAll('&#34;', '"')
}
