import type { InboundHost, InboundHostParts } from '#platform/mail/inbound/inboundHostPort.ts'
import { readReturnAddress } from './returnAddress.ts'
import { applyReturned } from './returnedApply.ts'
import { hasMessage, keepReturned } from './returnedRows.ts'

const actorName = 'marketing.returned.receive'

/** Opens the addresses that take mail: those that `returnAddress` made for a message that exists. */
export function openInboundAddresses({ hash, findAccount, open, onFacts }: InboundHostParts): InboundHost {
  return {
    async admit(address) {
      const found = readReturnAddress(hash, address)
      const account = found === undefined ? undefined : await findAccount(found.accountId)
      if (found === undefined || account === undefined) return undefined
      const { purpose, messageId } = found
      if (!(await hasMessage(open(account, actorName), messageId))) return undefined
      return {
        async keep({ raw, digest }) {
          await open(account, actorName).atomic(async (inner) => {
            const repeatKey = `${purpose} ${messageId} ${digest}`
            const returnedId = await keepReturned(inner, { channel: 'smtp', purpose, messageId, raw, repeatKey })
            if (returnedId !== undefined) inner.later(applyReturned, { returnedId }, inner.now())
          })
          onFacts()
        },
      }
    },
  }
}
