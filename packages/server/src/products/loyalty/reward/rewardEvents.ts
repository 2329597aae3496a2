import { cataloguePort } from '#kit/call/catalogue.ts'
import type { Ctx } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import type { EventCondition } from '#kit/filter/filter.ts'
import type { Reward } from './reward.ts'

/** Short names of events by their full names. */
const shortNames: Readonly<Record<string, string>> = {
  'stream.watched': 'livestream.stream.watched',
  'payment.succeeded': 'payments.payment.succeeded',
  'payment.refunded': 'payments.payment.refunded',
  'coupon.redeemed': 'loyalty.coupon.redeemed',
}
/** Names under which rules listen to events: their own, and the short ones of facts. */
export function ruleNames(names: readonly string[]): string[] {
  const short = Object.keys(shortNames).filter((each) => names.includes(eventNameOf(each)))
  return [...names, ...short]
}

/** The full name of the event of a rule. */
export function eventNameOf(on: string): string {
  return shortNames[on] ?? on
}

/** The condition on the event of a rule. */
export function conditionOf({ on, where }: Pick<Reward, 'on' | 'where'>): EventCondition {
  const event = eventNameOf(on ?? '')
  return where === null || where.length === 0 ? { event } : { event, where }
}

/** Problems of the name of an event: nothing else than a fact begins with the name of a product. */
function nameProblems(ctx: Ctx, name: string): FieldProblem[] {
  const { isReserved, hasFact } = ctx.port(cataloguePort)
  if (name.startsWith('loyalty.tokens.')) return [field('on', 'notAllowed', 'would give tokens for tokens')]
  if (isReserved(name) && !hasFact(name)) return [field('on', 'reference', 'is no fact of this server')]
  return []
}

/** Checks event, comparisons and filter of a rule. Throws invalid. `stored`: the record before a change. */
export async function checkConditions(ctx: Ctx, sent: Partial<Reward>, stored?: Reward): Promise<void> {
  const contacts = ctx.port(contactsPort)
  const { on = stored?.on ?? null, where = stored?.where ?? null, when } = sent
  const ofEvent =
    on === null || (sent.on === undefined && sent.where === undefined)
      ? []
      : checkFilter(conditionOf({ on, where }), contacts.vocabulary).map((each) => ({
          ...each,
          path: each.path.replace(/^\/event/, '/on'),
        }))
  const own = sent.on === undefined || on === null ? [] : nameProblems(ctx, eventNameOf(on))
  const ofPeople = when === undefined || when === null ? [] : checkFilter(when, contacts.vocabulary, '/when')
  const isShaped = when !== undefined && when !== null && ofPeople.length === 0
  const standing = stored?.when === undefined || stored.when === null ? [] : [stored.when]
  const unknown = isShaped ? await contacts.unknownNames(ctx, [{ filter: when, path: '/when' }], standing) : []
  const problems = [...ofEvent, ...own, ...ofPeople, ...unknown]
  if (problems.length > 0) throw invalid(...problems)
}
