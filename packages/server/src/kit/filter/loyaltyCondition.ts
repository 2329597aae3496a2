import { field } from '#kit/call/problem.ts'
import { amountProblems, amountSql, amountText, isAmount, readAmount } from './amount.ts'
import type { ConditionKind } from './conditionKind.ts'
import type { LoyaltyCondition } from './filter.ts'
import { unknownMembers } from './unknownMembers.ts'

const tokenShape = /^[A-Z0-9_]{2,12}$/

/** Facts that change the balance of a contact. */
const movements = ['granted', 'released', 'spent', 'transferred', 'expired', 'reversed']

/** A condition on the tokens that a contact can spend. A contact without tokens has a balance of 0. */
export const loyaltyKind: ConditionKind<LoyaltyCondition> = {
  key: 'loyalty',
  others: [],
  isNeverNull: true,
  check({ loyalty }) {
    const { balance, ...others } = Object(loyalty)
    const { token, ...compared } = Object(balance)
    const isToken = typeof token === 'string' && tokenShape.test(token)
    return [
      ...(isToken ? [] : [field('/loyalty/balance/token', 'pattern', 'must be a token such as POINTS')]),
      ...amountProblems(compared, '/loyalty/balance'),
      ...unknownMembers(others, '/loyalty'),
    ]
  },
  holds: ({ loyalty: { balance } }, { balances }) => isAmount(balances?.get(balance.token) ?? 0, balance),
  sql({ loyalty: { balance } }, build) {
    const own = `from ledger_balance b where b.account_id = ${build.account()} and b.book = 'tokens' and b.slot = 0
      and b.unit = ${build.bind(balance.token, 'text')} and b.ledger = 'member:' || t.id::text`
    return amountSql({ held: 'b.balance', rows: (test) => `select ${own} and ${test}`, compared: balance }, build)
  },
  mention(_condition, found) {
    found.hasBalances = true
    for (const verb of movements) found.events.add(`loyalty.tokens.${verb}`)
  },
  print: ({ loyalty: { balance } }) => `balance of ${balance.token} ${amountText(balance)}`,
  read(reader) {
    if (!reader.takeAll(['balance', 'of'])) return undefined
    const token = reader.word(tokenShape)
    if (token === undefined) throw reader.error('the name of a token is missing, such as POINTS')
    return { loyalty: { balance: { token, ...readAmount(reader) } } }
  },
}
