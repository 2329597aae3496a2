import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { ports } from './rewardsPort.ts'
import { operations as auditing } from './tokenAudit.ts'
import { schedules } from './tokenClock.ts'
import { pruneTokens } from './tokenRetention.ts'
import { reactions, tasks } from './tokenOwners.ts'
import { operations as exploring } from './tokenTransactions.ts'

/** Tokens of contacts: grants, spending, holds, expiry. */
export const tokenParts: Parts = {
  ports,
  schedules: [...schedules, pruneTokens],
  operations: [...auditing, ...exploring],
  reactions,
  tasks,
  tables: {
    loyalty_token_hold: table.account({ acrossAccounts: ['loyalty_token_hold_released_ix'] }),
    loyalty_token_hold_part: table.account({ key: ['account_id', 'hold_id', 'position'] }),
    loyalty_token_lot: table.account({
      acrossAccounts: ['loyalty_token_lot_available_ix', 'loyalty_token_lot_expires_ix'],
    }),
  },
}
