import type { Ctx } from '#kit/call/context.ts'
import { html as markup, htmlText } from '#kit/values/html.ts'
import type { OutgoingMail } from '#platform/mail/mailPort.ts'
import { verpAddress, returnAddress, returnDomain } from '#products/marketing/bounce/returnAddress.ts'
import { contactTitle, type Contact } from '#products/marketing/contact/contact.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'
import { readGifts } from '#products/marketing/template/giftData.ts'
import { mailData } from '#products/marketing/template/mailData.ts'
import { renderTexts } from '#products/marketing/template/templateCompile.ts'
import { valuesOfMail } from '#products/marketing/template/templateVariables.ts'
import type { Version } from '#products/marketing/template/templateVersions.ts'
import { isCountable, messageId, messageUrl, isMailPage } from './messageLinks.ts'

/** Parts of a mail. `message.uuid`: its row id. */
export type Composing = {
  message: { uuid: string; campaignId: string | null }
  record: Contact & { email: string }
  content: Version
  variables: Readonly<Record<string, unknown>>
  from: OutgoingMail['from']
  replyTo: string | null
  tracking: Tracking
}

/** Measuring of a mail. `utm`: parameters for its links. */
export type Tracking = { opens: boolean; clicks: boolean; utm: Readonly<Record<string, string>> }

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
  const gifts = await readGifts(ctx, content, record.id)
  const rendered = await renderTexts(ctx, content, mailData(ctx, record, { links, variables, gifts }))
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
  return (html ?? '').replace(/<body[^<>]*>|^(?![\s\S]*<body)/i, (start) => `${start}${hidden}`)
}

type Tracked = { html: string; tracking: Tracking; record: Contact }

/** The HTML with links that count clicks and an image that counts opens, where the contact allows it. */
function trackedHtml(ctx: Ctx, uuid: string, { html, tracking, record }: Tracked): string {
  if (record.trackingDisabled) return html
  const linked = withLinks(ctx, uuid, { html, tracking })
  const clicked = tracking.clicks ? withEnd(linked, trapHtml(ctx, uuid)) : linked
  if (!tracking.opens) return clicked
  const image = htmlText(
    markup`<img src="${messageUrl(ctx, 'open', { uuid })}" width="1" height="1" alt="" style="border:0">`,
  )
  return withEnd(clicked, image)
}

function withEnd(html: string, end: string): string {
  return /<\/body>/i.test(html) ? html.replace(/<\/body>/i, () => `${end}</body>`) : `${html}${end}`
}

/** A link that no person sees. */
function trapHtml(ctx: Ctx, uuid: string): string {
  const url = messageUrl(ctx, 'trap', { uuid })
  return htmlText(markup`<a href="${url}" style="display:none" tabindex="-1" aria-hidden="true" rel="nofollow"></a>`)
}

function withLinks(ctx: Ctx, uuid: string, { html, tracking }: Pick<Tracked, 'html' | 'tracking'>): string {
  const { clicks, utm } = tracking
  if (!clicks && Object.keys(utm).length === 0) return html
  let count = 0
  // A tag ends before the next one: anchors that no one closes would each be read to the end of the mail.
  return html.replace(/(<a\b[^<>]*\bhref=")(https?:\/\/[^"]+)/gi, (whole, start: string, href: string) => {
    // Browsers leave out the line ends and tabs of an address.
    const target = withUtm(unescaped(href).replace(/[\t\n\r]/g, ''), utm)
    count += 1
    if (isMailPage(ctx, target) || count > linksMax || !isCountable(target)) return whole
    if (clicks) return `${start}${messageUrl(ctx, 'click', { uuid, target })}`
    return `${start}${target.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}`
  })
}

/** An address with the parameters that it lacks. */
function withUtm(target: string, utm: Tracking['utm']): string {
  if (Object.keys(utm).length === 0 || !URL.canParse(target)) return target
  const url = new URL(target)
  for (const [name, value] of Object.entries(utm)) {
    if (!url.searchParams.has(`utm_${name}`)) url.searchParams.append(`utm_${name}`, value)
  }
  return url.href
}

function unescaped(href: string): string {
  return href.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"').replaceAll('&#34;', '"')
}
