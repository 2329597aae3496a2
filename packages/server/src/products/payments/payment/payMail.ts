import { html, htmlText } from '#kit/values/html.ts'

/** A paragraph of a mail: text, a list, a strong line, or a link with its text. */
export type MailPart = string | { list: readonly string[] } | { strong: string } | { text: string; url: string }

/** HTML and text of a mail about a payment. */
export function payMail(language: string, parts: readonly MailPart[]): { text: string; html: string } {
  const body = html`<!doctype html>
<html lang="${language}"><body style="font-family: system-ui, sans-serif; line-height: 1.5; max-width: 36rem">
${parts.map((part) => html`${htmlOf(part)}\n`)}</body></html>`
  return { text: `${parts.map(textOf).join('\n\n')}\n`, html: htmlText(body) }
}

function htmlOf(part: MailPart) {
  if (typeof part === 'string') {
    return html`<p>${part.split('\n').map((each, index) => (index === 0 ? html`${each}` : html`<br>${each}`))}</p>`
  }
  if ('list' in part) return html`<ul>${part.list.map((each) => html`<li>${each}</li>`)}</ul>`
  if ('strong' in part) return html`<p><strong>${part.strong}</strong></p>`
  return html`<p><a href="${part.url}">${part.text}</a></p>`
}

function textOf(part: MailPart): string {
  if (typeof part === 'string') return part
  if ('list' in part) return part.list.join('\n')
  return 'strong' in part ? part.strong : `${part.text}:\n${part.url}`
}
