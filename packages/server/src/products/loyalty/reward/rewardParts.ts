import { companion } from '#kit/nouns/operation.ts'
import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { reward } from './reward.ts'
import { createReward } from './rewardCreate.ts'
import { reactions } from './rewardRules.ts'
import { getReward, listRewards } from './rewardRead.ts'
import { spendReward, transferReward } from './rewardSpend.ts'
import { readStatement } from './tokenStatement.ts'
import { deleteReward, updateReward } from './rewardUpdate.ts'

/** Rewards: rules, grants and perks, with the tokens that they move. */
export const rewardParts: Parts = {
  resources: [reward],
  reactions,
  operations: [
    listRewards,
    createReward,
    getReward,
    updateReward,
    deleteReward,
    companion(readStatement),
    companion(spendReward),
    companion(transferReward),
  ],
  tables: {
    loyalty_reward_count: table.account({
      key: ['account_id', 'reward_id', 'contact_id', 'span'],
      acrossAccounts: ['loyalty_reward_count_span_ix'],
    }),
    loyalty_reward_progress: table.account({ key: ['account_id', 'reward_id', 'contact_id'] }),
  },
  scopes: { 'loyalty.reward:redeem': 'Spend and transfer tokens of contacts' },
}
