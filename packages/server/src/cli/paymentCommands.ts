import { parseAccountId } from '#kit/values/ids.ts'
import { listAccounts } from '#products/account/account.ts'
import { verifyMoney } from '#products/payments/reconciliation/verifyMoney.ts'
import { exitCodes, type Command, type Given } from './command.ts'
import { accountOptions, asOperator, type Operator } from './operator.ts'

/** Commands on payments. */
export const paymentCommands: readonly Command[] = [
  {
    name: 'payments verify',
    about: 'Compares payments, refunds, the ledger, redemptions and counts with each other; exit 1 on a difference.',
    options: accountOptions,
    examples: ['payments verify', 'payments verify --account acc_…'],
    run: verify,
  },
]

async function verify(given: Given): Promise<number> {
  const found = await asOperator(given, async (operator) => {
    const rows: Record<string, unknown>[] = []
    for (const { id, name } of await chosen(operator, given)) {
      const violations = await verifyMoney(operator.db, parseAccountId(id) ?? 0)
      rows.push(...violations.map((each) => ({ account: id, name, ok: false, ...each })))
      if (violations.length === 0) rows.push({ account: id, name, ok: true, rule: null, about: null })
    }
    return rows
  })
  given.output.rows(found, ['account', 'name', 'ok', 'rule', 'about'])
  return found.every(({ ok }) => ok === true) ? exitCodes.done : exitCodes.failed
}

/** Accounts that are verified: the named one, or all. */
async function chosen(operator: Operator, given: Given) {
  if (given.text('account') === undefined && !given.flag('test')) return listAccounts(operator.db)
  const { publicId, name, mode } = await operator.account()
  return [{ id: publicId, name, mode }]
}
