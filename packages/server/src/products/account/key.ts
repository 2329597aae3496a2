import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import {
  dateTime,
  defaulted,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  ref,
  refTo,
  required,
  words,
  idOf,
} from '#kit/values/fields.ts'
import { parseId, uuidv7 } from '#kit/values/ids.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reason, reasons, type Problem } from '#kit/call/problem.ts'
import { outputSchemaOf, present, resource, type Stored } from '#kit/nouns/resource.ts'
import { closed, createInput, get, list, splitCreate, splitUpdate, updateInput } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { cataloguePort, type Scope } from '#kit/call/catalogue.ts'
import { isAddressRange } from '#platform/auth/allowedAddresses.ts'
import { hintOf, makeKey, type KeyKind } from '#platform/auth/keyFormat.ts'
import { publishAccessChange } from '#platform/auth/keyring.ts'
import { originPattern } from '#platform/auth/origins.ts'
import { allows, scopePattern } from '#platform/auth/scopeCover.ts'
import { openExpiring } from '#platform/cache/expiring.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { keyCreated, keyDeleted, keyExposed, keyRevoked, keyUpdated } from './facts.ts'

const readOnly = { access: { isReadOnly: true } }

/** A key: the credential of a program. */
export const key = resource({
  id: 'account.key',
  title: 'Key',
  description: 'Keys of the account',
  table: 'account_key',
  idKey: 'keyId',
  prefix: 'key',
  states: { active: ['revoked'], revoked: [] },
  initial: 'active',
  countMax: 500,
  fields: {
    name: required(nameLine(80, { description: 'Purpose, in your words.' })),
    kind: required(
      oneOf(['secret', 'restricted', 'public'], {
        description: 'secret: every scope. restricted: the listed scopes. public: the scopes of an audience.',
      }),
      { access: { isFixed: true } },
    ),
    hint: defaulted(line(40, { description: 'Prefix and last four characters of the key.' }), '', readOnly),
    scopes: defaulted(
      words(100, matching(scopePattern, 80, { message: 'must be a scope such as places.place:read' }), {
        description: 'Scopes of a restricted key, such as `places.place:read`, `livestream.*:read` or `*`.',
      }),
      [],
    ),
    allowedOrigins: defaulted(
      words(50, matching(originPattern, 300, { message: 'must be an origin such as https://example.com' }), {
        description: 'Origins from which a public key may be used: exact, or with one wildcard label in front.',
      }),
      [],
    ),
    allowedApps: defaulted(
      words(50, matching('^[A-Za-z0-9._-]{1,120}$', 120, { message: 'must be letters, digits and . _ -' }), {
        description: 'App ids that a public key accepts in X-Client-App. They stop mistakes, not attackers.',
      }),
      [],
    ),
    allowedAddresses: defaulted(
      words(50, line(50), { description: 'Addresses or CIDR ranges that the key may be used from. Empty: any.' }),
      [],
    ),
    expiresAt: optional(dateTime({ description: 'Time at which the key stops working.' })),
    lastUsedAt: optional(dateTime({ description: 'Time of the last use, to the minute.' }), readOnly),
    rotatedToId: optional(ref('account.key', 'key', { description: 'The key that replaces it.' }).schema, {
      storage: refTo('account.key', 'key'),
      ...readOnly,
    }),
  },
  facts: { created: keyCreated, updated: keyUpdated, deleted: keyDeleted, moved: { revoked: keyRevoked } },
  check(record) {
    const wrong = record.allowedAddresses.findIndex((range) => !isAddressRange(range))
    if (wrong >= 0)
      throw invalid(field(`/allowedAddresses/${wrong}`, 'address', 'must be an IP address or a CIDR range'))
    if (record.kind === 'restricted' && record.scopes.length === 0) {
      throw invalid(field('scopes', 'required', 'a restricted key needs at least one scope'))
    }
    if (record.kind !== 'restricted' && record.scopes.length > 0) {
      throw invalid(field('scopes', 'notAllowed', 'only a restricted key has scopes of its own'))
    }
    if (record.kind === 'public' && record.allowedOrigins.length + record.allowedApps.length === 0) {
      throw invalid(field('allowedOrigins', 'required', 'a public key needs an origin or an app that may use it'))
    }
  },
})

/** The secret of a new key, in one response. */
export const secret = Type.String({
  description: 'The key itself, in this response alone: keep it where secrets are kept.',
})
/** The reason for a key with more rights than the key that creates it. */
export const scopeExceeded = reason(
  'not_authorized',
  'scope_exceeded',
  'A key cannot create a key with more rights than its own.',
)
const lastSecretKey = reason('conflict', 'own_key', 'A key cannot revoke itself; rotate it, or use another key.')

export const operations = [
  list(key, 'GET /api/account/key/all', 'Keys - Get All', { sorts: ['-createdAt', 'createdAt'] }),
  get(key, 'GET /api/account/key/get', 'Keys - Get', { example: { keyId: madeFirst('account.key') } }),
  operation('account.key.create', {
    route: 'POST /api/account/key/create',
    title: 'Keys - Create',
    description: 'Creates a key that works at once. Its secret is in this response alone.',
    scope: 'account.key:write',
    input: createInput(key),
    output: outputSchemaOf(key, {
      created: Type.Boolean({ description: 'False when it was there already.' }),
      secret: Type.Optional(secret),
    }),
    emits: [keyCreated],
    reasons: [scopeExceeded],
    example: { name: 'Read the log', kind: 'restricted', scopes: ['account.audit:read'] },
    handle: once(async (ctx, input) => {
      const [draft, options] = splitCreate<typeof key>(input)
      checkScopes(ctx, draft.scopes ?? [])
      checkExpiry(ctx, draft.expiresAt)
      refuseWider(ctx, draft.kind, draft.scopes ?? [])
      const made = await issue(ctx, draft, options)
      const [record] = await present({ ctx, audience: 'owner' }, key, [made.record])
      return { ...record, id: made.record.id, created: made.created, ...(made.created ? { secret: made.secret } : {}) }
    }),
  }),
  operation('account.key.update', {
    route: 'PUT /api/account/key/update',
    title: 'Keys - Update',
    description: 'Changes the rights and origins of a key; effective in every process within a second.',
    scope: 'account.key:write',
    input: updateInput(key),
    output: outputSchemaOf(key),
    emits: [keyUpdated],
    reasons: [scopeExceeded],
    example: { keyId: madeFirst('account.key'), name: 'Read the audit log' },
    handle: once(async (ctx, input) => {
      const { id, patch, options } = splitUpdate(key, input)
      if (patch.scopes !== undefined) {
        checkScopes(ctx, patch.scopes)
        refuseWider(ctx, 'restricted', patch.scopes)
      }
      const record = await ctx.atomic(async (inner) => {
        const changed = await inner.store.update(key, id, { patch, ...options })
        await inner.db.rows(publishAccessChange, [uuidv7(inner.now().getTime()), inner.account.id])
        return changed
      })
      return (await present({ ctx, audience: 'owner' }, key, [record]))[0] ?? {}
    }),
  }),
  operation('account.key.revoke', {
    route: 'POST /api/account/key/revoke',
    title: 'Keys - Revoke',
    description: 'Stops a key for good, in every process within a second.',
    scope: 'account.key:write',
    input: closed({ keyId: idOf('key') }),
    output: outputSchemaOf(key),
    emits: [keyUpdated, keyRevoked],
    reasons: [reasons.invalidTransition, lastSecretKey],
    example: { keyId: madeFirst('account.key') },
    handle: once(async (ctx, { keyId }) => {
      if (keyId === ctx.actor.id) throw problem(lastSecretKey)
      const record = await revoke(ctx, keyId)
      return (await present({ ctx, audience: 'owner' }, key, [record]))[0] ?? {}
    }),
  }),
].map(companion)

/** Creates a key of the account. The secret is in the result alone. */
export async function issue(ctx: Ctx, draft: KeyDraft, options: { clientReference?: string } = {}) {
  return ctx.atomic(async (inner) => {
    const text = makeKey(draft.kind, inner.account.mode)
    const made = await inner.store.create(key, draft, { ...options, set: { hint: hintOf(text) } })
    const uuid = parseId('key', made.record.id)?.uuid
    if (made.created) await inner.db.rows(placeKey, [inner.port(keyHashPort)(text), inner.account.id, uuid])
    return { ...made, secret: text }
  })
}

export type KeyDraft = {
  name: string
  kind: KeyKind
  scopes?: string[]
  allowedOrigins?: string[]
  allowedApps?: string[]
  allowedAddresses?: string[]
  expiresAt?: string | null
}

/** Revokes a key. Throws conflict for a revoked key. */
export async function revoke(ctx: Ctx, keyId: string): Promise<Stored<typeof key>> {
  return ctx.atomic(async (inner) => {
    const before = await inner.store.get(key, keyId)
    if (before.status !== 'active') throw alreadyRevoked(before)
    const record = await inner.store.update(key, keyId, { status: 'revoked' })
    await inner.db.rows(publishAccessChange, [uuidv7(inner.now().getTime()), inner.account.id])
    return record
  })
}

const exposureBounds = { forMs: 3_600_000, countMax: 10_000 }

/** Emits the fact that a secret key was exposed to the public, once an hour for each key. */
export async function exposeKey(ctx: Ctx, keyId: string, where: string): Promise<void> {
  const at = ctx.now().getTime()
  const exposures = ctx.memory('account.exposures', () => openExpiring<true>(exposureBounds))
  if (exposures.get(keyId, at)) return
  exposures.set(keyId, true, at)
  await ctx.atomic(async (inner) => {
    const record = await inner.store.get(key, keyId)
    inner.emit(keyExposed, { keyId, where: where.slice(0, 300) }, record)
  })
}

/** The problem of an operation on a revoked key. */
export function alreadyRevoked({ status }: Pick<Stored<typeof key>, 'status'>): Problem {
  const details = { status, allowedActions: [] }
  return problem(reasons.invalidTransition, { message: 'The key is revoked for good.', details })
}

/** Throws for a scope without operations: a typing mistake would show only at the use of the key. */
function checkScopes(ctx: Ctx, scopes: readonly string[]): void {
  const known = ctx.port(cataloguePort).scopes
  const wrong = scopes.flatMap((scope, index) =>
    known.some(({ name }) => allows([scope], name))
      ? []
      : [field(`/scopes/${index}`, 'known', `opens no operation${scopesNear(scope, known)}`)],
  )
  if (wrong.length > 0) throw invalid(...wrong)
}

/** The scopes of the product that a wrong scope names, each with its title. */
function scopesNear(scope: string, known: readonly Scope[]): string {
  const near = known.filter(({ name }) => name.startsWith(`${scope.split('.')[0] ?? ''}.`))
  return near.length === 0 ? '' : `; scopes: ${near.map(({ name, title }) => `${name} (${title})`).join(', ')}`
}

function checkExpiry(ctx: Ctx, expiresAt: string | null | undefined): void {
  if (expiresAt === undefined || expiresAt === null || Date.parse(expiresAt) > ctx.now().getTime()) return
  throw invalid(field('expiresAt', 'future', 'must lie in the future'))
}

/** Throws scope_exceeded when a restricted key or a person would pass on more scopes than their own. */
export function refuseWider(ctx: Ctx, kind: KeyKind, scopes: readonly string[]): void {
  if (ctx.actor.credential !== 'restricted' && ctx.actor.credential !== 'session') return
  const wider = kind === 'secret' || scopes.some((scope) => !allows(ctx.actor.scopes, scope))
  if (wider) throw problem(scopeExceeded)
}

const placeKey = statement(
  'directory_key.place',
  'directory',
  'insert into directory_key (key_hash, account_id, key_id) values ($1, $2, $3)',
)
