import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { reactions } from './claimOwners.ts'
import { drop } from './drop.ts'
import { claimDrop } from './dropClaim.ts'
import { moveDrop } from './dropClock.ts'
import { dropOperations } from './dropOperations.ts'
import { ports } from './streamDrops.ts'

/** Live drops: a coupon for the first viewers of a stream who tap. */
export const dropParts: Parts = {
  resources: [drop],
  operations: [...dropOperations, claimDrop],
  tasks: [moveDrop],
  reactions,
  ports,
  tables: { loyalty_drop_claim: table.account({ key: ['account_id', 'drop_id', 'contact_id'] }) },
}
