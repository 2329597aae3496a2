import { Type } from '#kit/values/schema.ts'
import type { CreateOptions, Ctx, UpdateOptions } from '#kit/call/context.ts'
import { flag, idOf } from '#kit/values/fields.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, type Draft, type Patch } from '#kit/nouns/resource.ts'
import { closed, createInput, get, ifVersion, list, removed, updateInput, versionOf } from '#kit/nouns/standard.ts'
import {
  providerCreated,
  providerDeleted,
  providerFailed,
  providerRecovered,
  providerUpdated,
} from '#products/payments/facts.ts'
import { connectionOf, connectionOfSent } from './payConnection.ts'
import { payProvider, providerInUse, providerUnreachable, type StoredProvider } from './payProvider.ts'
import { checkConnection, checkKeysWork } from './providerCheck.ts'
import { sentKeys, type ProviderKeys } from './providerKeys.ts'
import { needsHook, registerHook } from './webhookRegistration.ts'
import {
  applyCheck,
  changeProvider,
  checkSentProvider,
  deleteProvider,
  keysAfter,
  makeProvider,
} from './providerWrites.ts'

const one = { providerId: madeFirst('payments.provider') }
const secrets = Type.Optional(sentKeys)

/** Operations of payment providers. */
export const operations = [
  list(payProvider, 'GET /api/payment/provider/all', 'Payment Providers - Get All', {
    sorts: ['-createdAt', 'createdAt'],
  }),
  get(payProvider, 'GET /api/payment/provider/get', 'Payment Providers - Get', { example: one }),
  operation('payments.provider.create', {
    route: 'POST /api/payment/provider/create',
    title: 'Payment Providers - Create',
    description:
      'Creates a payment provider. The keys are checked at Stripe, sealed and never returned. Without ' +
      '`webhookSecret` the server registers its webhook endpoint at Stripe; else put `webhookUrl` there. A test ' +
      'account has the sandbox alone.',
    scope: 'payments.provider:write',
    input: closed({ ...createInput(payProvider).properties, secrets }),
    output: outputSchemaOf(payProvider, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [providerCreated, providerUpdated],
    reasons: [providerUnreachable],
    example: { name: 'Sandbox', kind: 'sandbox' },
    async handle(ctx, input: Record<string, unknown>) {
      const { secrets: keys = {}, clientReference, metadata, ...draft } = input
      // cast: the input was accepted by the schema above, made of these.
      const options = { clientReference, metadata } as CreateOptions
      // cast: as above.
      const sent = { draft: draft as Draft<typeof payProvider>, keys: keys as ProviderKeys }
      checkSentProvider(ctx, sent)
      await checkKeysWork(ctx, connectionOfSent(ctx, sent))
      const made = await ctx.once(async (inner) => {
        const { record, created } = await makeProvider(inner, sent, options)
        return { ...(await shown(inner, record)), id: record.id, created }
      })
      const isRegistered = sent.keys.secretKey !== undefined && sent.keys.webhookSecret === undefined
      if (!isRegistered) return made
      // The endpoint has been registered since.
      return { ...(await shown(ctx, await ctx.store.get(payProvider, made.id))), created: made.created }
    },
  }),
  operation('payments.provider.update', {
    route: 'PUT /api/payment/provider/update',
    title: 'Payment Providers - Update',
    description:
      'Changes a payment provider. Only sent fields change; keys that are sent replace stored ones, and are of the ' +
      'same mode. A disabled provider takes no new payments; refunds still go through it.',
    scope: 'payments.provider:write',
    input: closed({ ...updateInput(payProvider).properties, secrets }),
    output: outputSchemaOf(payProvider),
    emits: [providerUpdated, providerFailed, providerRecovered],
    reasons: [providerUnreachable],
    example: { ...one, name: 'Sandbox of the shop' },
    async handle(ctx, input: Record<string, unknown>) {
      const { providerId, action, ifVersion, secrets: keys = {}, ...patch } = input
      const id = String(providerId)
      const change = {
        // cast: the input was accepted by the schema above, made of these.
        patch: patch as Patch<typeof payProvider>,
        // cast: as above.
        keys: keys as ProviderKeys,
        // cast: as above.
        options: { action, ifVersion } as UpdateOptions,
      }
      if (Object.keys(change.keys).length > 0 || action === 'enable') await checkKeysAfter(ctx, id, change.keys)
      return ctx.once(async (inner) => shown(inner, await changeProvider(inner, id, change)))
    },
  }),
  operation('payments.provider.check', {
    route: 'POST /api/payment/provider/check',
    title: 'Payment Providers - Check',
    description:
      'Checks the keys of a payment provider at its company. Keys that are refused move it to `error`, and keys that ' +
      'work to `active`; `lastError` says why. A company that is not reached changes no state. A webhook endpoint ' +
      'that the server registers is put right as well.',
    scope: 'payments.provider:write',
    input: closed({ providerId: idOf('ppr', { description: 'The provider.' }) }),
    output: outputSchemaOf(payProvider, { ok: flag({ description: 'Whether the keys work.' }) }),
    emits: [providerUpdated, providerFailed, providerRecovered],
    example: one,
    async handle(ctx, { providerId }) {
      const found = await ctx.store.get(payProvider, providerId)
      const result = await checkConnection(ctx, connectionOf(ctx, found))
      return ctx.once(async (inner) => {
        const record = await applyCheck(inner, providerId, result)
        if (result.ok && needsHook(inner, record)) inner.effect(registerHook, { providerId })
        return { ...(await shown(inner, record)), ok: result.ok }
      })
    },
  }),
  operation('payments.provider.delete', {
    route: 'POST /api/payment/provider/delete',
    title: 'Payment Providers - Delete',
    description:
      'Deletes a payment provider by which no payment went and that no link names. Disable others: refunds need them.',
    scope: 'payments.provider:write',
    input: closed({ providerId: idOf('ppr', { description: 'The provider.' }), ifVersion: ifVersion() }),
    output: removed(),
    emits: [providerDeleted],
    reasons: [providerInUse],
    example: one,
    handle: once(async (ctx, input) => {
      const record = await deleteProvider(ctx, input.providerId, versionOf(input))
      return { id: record.id, status: 'deleted' as const }
    }),
  }),
].map(companion)

/** Throws invalid where the keys of a provider would not work after a change. */
async function checkKeysAfter(ctx: Ctx, providerId: string, keys: ProviderKeys): Promise<void> {
  const found = await ctx.store.get(payProvider, providerId)
  const secrets = keysAfter(ctx, found, keys)
  await checkKeysWork(ctx, { ...connectionOf(ctx, found), secretKey: secrets.secretKey ?? '' })
}

async function shown(ctx: Ctx, record: StoredProvider): Promise<Record<string, unknown>> {
  return (await present({ ctx, audience: 'owner' }, payProvider, [record]))[0] ?? {}
}
