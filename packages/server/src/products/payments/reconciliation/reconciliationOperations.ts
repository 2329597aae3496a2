import { Type } from '#kit/values/schema.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { invalid, field, unknownReference } from '#kit/call/problem.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, get, list, update } from '#kit/nouns/standard.ts'
import { calendarDay, flag, idOf, line } from '#kit/values/fields.ts'
import { reconciliationMismatch, reconciliationUpdated } from '#products/payments/facts.ts'
import { connectionFor, findConnection } from '#products/payments/provider/payConnection.ts'
import { compareDay, isTooOld } from './compareDay.ts'
import { reconciliation } from './reconciliation.ts'
import { verifyMoney } from './verifyMoney.ts'

/** Operations of reconciliation. */
export const operations = [
  list(reconciliation, 'GET /api/payment/reconciliation/all', 'Reconciliation - Get All', {
    description: 'Lists differences between our records and those of the providers.',
    sorts: ['-createdAt', 'createdAt'],
    filters: {
      providerId: {
        schema: idOf('ppr', { description: 'Only differences with this provider.' }),
        column: 'provider_id',
        test: 'equals',
      },
      day: { schema: calendarDay({ description: 'Only differences of this day.' }), column: 'day', test: 'equals' },
    },
  }),
  get(reconciliation, 'GET /api/payment/reconciliation/get', 'Reconciliation - Get', {
    example: { reconciliationId: madeFirst('payments.reconciliation') },
  }),
  update(reconciliation, 'PUT /api/payment/reconciliation/update', 'Reconciliation - Update', {
    description: 'Resolves a difference that its owner has settled at the provider, or changes its metadata.',
    example: { reconciliationId: madeFirst('payments.reconciliation'), action: 'resolve' },
  }),
  operation('payments.reconciliation.run', {
    route: 'POST /api/payment/reconciliation/run',
    title: 'Reconciliation - Run',
    description:
      'Compares a day with the records of a provider: number of payments, captured amount, fees and refunds, by ' +
      'currency. Differences are recorded, and resolved by a later run that finds none. Past days are compared daily.',
    scope: 'payments.reconciliation:write',
    input: closed({
      day: calendarDay({ description: 'The day, in UTC.' }),
      providerId: Type.Optional(
        idOf('ppr', { description: 'The provider; the default of the account when left out.' }),
      ),
    }),
    output: closed({
      isMatching: flag({ description: 'Whether all sums match.' }),
      issues: Type.Array(outputSchemaOf(reconciliation), { description: 'Differences of the day.' }),
    }),
    emits: [reconciliationMismatch, reconciliationUpdated],
    example: { day: '2026-11-20' },
    async handle(ctx, { day, providerId }) {
      if (new Date(`${day}T00:00:00.000Z`) > ctx.now()) throw invalid(field('day', 'past', 'must not be in the future'))
      const connection =
        providerId === undefined ? await connectionFor(ctx, null) : await findConnection(ctx, providerId)
      if (connection === undefined) throw invalid(unknownReference('providerId'))
      if (isTooOld(ctx, connection, day))
        throw invalid(field('day', 'kept', 'is older than the records of the provider'))
      const issues = await compareDay(ctx, { providerId: connection.providerId, day })
      return {
        isMatching: issues.length === 0,
        issues: await present({ ctx, audience: 'owner' }, reconciliation, issues),
      }
    },
  }),
  operation('payments.reconciliation.verify', {
    route: 'GET /api/payment/reconciliation/verify',
    title: 'Reconciliation - Verify',
    description:
      'Verifies by one SQL statement that payments, refunds, the ledger of money, redemptions of coupons, uses of ' +
      'promotions and counts of links match exactly.',
    scope: 'payments.reconciliation:read',
    input: closed({}),
    output: closed({
      isMatching: flag({ description: 'Whether everything matches.' }),
      violations: Type.Array(
        closed({
          rule: line(100, { description: 'Rule that does not hold.' }),
          about: line(60, { description: 'Row id of the payment, the link or the transaction.' }),
        }),
        { description: 'Violations, 100 at most.' },
      ),
    }),
    example: {},
    async handle(ctx) {
      const violations = await verifyMoney(ctx.db, ctx.account.id)
      return { isMatching: violations.length === 0, violations }
    },
  }),
].map(companion)
