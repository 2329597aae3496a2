import { parseAccountId } from '#kit/values/ids.ts'
import { verifyAudit } from '#platform/audit/verifyAudit.ts'
import { listAccounts } from '#products/account/account.ts'
import { exitCodes, type Command, type Given } from './command.ts'
import { accountOptions, asOperator, type Operator } from './operator.ts'

/** Commands on the audit log. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit verify',
    about: 'Follows the hash chain of the audit log and says whether anything was changed behind it; exit 1 if so.',
    options: accountOptions,
    examples: ['audit verify', 'audit verify --account acc_…'],
    run: verify,
  },
]

async function verify(given: Given): Promise<number> {
  const found = await asOperator(given, async (operator) => {
    const verdicts: Record<string, unknown>[] = []
    for (const { id, name, mode } of await chosen(operator, given)) {
      const { head, ...verdict } = await verifyAudit(operator.db, parseAccountId(id) ?? 0)
      const sequence = head === null ? null : `${head.sequence}:${head.digest}`
      verdicts.push({ account: id, name, mode, ...verdict, head: sequence })
    }
    return verdicts
  })
  given.output.rows(found, [
    'account',
    'name',
    'mode',
    'ok',
    'rows',
    'sealed',
    'unsealed',
    'erased',
    'brokenAt',
    'problem',
  ])
  return found.every(({ ok }) => ok === true) ? exitCodes.done : exitCodes.failed
}

/** Accounts whose logs are verified: the named one, or all. */
async function chosen(operator: Operator, given: Given) {
  if (given.text('account') === undefined && !given.flag('test')) return listAccounts(operator.db)
  const { publicId, name, mode } = await operator.account()
  return [{ id: publicId, name, mode }]
}
