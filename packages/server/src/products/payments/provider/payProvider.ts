import {
  dateTime,
  defaulted,
  flag,
  line,
  nameLine,
  nullable,
  oneOf,
  optional,
  required,
  whole,
} from '#kit/values/fields.ts'
import type { Ctx } from '#kit/call/context.ts'
import { reason } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import {
  providerCreated,
  providerDeleted,
  providerFailed,
  providerRecovered,
  providerUpdated,
} from '#products/payments/facts.ts'
import { keyNames, storedKeys } from './providerKeys.ts'

/** Refusal to pay by a provider that is disabled, or whose keys do not work. */
export const providerNotActive = reason(
  'conflict',
  'provider_not_active',
  'The payment provider is not active. Its `lastError` says why.',
)

/** Refusal to delete a provider by which payments went, or that links name. */
export const providerInUse = reason(
  'conflict',
  'in_use',
  'Payments or payment links name this provider. Disable it instead: refunds still go through it.',
)

/** Refusal of what needs the provider, such as a check of keys or the start of a payment, while it is not reached. */
export const providerUnreachable = reason(
  'conflict',
  'provider_unreachable',
  'The payment provider was not reached. Nothing was changed or charged: send it again.',
)

/** Refusal of a second default, by a concurrent call. */
export const otherDefaultProvider = reason(
  'conflict',
  'other_default',
  'Another provider became the default. Send it again.',
)

/** Lock of an account that writes of its providers take, so that it has one default and one webhook endpoint each. */
export const providerLock = 'payments.provider'

/** Address that the company of a provider calls. */
export function hookUrlOf(ctx: Ctx, { kind, id }: { kind: string; id: string }): string {
  return `${ctx.settings.publicUrl}/hooks/payment/${kind}/${id}`
}

const readOnly = { access: { isReadOnly: true } }
const set = nullable(oneOf(['set'], { description: '`set` where there is one; it is never returned.' }))

const providerFields = {
  name: required(nameLine(120, { description: 'Name for the people of the account.' })),
  kind: required(
    oneOf(['sandbox', 'stripe'], { description: 'Company: the built-in sandbox, which moves no money, or Stripe.' }),
    { access: { isFixed: true } },
  ),
  isDefault: defaulted(
    flag({ description: 'Whether payments go through it where a link names no provider. The first one is.' }),
    false,
  ),
  mode: defaulted(
    oneOf(['live', 'test'], { description: 'Whether it moves real money, by its key.' }),
    'test',
    readOnly,
  ),
  hasSettingsKeys: defaulted(
    flag({ description: 'Whether its keys are those of the settings of the server.' }),
    false,
    readOnly,
  ),
  webhookEndpoint: optional(
    line(100, { description: 'Webhook endpoint at Stripe that this server has registered; null for one of yours.' }),
    readOnly,
  ),
  webhookError: optional(
    line(500, {
      description:
        'Cause of a failed registration of the webhook endpoint, and the way out; null where nothing is wrong.',
    }),
    readOnly,
  ),
  webhookTries: defaulted(whole(0, 1_000_000), 0, { access: { isHidden: true, isReadOnly: true } }),
  webhookRetryAt: optional(dateTime(), { access: { isHidden: true, isReadOnly: true } }),
  sealedKeys: optional(line(4_000), { access: { isHidden: true, isReadOnly: true } }),
  lastOkAt: optional(dateTime({ description: 'Last time that a check of its keys succeeded.' }), readOnly),
  lastError: optional(line(500, { description: 'Cause of the last failure since then.' }), readOnly),
}

/** A payment provider as the store holds it. */
export type StoredProvider = StoredOf<typeof providerFields>

/** A company that takes payments for an account, with the keys of the account there. */
export const payProvider = resource({
  id: 'payments.provider',
  title: 'Payment provider',
  description: 'Payment providers: companies that take payments, with your keys',
  table: 'payments_provider',
  idKey: 'providerId',
  prefix: 'ppr',
  states: { active: ['error', 'disabled'], error: ['active', 'disabled'], disabled: ['active'] },
  initial: 'active',
  actions: {
    enable: {
      from: ['disabled', 'error'],
      to: 'active',
      description: 'payments go through it again, once its keys work.',
    },
    disable: { from: ['active', 'error'], to: 'disabled', description: 'no new payment goes through it.' },
  },
  countMax: 20,
  fields: providerFields,
  computed: {
    fields: {
      secrets: closed({ secretKey: set, webhookSecret: set }, { description: 'Keys that are stored.' }),
      webhookUrl: Type.String({ description: 'Address for the webhooks of the company.' }),
    },
    async of(ctx, records) {
      return records.map((record) => {
        const keys = storedKeys(ctx, record)
        const shown = keyNames.map((name) => [name, keys[name] === undefined ? null : 'set'] as const)
        return { secrets: Object.fromEntries(shown), webhookUrl: hookUrlOf(ctx, record) }
      })
    },
  },
  card: (record) => ({ title: record.name }),
  facts: {
    created: providerCreated,
    updated: providerUpdated,
    deleted: providerDeleted,
    moved: { error: providerFailed, 'error active': providerRecovered },
  },
  constraints: { payments_provider_default_key: { reason: otherDefaultProvider, field: 'isDefault' } },
})
