import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, whole } from '#kit/values/fields.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { outputSchemaOf, present, type Stored } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { publishAccessChange } from '#platform/auth/keyring.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { keyCreated, keyUpdated } from './facts.ts'
import { alreadyRevoked, issue, key, refuseWider, scopeExceeded, secret } from './key.ts'

const overlapSecondsDefault = 86_400
const overlapSecondsMax = 7 * 86_400

export const operations = [
  companion(
    operation('account.key.rotate', {
      route: 'POST /api/account/key/rotate',
      title: 'Keys - Rotate',
      description:
        'Makes a key with the same rights; the old one stays valid for the overlap. A key has one successor: ' +
        'rotating it again returns that one, without its secret. For a lost secret, revoke the successor, then rotate.',
      scope: 'account.key:write',
      input: closed({
        keyId: idOf('key'),
        overlapSeconds: Type.Optional(
          whole(0, overlapSecondsMax, {
            description: 'Seconds for which the old key stays valid; 86,400 when left out.',
          }),
        ),
      }),
      output: outputSchemaOf(key, {
        wasRotated: Type.Boolean({ description: 'True where the key had a successor already.' }),
        secret: Type.Optional(secret),
        replaces: Type.String({ description: 'The id of the old key.' }),
        replacedExpiresAt: dateTime({ description: 'Time at which the old key stops working.' }),
      }),
      emits: [keyCreated, keyUpdated],
      reasons: [scopeExceeded, reasons.invalidTransition],
      example: { keyId: madeFirst('account.key'), overlapSeconds: 3600 },
      handle: once((ctx, input) => rotate(ctx, input.keyId, input.overlapSeconds ?? overlapSecondsDefault)),
    }),
  ),
]

type Key = Stored<typeof key>

/** Rotates a key. The old key is locked, so that concurrent rotations create one successor. */
async function rotate(ctx: Ctx, keyId: string, overlapSeconds: number) {
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, key, keyId))) throw problem(reasons.notFound)
    const old = await inner.store.get(key, keyId)
    if (old.status !== 'active') throw alreadyRevoked(old)
    refuseWider(inner, old.kind, old.scopes)
    const end = new Date(inner.now().getTime() + overlapSeconds * 1000).toISOString()
    const successor = await liveSuccessor(inner, old)
    if (successor !== undefined) {
      if (old.expiresAt === null) await retire(inner, keyId, { expiresAt: end })
      return rotationOf(inner, successor, { old, wasRotated: true, expiresAt: old.expiresAt ?? end })
    }
    const { name, kind, scopes, allowedOrigins, allowedApps, allowedAddresses } = old
    const made = await issue(inner, { name, kind, scopes, allowedOrigins, allowedApps, allowedAddresses })
    const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end
    await retire(inner, keyId, { expiresAt, rotatedToId: made.record.id })
    const rotation = await rotationOf(inner, made.record, { old, wasRotated: false, expiresAt })
    return { ...rotation, secret: made.secret }
  })
}

/** Sets the expiry of a replaced key again: its owner may have removed it since the rotation. */
async function retire(ctx: Ctx, keyId: string, patch: { expiresAt: string; rotatedToId?: string }): Promise<void> {
  await ctx.store.update(key, keyId, { patch })
  await ctx.db.rows(publishAccessChange, [uuidv7(ctx.now().getTime()), ctx.account.id])
}

/** The current successor of a key: the last one of the chain of rotations. */
async function liveSuccessor(ctx: Ctx, old: Key): Promise<Key | undefined> {
  let last = old
  while (last.rotatedToId !== null) last = await ctx.store.get(key, last.rotatedToId)
  const isExpired = last.expiresAt !== null && Date.parse(last.expiresAt) <= ctx.now().getTime()
  return last === old || last.status !== 'active' || isExpired ? undefined : last
}

async function rotationOf(ctx: Ctx, record: Key, of: { old: Key; wasRotated: boolean; expiresAt: string }) {
  const [fields] = await present({ ctx, audience: 'owner' }, key, [record])
  const { old, wasRotated, expiresAt } = of
  return { ...fields, id: record.id, wasRotated, replaces: old.id, replacedExpiresAt: expiresAt }
}
