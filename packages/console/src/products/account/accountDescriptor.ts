import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { Activity, FileClock, KeyRound, MailOpen, ScrollText, Send, Settings2, Users, Webhook } from 'lucide-react'

/** Keys, members, webhooks and logs of the account. */
export const accountDescriptor: ProductDescriptor = {
  name: 'account',
  icon: Settings2,
  nouns: {
    member: { icon: Users },
    key: { icon: KeyRound, columns: ['name', 'kind', 'hint', 'status', 'lastUsedAt', 'expiresAt'] },
    webhookEndpoint: { icon: Webhook },
    delivery: { icon: Send },
    fact: { icon: Activity },
    request: { icon: ScrollText },
    audit: { icon: FileClock },
    mail: { icon: MailOpen },
  },
}
