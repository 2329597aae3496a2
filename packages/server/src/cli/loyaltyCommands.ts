import { parseAccountId } from '#kit/values/ids.ts'
import { listAccounts } from '#products/account/account.ts'
import { auditTokens } from '#products/loyalty/token/tokenAudit.ts'
import { exitCodes, type Command, type Given } from './command.ts'
import { accountOptions, asOperator } from './operator.ts'

/** Commands on the ledger of money and tokens. */
export const loyaltyCommands: readonly Command[] = [
  {
    name: 'loyalty audit',
    about: 'Proves the ledger of money and tokens: sums, balances, lots and the chain of seals; exit 1 for a defect.',
    options: accountOptions,
    examples: ['loyalty audit', 'loyalty audit --account acc_…'],
    run: audit,
  },
]

async function audit(given: Given): Promise<number> {
  const found = await asOperator(given, async (operator) => {
    const isNamed = given.text('account') !== undefined || given.flag('test')
    const named = isNamed ? [await operator.account()].map((each) => ({ ...each, id: each.publicId })) : undefined
    const verdicts: Record<string, unknown>[] = []
    for (const { id, name, mode } of named ?? (await listAccounts(operator.db))) {
      const { head, defects, ...verdict } = await auditTokens(operator.db, parseAccountId(id) ?? 0)
      const [first] = defects
      const more = { head: head === null ? null : `${head.sequence}:${head.digest}`, ...first }
      verdicts.push({ account: id, name, mode, ...verdict, ...more })
    }
    return verdicts
  })
  const columns = ['account', 'name', 'mode', 'ok', 'txns', 'entries', 'balances', 'sealed', 'unsealed']
  given.output.rows(found, [...columns, 'place', 'problem'])
  return found.every(({ ok }) => ok === true) ? exitCodes.done : exitCodes.failed
}
