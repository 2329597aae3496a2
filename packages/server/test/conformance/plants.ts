import type { Ctx } from '#kit/call/context.ts'
import { dateTime } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { everyKind, type Operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { present, type Resource } from '#kit/nouns/resource.ts'
import { splitCreate } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { Type, type TObject } from '#kit/values/schema.ts'
import { arrayOf, objectOf, type Json, type Reply } from '#test/world/world.ts'
import { allowedOrigin, type Cast } from '#test/world/tenants.ts'
import type { ThingOperations } from './thing.ts'

/** The parts of a request that a falsifying server reads. */
export type SentRequest = {
  key: string | null | undefined
  headers: Record<string, string>
  payload: string
  query: string
  cast: Cast
}

/** A violation: its rule, the verb, the change that plants it and the expected message. */
export type Plant = {
  rule: string
  verb: keyof ThingOperations
  says: RegExp
  /** The rules before it run first, and share accounts with it: a read that writes at its first call alone. */
  isLast?: boolean
  /** The operation as it is mounted, where the rule gets the correct one. */
  mounted?(of: Operation, thing: Resource): Operation
  /** The operation as it is mounted and as the rule receives it. */
  broken?(of: Operation, thing: Resource): Operation
  /** Falsifies the server's responses. */
  lie?(reply: Reply, sent: SentRequest): Reply
}

const allowed = (reply: Reply): Reply => ({ ...reply, status: 200 })
const failed = (reply: Reply): Reply => ({ ...reply, status: 500 })
const without = (reply: Reply, header: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [header]: undefined },
})
const handled = (of: Operation, handle: (ctx: Ctx, input: Json) => Promise<unknown>): Operation => ({
  ...of,
  handle: (ctx, input) => handle(ctx, objectOf(input)),
})
const after = (of: Operation, then: (output: Json, ctx: Ctx, input: Json) => unknown): Operation =>
  handled(of, async (ctx, input) => {
    const output = objectOf(await of.handle(ctx, input))
    return (await then(output, ctx, input)) ?? output
  })

/** Violations at admission: the server admits a refused key or leaves out a required header. */
const gatePlants: Plant[] = [
  {
    rule: 'a missing, malformed, unknown, expired or revoked key gets the same 401',
    verb: 'get',
    says: /the refusals differ/,
    lie: (reply, { key, cast }) =>
      key === cast.unauthentic.expired ? { ...reply, text: reply.text.replace('valid', 'fresh') } : reply,
  },
  {
    rule: 'a missing, malformed, unknown, expired or revoked key gets the same 401',
    verb: 'get',
    says: /revoked key/,
    lie: (reply, { key, cast }) => (key === cast.unauthentic.revoked ? allowed(reply) : reply),
  },
  {
    rule: 'a key without the scope is refused',
    verb: 'get',
    says: /not scope_missing/,
    broken: (of) => ({ ...of, scope: 'nothing.nowhere:read' }),
  },
  {
    rule: 'a public key reaches public operations alone',
    verb: 'update',
    says: /not public_key_not_allowed/,
    mounted: (of) => ({ ...of, credential: 'public' }),
  },
  {
    rule: 'an account of another kind is refused',
    verb: 'update',
    says: /not account_kind/,
    mounted: (of) => ({ ...of, kinds: everyKind }),
  },
  {
    rule: 'a public key is refused from elsewhere',
    verb: 'get',
    says: /not origin_not_allowed/,
    lie: (reply, { headers }) => (headers['origin'] === 'https://elsewhere.example' ? allowed(reply) : reply),
  },
  {
    rule: 'a secret that the public may have seen is refused',
    verb: 'get',
    says: /not secret_key_exposed/,
    lie: (reply, { headers }) => (headers['origin'] === allowedOrigin ? allowed(reply) : reply),
  },
  {
    rule: 'a secret that the public may have seen is refused',
    verb: 'get',
    says: /key in the address/,
    lie: (reply, { query }) => (query.startsWith('key=') ? allowed(reply) : reply),
  },
  { rule: 'a suspended account is refused', verb: 'get', says: /not account_suspended/, lie: allowed },
  {
    rule: 'an address that the key does not allow is refused',
    verb: 'get',
    says: /not address_not_allowed/,
    lie: allowed,
  },
  {
    rule: 'a session of another origin or without its token is refused',
    verb: 'get',
    says: /not origin_not_allowed/,
    lie: allowed,
  },
  {
    rule: 'a session of another origin or without its token is refused',
    verb: 'update',
    says: /not csrf_missing/,
    lie: (reply, { headers }) => (headers['x-csrf-token'] === '' ? allowed(reply) : reply),
  },
  {
    rule: 'a person who is no member is refused',
    verb: 'get',
    says: /not not_a_member/,
    lie: allowed,
  },
  {
    rule: 'a key does not act for a person',
    verb: 'get',
    says: /not session_needed/,
    broken: (of) => ({ ...of, credential: 'person', isOfPlatform: true, scope: '' }),
    lie: allowed,
  },
  {
    rule: 'CORS allows the preflight and reading the response',
    verb: 'get',
    says: /undefined/,
    lie: (reply) => without(reply, 'access-control-allow-origin'),
  },
  {
    rule: 'every response has the headers of its rate and request id',
    verb: 'get',
    says: /RateLimit with wrong input/,
    lie: (reply) => (reply.status === 400 ? without(reply, 'ratelimit') : reply),
  },
  {
    rule: 'an empty bucket responds 429 with its headers, before the input check',
    verb: 'get',
    says: /validation_failed/,
  },
]

/** Violations before the handler: the server accepts a wrong input, or refuses it without a field. */
const inputPlants: Plant[] = [
  { rule: 'a body that is no JSON object is refused', verb: 'create', says: /half an object/, lie: allowed },
  {
    rule: 'a compressed body is refused by the name of its header',
    verb: 'create',
    says: /415/,
    lie: (reply) => (reply.text.includes('content_encoding') ? { ...reply, status: 415 } : reply),
  },
  {
    rule: 'a body too large or too deep is refused',
    verb: 'create',
    says: /more than 20/,
    lie: (reply) => (reply.text.includes('deep') ? allowed(reply) : reply),
  },
  {
    rule: 'an empty body is an empty object',
    verb: 'create',
    says: /but/,
    lie: (reply, { payload }) => (payload === '' ? failed(reply) : reply),
  },
  {
    rule: 'texts hold neither half characters nor control characters',
    verb: 'create',
    says: /a NUL/,
    lie: (reply, { payload }) => (payload.includes('u0000') ? allowed(reply) : reply),
  },
  { rule: 'a prototype is no field', verb: 'create', says: /__proto__/, lie: allowed },
  {
    rule: 'a field that is given twice counts once',
    verb: 'create',
    says: /must be string/,
    lie: (reply, { payload }) => (payload.includes('"x"') ? { ...reply, body: {} } : reply),
  },
  {
    rule: 'an address with odd parameters never gets 5xx',
    verb: 'get',
    says: /limit=%/,
    lie: (reply, { query }) => (query === 'limit=%' ? failed(reply) : reply),
  },
  {
    rule: 'a date at the end of the calendar never gets 5xx',
    verb: 'get',
    says: /9999-12-31/,
    broken: (of) => ({
      ...handled(of, async (ctx, { at, ...input }) => {
        if (String(at).startsWith('9999')) throw new Error('the year 10000')
        return of.handle(ctx, input)
      }),
      input: Type.Object({ ...of.input.properties, at: Type.Optional(dateTime()) }, { additionalProperties: false }),
    }),
  },
  {
    rule: 'each violation of the schema is named and changes nothing',
    verb: 'create',
    says: /\/name maxLength: 500/,
    mounted: (of) => ({
      ...of,
      input: Type.Object({ ...of.input.properties, name: Type.String() }, { additionalProperties: false }),
    }),
  },
  {
    rule: 'each violation of the schema is named and changes nothing',
    verb: 'create',
    says: /\/zzUnknown additionalProperties/,
    lie: (reply) => ({ ...reply, body: { error: { ...Object(reply.body['error']), fields: [] } } }),
  },
  {
    rule: 'one response lists all violations',
    verb: 'create',
    says: /zzSecond/,
    lie: (reply) => {
      const error = Object(reply.body['error'])
      return { ...reply, body: { error: { ...error, fields: error.fields?.slice(0, 1) } } }
    },
  },
]

const sneak = statement(
  'plant_thing.sneak',
  'account',
  'update plant_thing set version = version + 1 where account_id = $1 and id = $2',
)

const sneaks = async (ctx: Ctx, input: Json) =>
  void (await ctx.db.rows(sneak, [ctx.account.id, parseId('thg', String(input['thingId']))?.uuid]))

/** Violations inside the handler. */
const outcomePlants: Plant[] = [
  {
    rule: 'the example succeeds with the documented response',
    verb: 'get',
    says: /500/,
    broken: (of) => after(of, (output) => ({ ...output, extra: 1 })),
  },
  {
    rule: 'the example succeeds with the documented response',
    verb: 'get',
    says: /has no|example is refused/,
    broken: (of) => ({ ...of, example: {} }),
  },
  {
    rule: 'an operation emits only declared facts, as documented',
    verb: 'create',
    says: /emits nothing/,
    broken: (of, thing) =>
      handled(of, async (ctx, input) => {
        const [draft, options] = splitCreate(input)
        const made = await ctx.store.create(thing, draft, { ...options, isSilent: true })
        return { ...(await present({ ctx, audience: 'owner' }, thing, [made.record]))[0], created: made.created }
      }),
  },
  {
    rule: 'an operation emits only declared facts, as documented',
    verb: 'update',
    says: /500/,
    broken: (of) => ({ ...of, emits: [] }),
  },
  {
    rule: 'an operation emits only declared facts, as documented',
    verb: 'update',
    says: /is not as documented/,
    broken: (of, thing) =>
      after(of, (output, ctx) => {
        const subject = { id: String(output['id']), status: 'odd', version: 1 }
        ctx.emit(thing.facts.updated, subject, subject)
      }),
  },
  {
    rule: 'a read changes nothing',
    verb: 'get',
    says: /something has changed/,
    broken: (of) => after(of, (_output, ctx, input) => sneaks(ctx, input)),
  },
  {
    rule: 'a read changes nothing',
    verb: 'get',
    says: /something has changed/,
    isLast: true,
    broken(of) {
      const seen = new Set<number>()
      return after(of, (_output, ctx, input) => {
        if (seen.has(ctx.account.id)) return undefined
        seen.add(ctx.account.id)
        return sneaks(ctx, input)
      })
    },
  },
  {
    rule: 'every record that a write changes has one audit row',
    verb: 'update',
    says: /leaves no audit row/,
    broken: (of, thing) =>
      handled(of, async (ctx, input) => {
        await sneaks(ctx, input)
        const record = await ctx.store.get(thing, String(input['thingId']))
        return (await present({ ctx, audience: 'owner' }, thing, [record]))[0]
      }),
  },
  {
    rule: 'no stored text holds a secret',
    verb: 'create',
    says: /a secret is kept in made/,
    broken: (of) => after(of, (_output, ctx, input) => ctx.log.info('made', { password: input['password'] })),
  },
]

/** Violations in repeated requests. */
const retryPlants: Plant[] = [
  {
    rule: 'a repeated Idempotency-Key gets the stored response without a second effect',
    verb: 'update',
    says: /undefined/,
    mounted: (of) => ({ ...of, isRead: true }),
  },
  {
    rule: 'an Idempotency-Key in flight is a conflict',
    verb: 'update',
    says: /not idempotency_in_flight/,
    mounted: (of) => ({ ...of, isRead: true }),
  },
  {
    rule: 'a refused request does not use its Idempotency-Key up',
    verb: 'update',
    says: /256 characters/,
    mounted: (of) => ({ ...of, isRead: true }),
  },
  {
    rule: 'every action is carried out once under an Idempotency-Key',
    verb: 'update',
    says: /actions that/,
    broken: (of) => {
      const action = Type.Optional(Type.String({ enum: ['polish'] }))
      const input = Type.Object({ ...of.input.properties, action }, { additionalProperties: false })
      return handled({ ...of, input }, () => Promise.reject(problem(reasons.invalidTransition)))
    },
  },
  {
    rule: 'a clientReference makes a create safe to repeat',
    verb: 'create',
    says: /actual - expected/,
    broken: (of) => handled(of, (ctx, { clientReference: _left, ...input }) => of.handle(ctx, input)),
  },
  {
    rule: 'every create takes a clientReference',
    verb: 'create',
    says: /takes no clientReference/,
    broken: (of) => ({ ...of, input: lacking(of.input, 'clientReference') }),
  },
  {
    rule: 'a stale ifVersion is a conflict that changes nothing',
    verb: 'update',
    says: /not version_mismatch/,
    broken: (of) => handled(of, (ctx, { ifVersion: _left, ...input }) => of.handle(ctx, input)),
  },
]

/** Violations of the isolation between accounts. */
const tenancyPlants: Plant[] = [
  {
    rule: "another account's id is like a missing one",
    verb: 'update',
    says: /the answers differ/,
    broken: (of) =>
      handled(of, async (ctx, input) => {
        const isForeign = parseId('thg', String(input['thingId']))?.accountId !== ctx.account.id
        if (isForeign) throw problem(reasons.notFound, { message: 'It is of another account.' })
        return of.handle(ctx, input)
      }),
  },
  {
    rule: 'the public sees the public fields of public records',
    verb: 'get',
    says: /sees note/,
    broken: (of) => after({ ...of, publicOutput: Type.Unsafe({}) }, (output) => ({ note: 'mine', ...output })),
  },
  {
    rule: 'an invalid input is refused before a missing record, and that before a stale version',
    verb: 'update',
    says: /404 comes before 409/,
    broken: (of) =>
      handled(of, async (ctx, input) => {
        if (input['ifVersion'] === 999) throw problem(reasons.versionMismatch)
        return of.handle(ctx, input)
      }),
  },
]

const page = (output: Json) => ({ items: arrayOf(output['items']), pagination: objectOf(output['pagination']) })

/** Violations in lists, and in operations that are lenient in name only. */
const listPlants: Plant[] = [
  {
    rule: 'an export as NDJSON or CSV has the rows of all pages',
    verb: 'all',
    says: /the CSV differs from the pages/,
    lie: (reply) => (String(reply.headers['content-type']).startsWith('text/csv') ? { ...reply, text: '' } : reply),
  },
  {
    rule: 'a list pages to its end by offset and by cursor, in every order',
    verb: 'all',
    says: /missing or new|not full/,
    broken: (of) =>
      after(of, (output, _ctx, { offset }) =>
        Number(offset) > 0 ? { ...output, items: page(output).items.slice(1) } : output,
      ),
  },
  {
    rule: 'a list has a total only with withTotal',
    verb: 'all',
    says: /withTotal=true/,
    broken: (of) =>
      after(of, (output) => ({
        ...output,
        pagination: { ...page(output).pagination, ...('total' in page(output).pagination ? { total: 9 } : {}) },
      })),
  },
  {
    rule: 'a cursor is valid for one list, its filters and one order, and cannot be forged',
    verb: 'all',
    says: /cursor/,
    broken: (of) => handled(of, (ctx, { cursor: _left, ...input }) => of.handle(ctx, input)),
  },
  {
    rule: 'an unknown filter or order is refused with the known ones',
    verb: 'all',
    says: /zzUnknown/,
    mounted: (of) => ({ ...of, input: Type.Object(of.input.properties) }),
  },
  {
    rule: 'a lenient operation ignores unknown fields, Idempotency-Key and ifVersion',
    verb: 'update',
    says: /additionalProperties/,
    mounted: (of) => ({ ...of, isLenient: false }),
    broken: (of) => ({ ...of, isLenient: true }),
  },
  {
    rule: 'a lenient operation requires and closes nothing, and declares no conflict',
    verb: 'update',
    says: /thingId/,
    broken: (of) => ({ ...of, isLenient: true }),
  },
]

/** Every violation, at least one for each rule. */
export const plants: Plant[] = [
  ...gatePlants,
  ...inputPlants,
  ...outcomePlants,
  ...retryPlants,
  ...tenancyPlants,
  ...listPlants,
]

function lacking(schema: TObject, left: string): TObject {
  const { [left]: _left, ...properties } = schema.properties
  return { ...schema, properties }
}
