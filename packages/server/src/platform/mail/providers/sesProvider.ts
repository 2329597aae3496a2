import { hashOf, signed } from '#platform/files/s3/s3Signature.ts'
import { returnArgument } from '#platform/mail/reports/providerReport.ts'
import { at, textAt } from '#platform/net/foreignJson.ts'
import type { ApiAccess, ApiCall, MailProvider, Refusal } from './mailProvider.ts'

/** Errors that concern the account or its sender, and those that pass. */
const meanings: Readonly<Record<string, Refusal['means']>> = {
  AccountSuspendedException: 'us',
  MailFromDomainNotVerifiedException: 'us',
  SendingPausedException: 'us',
  NotFoundException: 'us',
  LimitExceededException: 'later',
  TooManyRequestsException: 'later',
}

/** Amazon SES, version 2 of its API: a raw mail, signed by Signature Version 4. */
export const sesProvider: MailProvider = {
  takesMime: true,
  send(access, { mail, mime }, now) {
    const tags = mail.returnTag === undefined ? [] : [{ Name: returnArgument, Value: mail.returnTag }]
    const body = JSON.stringify({
      Destination: { ToAddresses: [mail.to] },
      Content: { Raw: { Data: mime.toString('base64') } },
      EmailTags: tags,
    })
    return callOf(access, { method: 'POST', path: '/v2/email/outbound-emails', body }, now)
  },
  probe: (access, now) => callOf(access, { method: 'GET', path: '/v2/email/account', body: '' }, now),
  problemOf(json) {
    if (at(json, 'SendingEnabled') === false) return 'Amazon has paused the sending of the account'
    return undefined
  },
  refOf: ({ json }) => textAt(json, 'MessageId') ?? undefined,
  refusalOf({ json }) {
    const message = textAt(json, 'message') ?? textAt(json, 'Message') ?? ''
    const type = (textAt(json, '__type') ?? textAt(json, 'code') ?? '').split(/[#:]/).find((part) => /Exc/.test(part))
    const isOfSender = /not verified/i.test(message)
    return { message, means: isOfSender ? 'us' : meanings[type ?? ''] }
  },
}

type Unsigned = { method: 'GET' | 'POST'; path: string; body: string }

function callOf({ url, region, key, keyId }: ApiAccess, { method, path, body }: Unsigned, now: Date): ApiCall {
  const base = new URL(url === '' ? `https://email.${region}.amazonaws.com` : url)
  const headers = signed(
    {
      method,
      host: base.host,
      path,
      query: {},
      headers: { 'content-type': 'application/json' },
      bodyHash: hashOf(body),
    },
    { accessKeyId: keyId, secretAccessKey: key, region, service: 'ses' },
    now,
  )
  return { method, url: `${base.origin}${path}`, headers, ...(body === '' ? {} : { body }) }
}
