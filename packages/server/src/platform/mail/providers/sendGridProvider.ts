import { oneLine } from '#kit/values/foreignText.ts'
import { returnArgument } from '#platform/mail/reports/providerReport.ts'
import { at, listAt, textAt } from '#platform/net/foreignJson.ts'
import { headerLines, type ApiAccess, type MailProvider } from './mailProvider.ts'

/** SendGrid: a mail as JSON. It measures nothing; our own links do. */
export const sendGridProvider: MailProvider = {
  takesMime: false,
  send(access, { mail }) {
    const { from, to, toName = '', replyTo, subject, text, html, returnTag } = mail
    const off = { enable: false }
    const body = {
      personalizations: [
        {
          to: [named(to, toName)],
          ...(returnTag === undefined ? {} : { custom_args: { [returnArgument]: returnTag } }),
        },
      ],
      from: named(from.address, from.name),
      ...(replyTo === undefined ? {} : { reply_to: { email: replyTo } }),
      subject: oneLine(subject),
      content: [
        { type: 'text/plain', value: text },
        ...(html === undefined ? [] : [{ type: 'text/html', value: html }]),
      ],
      headers: Object.fromEntries(headerLines(mail)),
      tracking_settings: { click_tracking: off, open_tracking: off, subscription_tracking: off },
    }
    return {
      method: 'POST',
      url: `${baseOf(access)}/v3/mail/send`,
      headers: headersOf(access),
      body: JSON.stringify(body),
    }
  },
  probe: (access) => ({ method: 'GET', url: `${baseOf(access)}/v3/scopes`, headers: headersOf(access) }),
  problemOf(json) {
    const scopes = listAt(json, 'scopes')
    return scopes.includes('mail.send') ? undefined : 'the key may not send: it lacks the scope mail.send'
  },
  refOf: ({ messageId }) => messageId,
  refusalOf({ json }) {
    const message = textAt(listAt(json, 'errors')[0], 'message') ?? textAt(at(json), 'message') ?? ''
    return { message, means: /verified Sender Identity|credits exceeded/i.test(message) ? 'us' : undefined }
  },
}

function named(email: string, name: string) {
  const clean = oneLine(name)
  return clean === '' ? { email } : { email, name: clean }
}

function headersOf({ key }: ApiAccess): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
}

function baseOf({ url, region }: ApiAccess): string {
  if (url !== '') return url.replace(/\/+$/, '')
  return /^eu/i.test(region) ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com'
}
