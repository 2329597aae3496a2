import assert from 'node:assert/strict'
import type { Operation } from '#kit/nouns/operation.ts'
import { reasons } from '#kit/call/problem.ts'
import { refusalsOf } from '#platform/openapi/refusals.ts'
import type { Reply } from '#test/world/world.ts'

const known = new WeakMap<Operation, ReadonlySet<string>>()

/**
 * Fails for a refusal whose status and reason the operation does not document. Every call of a test is checked here.
 */
export function checkDocumented(of: Operation, { status, body }: Pick<Reply, 'status' | 'body'>): void {
  const { reason } = Object(body['error'])
  if (status < 400 || typeof reason !== 'string') return
  // The router refuses a path parameter that is too long: the request reaches no operation.
  if (reason === reasons.routeNotFound.reason) return
  let documented = known.get(of)
  if (documented === undefined) {
    documented = new Set(refusalsOf(of).flatMap((each) => each.reasons.map((why) => `${each.status} ${why.reason}`)))
    known.set(of, documented)
  }
  assert.ok(documented.has(`${status} ${reason}`), `${of.id} answers ${status} ${reason}, which it does not document`)
}
