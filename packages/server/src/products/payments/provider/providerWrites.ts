import type { CreateOptions, Ctx, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid, problem, type FieldProblem } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { isStripeKey, isWebhookSecret, stripeModeOf } from '#platform/pay/stripe/stripeKey.ts'
import { payProvider, providerInUse, providerLock, type StoredProvider } from './payProvider.ts'
import type { ProviderCheck } from './providerCheck.ts'
import { findDefaultId } from './providerDefault.ts'
import {
  keyNames,
  replacedKeys,
  sealKeys,
  settingsKeys,
  storedKeys,
  type ProviderKeys,
  type StoredKeys,
} from './providerKeys.ts'
import { hookSettled, isReachable, needsHook, registerHook, removeHook } from './webhookRegistration.ts'

/** A provider as a create sends it. */
export type SentProvider = { draft: Draft<typeof payProvider>; keys: ProviderKeys }

/** A change of a provider. */
export type ProviderChange = { patch: Patch<typeof payProvider>; keys: ProviderKeys; options: UpdateOptions }

/** Throws invalid for a provider whose kind does not go with its keys or the account. */
export function checkSentProvider(ctx: Ctx, { draft: { kind }, keys }: SentProvider): void {
  if (kind === 'stripe' && ctx.account.mode === 'test') {
    throw invalid(field('kind', 'notAllowed', 'is for live accounts: a test account has the sandbox alone'))
  }
  const hasOwn = keyNames.some((name) => keys[name] !== undefined)
  const needsOwn = kind === 'stripe' && (hasOwn || settingsKeys(ctx) === undefined)
  const missing = needsOwn ? keyNames.filter((name) => keys[name] === undefined && !isOwnTask(ctx, name)) : []
  const problems = missing.map((name) => field(`secrets/${name}`, 'required', neededTexts[name]))
  throwAny([...problems, ...keyProblems(kind, keys)])
}

const neededTexts = {
  secretKey: 'is needed with Stripe',
  webhookSecret: 'is needed with Stripe, which reaches this server under a public address by https alone (PUBLIC_URL)',
}

/** Whether this server gets a key by itself: that of the webhook endpoint that it registers. */
function isOwnTask(ctx: Ctx, name: (typeof keyNames)[number]): boolean {
  return name === 'webhookSecret' && isReachable(ctx)
}

function keyProblems(kind: StoredProvider['kind'], { secretKey, webhookSecret }: ProviderKeys): FieldProblem[] {
  const sent = { secretKey, webhookSecret }
  if (kind === 'sandbox') {
    const names = keyNames.filter((name) => sent[name] !== undefined)
    return names.map((name) => field(`secrets/${name}`, 'notAllowed', 'is not for the sandbox'))
  }
  const isKey = secretKey === undefined || isStripeKey(secretKey)
  const isSecret = webhookSecret === undefined || isWebhookSecret(webhookSecret)
  return [
    ...(isKey ? [] : [field('secrets/secretKey', 'format', 'must be a secret key of Stripe: sk_live_… or rk_live_…')]),
    ...(isSecret ? [] : [field('secrets/webhookSecret', 'format', 'must be a webhook secret of Stripe: whsec_…')]),
  ]
}

function throwAny(problems: FieldProblem[]): void {
  if (problems.length > 0) throw invalid(...problems)
}

/**
 * Makes a provider. The first one of an account is its default; a repeat of a create changes no default.
 * Writes of providers take one lock, so that an account has one default.
 */
export function makeProvider(ctx: Ctx, { draft, keys }: SentProvider, options: CreateOptions = {}) {
  return ctx.atomic(async (inner) => {
    await inner.lock(providerLock)
    const formerId = await findDefaultId(inner)
    const isDefault = formerId === undefined || draft.isDefault === true
    const isRepeat = (await inner.store.findRepeat(payProvider, options)) !== undefined
    if (isDefault && !isRepeat) await endDefault(inner, formerId)
    const checked = draft.kind === 'sandbox' ? {} : { lastOkAt: inner.now().toISOString() }
    const set = { ...keysOf(inner, draft.kind, keys), isDefault, ...checked }
    const made = await inner.store.create(payProvider, draft, { ...options, set })
    if (made.created && needsHook(inner, made.record)) inner.effect(registerHook, { providerId: made.record.id })
    return made
  })
}

/** Changes a provider. */
export function changeProvider(ctx: Ctx, providerId: string, { patch, keys, options }: ProviderChange) {
  return ctx.atomic(async (inner) => {
    await inner.lock(providerLock)
    const found = await inner.store.get(payProvider, providerId)
    if (patch.isDefault === false && found.isDefault) {
      throw invalid(field('isDefault', 'notAllowed', 'stays until another provider is the default'))
    }
    const isRekeyed = Object.keys(keys).length > 0
    const after = keysAfter(inner, found, keys)
    const kept = isRekeyed ? { ...keysOf(inner, found.kind, after), hasSettingsKeys: false } : {}
    const isChecked = isRekeyed || options.action === 'enable'
    const health = isChecked ? { lastOkAt: inner.now().toISOString(), lastError: null } : {}
    // New keys that work end the state of error.
    const how = isRekeyed && found.status === 'error' ? { status: 'active', ...options } : options
    if (patch.isDefault === true && !found.isDefault) await endDefault(inner, await findDefaultId(inner))
    const { webhookEndpoint: endpoint } = found
    const hook = keys.webhookSecret === undefined ? {} : { webhookEndpoint: null, ...hookSettled }
    const change = { ...how, patch: { ...patch, ...kept, ...health, ...hook } }
    const record = await inner.store.update(payProvider, providerId, change)
    // The owner registers the endpoint now; a new key, which may be of another account there, needs one; or a failed
    // registration is tried again.
    if (endpoint !== null && record.webhookEndpoint === null) inner.effect(removeHook, { providerId, endpoint })
    else if ((isRekeyed || record.webhookError !== null) && needsHook(inner, record)) {
      inner.effect(registerHook, { providerId })
    }
    return record
  })
}

/** Keys of a provider after a change. Throws invalid for keys of another mode: its payments are in the former one. */
export function keysAfter(ctx: Ctx, found: StoredProvider, keys: ProviderKeys): StoredKeys {
  throwAny(keyProblems(found.kind, keys))
  const { secretKey } = keys
  if (secretKey !== undefined && stripeModeOf(secretKey) !== found.mode) {
    throw invalid(field('secrets/secretKey', 'notAllowed', `must be a ${found.mode} key: make another provider`))
  }
  return replacedKeys(storedKeys(ctx, found), keys)
}

/** Records a check of the keys: refused ones move the provider to error, working ones back to active. */
export function applyCheck(ctx: Ctx, providerId: string, result: ProviderCheck): Promise<StoredProvider> {
  return ctx.atomic(async (inner) => {
    await inner.lock(providerLock)
    return inner.store.update(payProvider, providerId, ({ status }) => {
      if (result.ok) {
        const patch = { lastOkAt: inner.now().toISOString(), lastError: null }
        return { ...(status === 'error' ? { status: 'active' } : {}), patch }
      }
      const isFailing = status === 'active' && !result.isTemporary
      return { ...(isFailing ? { status: 'error' } : {}), patch: { lastError: result.message } }
    })
  })
}

/** Deletes a provider by which no payment went and that no link names. Throws in_use for another one. */
export function deleteProvider(ctx: Ctx, providerId: string, options: UpdateOptions) {
  return ctx.atomic(async (inner) => {
    await inner.lock(providerLock)
    const [used] = await inner.db.rows(findUse, [inner.account.id, providerId])
    if (used !== undefined) throw problem(providerInUse)
    const record = await inner.store.remove(payProvider, providerId, options)
    const { webhookEndpoint: endpoint } = record
    if (endpoint !== null) inner.effect(removeHook, { providerId, endpoint })
    return record
  })
}

async function endDefault(ctx: Ctx, formerId: string | undefined): Promise<void> {
  if (formerId !== undefined) await ctx.store.update(payProvider, formerId, { patch: { isDefault: false } })
}

/** Columns of the keys of a provider: none with the sandbox, and with the keys of the settings. */
function keysOf(ctx: Ctx, kind: StoredProvider['kind'], keys: StoredKeys) {
  if (kind === 'sandbox') return { mode: 'test' }
  const hasOwn = Object.keys(keys).length > 0
  const mode = stripeModeOf((hasOwn ? keys : settingsKeys(ctx))?.secretKey ?? '')
  return hasOwn ? { mode, sealedKeys: sealKeys(ctx, keys) } : { mode, hasSettingsKeys: true }
}

const findUse = statement(
  'payments_provider.findUse',
  'account',
  `(select id from payments_payment
    where account_id = $1 and provider_id = $2 and provider_reference is not null limit 1)
   union all
   (select id from payments_payment_link where account_id = $1 and provider_id = $2 and deleted_at is null limit 1)`,
)
