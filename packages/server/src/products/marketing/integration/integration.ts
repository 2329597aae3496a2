import { Type } from '#kit/values/schema.ts'
import { nullable, oneOf, whole } from '#kit/values/fields.ts'
import { field, invalid, reason } from '#kit/call/problem.ts'
import { resource } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import {
  integrationCreated,
  integrationDeleted,
  integrationFailed,
  integrationRecovered,
  integrationUpdated,
} from '#products/marketing/facts.ts'
import { integrationFields, secretNames } from './integrationFields.ts'
import { openSecrets } from './integrationSecrets.ts'
import { dayBounds } from './sendingPace.ts'
import { hasReports } from './reportingProvider.ts'

/** Refusal of the deletion of an integration by which mail waits to leave. */
export const integrationInUse = reason(
  'conflict',
  'in_use',
  'Mail waits to leave by it, or other records name it: details.users. Name another one in replaceWith.',
)

/** Refusal to disable an integration by which a campaign sends. */
export const campaignRunning = reason(
  'conflict',
  'campaign_running',
  'A campaign sends by this integration. `force` pauses it.',
)

/** Refusal to start a campaign whose integration is not usable. */
export const integrationUnavailable = reason(
  'conflict',
  'integration_unavailable',
  'The integration by which the mail leaves is not active. Its `lastError` says why.',
)

/** Refusal of a second default, by a concurrent call. */
export const otherDefault = reason(
  'conflict',
  'other_default',
  'Another integration became the default. Send it again.',
)

const set = nullable(oneOf(['set'], { description: '`set` where there is one; it is never returned.' }))

/** Types whose services call us with events or text messages. */
export const calledTypes: ReadonlySet<string> = new Set(['inboundWebhook', 'smsHttp', 'segmentTrack'])

/** A service of others that an account sends by, is called by or reads from. */
export const integration = resource({
  id: 'marketing.integration',
  title: 'Integration',
  description: 'Integrations: services that mail leaves by, and that report what became of it',
  table: 'marketing_integration',
  idKey: 'integrationId',
  prefix: 'int',
  states: {
    pending: ['active', 'error', 'disabled'],
    active: ['error', 'disabled'],
    error: ['active', 'disabled'],
    disabled: ['active', 'error', 'pending'],
  },
  initial: 'pending',
  actions: {
    enable: { from: ['disabled', 'error', 'pending'], to: 'active', description: 'it is used again, once it works.' },
    disable: { from: ['pending', 'active', 'error'], to: 'disabled', description: 'nothing leaves by it.' },
  },
  countMax: 200,
  fields: integrationFields,
  computed: {
    fields: {
      secrets: closed({ password: set, apiKey: set, signingKey: set }, { description: 'Secrets that are stored.' }),
      today: nullable(
        closed(
          {
            sent: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Mails within the last 24 hours.' }),
            allowed: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Mails within 24 hours that may leave.' }),
            remaining: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Mails that may leave now.' }),
          },
          { description: 'Mails of a day; null without a limit or warm-up of the day.' },
        ),
      ),
      inboundUrl: nullable(
        Type.String({
          description:
            'Address that others call: reports of a provider, webhooks, text messages; null for other types.',
        }),
      ),
    },
    async of(ctx, records) {
      const days = await dayBounds(ctx, records)
      return records.map((record, index) => {
        const secrets = openSecrets(ctx, record)
        const shown = secretNames.map((name) => [name, secrets[name] === undefined ? null : 'set'] as const)
        const hook = hasReports(record) ? 'report' : calledTypes.has(record.type) ? 'inbound' : null
        const inboundUrl = hook === null ? null : `${ctx.settings.publicUrl}/hooks/marketing/${hook}/${record.id}`
        return { secrets: Object.fromEntries(shown), inboundUrl, today: days[index] ?? null }
      })
    },
  },
  check({ from, warmUp }) {
    const { startPerDay, startsAt } = warmUp ?? {}
    if (warmUp !== null && (startPerDay === undefined || startsAt === undefined)) {
      const missing = startPerDay === undefined ? '/warmUp/startPerDay' : '/warmUp/startsAt'
      throw invalid(field(missing, 'required', 'is needed'))
    }
    if (from !== null && from.email === undefined) throw invalid(field('/from/email', 'required', 'is needed'))
  },
  card: (record) => ({ title: record.name }),
  facts: {
    created: integrationCreated,
    updated: integrationUpdated,
    deleted: integrationDeleted,
    moved: { error: integrationFailed, active: integrationRecovered },
  },
  constraints: { marketing_integration_default_key: { reason: otherDefault, field: 'isDefault' } },
})
