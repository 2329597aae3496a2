import { randomUUID } from 'node:crypto'
import { returnArgument } from '#platform/mail/reports/providerReport.ts'
import { textAt } from '#platform/net/foreignJson.ts'
import type { ApiAccess, MailProvider } from './mailProvider.ts'

/** Mailgun: a raw mail as a part of a form. */
export const mailgunProvider: MailProvider = {
  takesMime: true,
  send(access, { mail, mime }) {
    const boundary = randomUUID()
    const fields = { to: mail.to, 'o:tracking': 'no', ...tagOf(mail.returnTag) }
    const texts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const file =
      `--${boundary}\r\ncontent-disposition: form-data; name="message"; filename="message.eml"\r\n` +
      'content-type: message/rfc822\r\n\r\n'
    const body = Buffer.concat([Buffer.from(texts.join('') + file), mime, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = { ...headersOf(access), 'content-type': `multipart/form-data; boundary=${boundary}` }
    return { method: 'POST', url: `${baseOf(access)}/v3/${domainOf(access)}/messages.mime`, headers, body }
  },
  probe(access) {
    return { method: 'GET', url: `${baseOf(access)}/v3/domains/${domainOf(access)}`, headers: headersOf(access) }
  },
  problemOf(json) {
    const state = textAt(json, 'domain', 'state')
    return state === null || state === 'active' ? undefined : `the domain is ${state.slice(0, 40)} at Mailgun`
  },
  refOf: ({ json }) => textAt(json, 'id') ?? undefined,
  refusalOf({ status, json }) {
    const message = textAt(json, 'message') ?? ''
    const isOfUs = status === 402 || status === 404
    return { message, means: isOfUs ? 'us' : undefined }
  },
}

function tagOf(tag: string | undefined): Record<string, string> {
  return tag === undefined ? {} : { [`v:${returnArgument}`]: tag }
}

const domainOf = ({ domain }: ApiAccess) => encodeURIComponent(domain)

function headersOf({ key }: ApiAccess): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }
}

function baseOf({ url, region }: ApiAccess): string {
  if (url !== '') return url.replace(/\/+$/, '')
  return /^eu/i.test(region) ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net'
}
