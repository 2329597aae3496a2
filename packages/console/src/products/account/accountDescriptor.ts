import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import {
  Activity,
  FileClock,
  Hammer,
  KeyRound,
  MailOpen,
  ScrollText,
  Send,
  Settings2,
  Users,
  Webhook,
} from 'lucide-react'

/** Keys, members, webhooks and logs of the account. */
export const accountDescriptor: ProductDescriptor = {
  name: 'account',
  icon: Settings2,
  nouns: {
    member: { title: 'account.member.title', icon: Users },
    key: {
      title: 'account.key.title',
      icon: KeyRound,
      columns: ['name', 'kind', 'hint', 'status', 'lastUsedAt', 'expiresAt'],
    },
    webhookEndpoint: { title: 'account.webhookEndpoint.title', icon: Webhook },
    delivery: { title: 'account.delivery.title', icon: Send },
    fact: { title: 'account.fact.title', icon: Activity },
    request: { title: 'account.request.title', icon: ScrollText },
    audit: { title: 'account.audit.title', icon: FileClock },
    job: { title: 'account.job.title', icon: Hammer },
    mail: { title: 'account.mail.title', icon: MailOpen },
  },
}
