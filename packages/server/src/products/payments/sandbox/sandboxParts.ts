import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { disputeSandbox, settleSandbox } from '#platform/pay/sandbox/sandboxCheckout.ts'
import { deliverSandboxEvent } from '#platform/pay/sandbox/sandboxEvents.ts'
import { endSandboxRefund } from '#platform/pay/sandbox/sandboxProvider.ts'
import { pages, payOperation } from './sandboxPage.ts'

/** The built-in provider: its payment page, its clocks and its calls. */
export const sandboxPart: Parts = {
  operations: [payOperation],
  pages,
  tasks: [settleSandbox, disputeSandbox, endSandboxRefund, deliverSandboxEvent],
  tables: {
    pay_sandbox_session: table.account(),
    pay_sandbox_refund: table.account({ key: ['account_id', 'reference'] }),
    pay_sandbox_event: table.account(),
  },
}
