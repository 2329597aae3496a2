import { cataloguePort } from '#kit/call/catalogue.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, type FieldProblem } from '#kit/call/problem.ts'
import { matching } from '#kit/values/fields.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { attributesSchema } from '#products/marketing/contact/contactFields.ts'

/** Name of an event: words with dots between them, such as `shop.order.placed`. */
export const eventNamePattern = '^[a-z][A-Za-z0-9_-]*(\\.[a-z][A-Za-z0-9_-]*){0,4}$'

/** Clocks of senders may be ahead by this much. */
export const aheadMsMax = 300_000

/** Schema of the name of an event. */
export function eventName(docs: { description: string }) {
  return matching(eventNamePattern, 120, {
    ...docs,
    message: 'must be words with dots between them, such as shop.order.placed',
    examples: ['shop.order.placed'],
  })
}

/** Problem of an event whose name begins with that of a product: facts of this server alone have such names. */
export function nameProblems(ctx: Ctx, name: string, path: string): FieldProblem[] {
  if (!ctx.port(cataloguePort).isReserved(name)) return []
  const [product] = name.split('.')
  return [field(path, 'notAllowed', `must not begin with ${product}., as only facts of this server do`)]
}

/** Schema of the properties of an event. */
export const eventProperties = attributesSchema('Properties of the event: up to 200 keys, 16 KB, three levels.')

/** Row id of an event that its sender names: a repeat has the same one. A UUID of version 8 (RFC 9562). */
export function sentEventId(ctx: Ctx, eventId: string): string {
  const hash = ctx.port(keyHashPort)(`marketing.event ${ctx.account.id} ${eventId}`)
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
