import { Type } from '#kit/values/schema.ts'
import { field, invalid, reason } from '#kit/call/problem.ts'
import { readAddress, readableDomain } from '#platform/mail/mailbox.ts'
import { dateTime, flag, line, matching, nullable, oneOf, optional, required } from '#kit/values/fields.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import {
  sendingDomainCreated,
  sendingDomainDeleted,
  sendingDomainFailed,
  sendingDomainUpdated,
  sendingDomainVerified,
} from '#products/marketing/facts.ts'
import { recordsOf } from './domainRecords.ts'

/** Refusal of a second record of the same domain. */
export const domainTaken = reason('conflict', 'domain_taken', 'The account has this domain already.')

const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isHidden: true, isReadOnly: true } }

/** Labels of letters, digits and single or double hyphens; the last one begins with a letter. */
const domainPattern = '^([a-z0-9]{1,40}(-{1,2}[a-z0-9]{1,20}){0,3}\\.){1,4}[a-z]{2,20}(--[a-z0-9]{2,30})?$'

const domainMessage = 'must be a domain such as news.example.com'

/** A domain as it is typed, with capitals and letters of any language: `Müller.de` is stored as `xn--mller-kva.de`. */
export const typedDomain = matching('^([^\\s@/:?#%.]{1,63}\\.){1,4}[^\\s@/:?#%.]{2,63}$', 190, {
  description: 'Domain of senders. Capitals become small, and letters beyond ASCII the form of the DNS (`xn--`).',
  message: domainMessage,
  examples: ['news.example.com'],
})

/** The form of a typed domain in the DNS. Throws invalid_request for other text. */
export function readDomain(text: string): string {
  const domain = readAddress(`a@${text}`)?.slice(2) ?? ''
  if (!new RegExp(domainPattern).test(domain)) throw invalid(field('domain', 'format', domainMessage))
  return domain
}

/** Stored fields of a sending domain. */
const fields = {
  domain: required(
    matching(domainPattern, 190, {
      description: 'Domain of senders, in lower case.',
      message: 'must be a domain such as news.example.com, in lower case',
      examples: ['news.example.com'],
    }),
    { access: { isFixed: true } },
  ),
  selector: optional(line(63, { description: 'Name of the DKIM key in the DNS.' }), readOnly),
  publicKey: optional(line(1_000, { description: 'Public key of DKIM, in base64.' }), readOnly),
  sealedPrivateKey: optional(line(8_000), hidden),
  hasDkim: optional(flag({ description: 'Whether the DNS has the DKIM key; null before the first check.' }), readOnly),
  hasSpf: optional(flag({ description: 'Whether the DNS has one SPF record.' }), readOnly),
  hasDmarc: optional(flag({ description: 'Whether the DNS has a DMARC policy.' }), readOnly),
  hasReturn: optional(
    flag({ description: 'Whether bounces come back by a name of the domain; null without `INBOUND_MAIL_DOMAIN`.' }),
    readOnly,
  ),
  lastCheckedAt: optional(dateTime({ description: 'Time of the last check.' }), readOnly),
  lastError: optional(line(500, { description: 'Cause for which it is not verified.' }), readOnly),
  nextCheckAt: optional(dateTime({ description: 'Time of the next check.' }), readOnly),
}

/** A sending domain as the store returns it. */
export type SendingDomain = StoredOf<typeof fields>

/** A domain whose addresses may be senders, with the DKIM key that signs its mail. */
export const sendingDomain = resource({
  id: 'marketing.sendingDomain',
  title: 'Sending domain',
  description: 'Sending domains: domains of senders, with their DKIM keys and the records that the DNS must have',
  table: 'marketing_sending_domain',
  idKey: 'sendingDomainId',
  prefix: 'sdo',
  states: { unverified: ['verified'], verified: ['failing'], failing: ['verified'] },
  initial: 'unverified',
  countMax: 200,
  fields,
  computed: {
    fields: {
      records: Type.Array(
        closed({
          purpose: oneOf(['dkim', 'spf', 'dmarc', 'return'], { description: 'Purpose.' }),
          type: oneOf(['TXT', 'CNAME'], { description: 'Type.' }),
          name: Type.String({ description: 'Name in the DNS.' }),
          value: Type.String({ description: 'Value to publish; for spf and dmarc a proposal.' }),
          isRequired: flag({ description: 'Whether mail leaves only with it.' }),
          isFound: nullable(flag({ description: 'Result of the last check; null before it.' })),
        }),
        { description: 'Records that the DNS must have.' },
      ),
    },
    of: (ctx, records) => recordsOf(ctx, records),
  },
  check({ domain }) {
    const isDomain = domain.includes('.') && readAddress(`a@${domain}`) === `a@${domain}`
    if (!isDomain) throw invalid(field('domain', 'format', 'must be a domain such as news.example.com, in lower case'))
  },
  card: (record) => ({ title: readableDomain(record.domain) }),
  facts: {
    created: sendingDomainCreated,
    updated: sendingDomainUpdated,
    deleted: sendingDomainDeleted,
    moved: { verified: sendingDomainVerified, failing: sendingDomainFailed },
  },
  constraints: { marketing_sending_domain_key: { reason: domainTaken, field: 'domain' } },
})
