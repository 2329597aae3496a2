import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { disputeSandbox, settleSandbox } from '#platform/pay/sandbox/sandboxCheckout.ts'
import { deliverSandboxEvent } from '#platform/pay/sandbox/sandboxEvents.ts'
import { endSandboxRefund } from '#platform/pay/sandbox/sandboxProvider.ts'
import { pruneSandbox } from '#platform/pay/sandbox/sandboxRetention.ts'
import { pages, payOperation } from './sandboxPage.ts'

/** The built-in provider: its payment page, its clocks and its calls. */
export const sandboxPart: Parts = {
  operations: [payOperation],
  pages,
  tasks: [settleSandbox, disputeSandbox, endSandboxRefund, deliverSandboxEvent],
  schedules: [pruneSandbox],
  tables: {
    pay_sandbox_session: table.account({
      acrossAccounts: ['pay_sandbox_session_paid_ix', 'pay_sandbox_session_unpaid_ix'],
    }),
    pay_sandbox_refund: table.account({ key: ['account_id', 'reference'] }),
    pay_sandbox_event: table.account({ acrossAccounts: ['pay_sandbox_event_old_ix'] }),
  },
}
