import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import {
  Activity,
  Building2,
  FileClock,
  Hammer,
  HeartPulse,
  Images,
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
  pages: [
    {
      path: 'settings',
      title: 'account.settings.title',
      icon: Building2,
      scope: 'account.account:read',
      load: () => import('./settings/settingsPage.tsx'),
    },
    {
      path: 'server',
      title: 'health.title',
      icon: HeartPulse,
      scope: 'account.health:read',
      isOfServer: true,
      load: () => import('./health/healthPage.tsx'),
    },
  ],
  nouns: {
    member: {
      title: 'account.member.title',
      icon: Users,
      firstStep: { title: 'account.member.first', text: 'account.member.first.text', doneAt: 2 },
    },
    key: { title: 'account.key.title', icon: KeyRound },
    image: { title: 'account.image.title', icon: Images },
    webhookEndpoint: {
      title: 'account.webhookEndpoint.title',
      icon: Webhook,
      firstStep: { title: 'account.webhookEndpoint.first', text: 'account.webhookEndpoint.first.text' },
    },
    delivery: { title: 'account.delivery.title', icon: Send },
    fact: { title: 'account.fact.title', icon: Activity },
    request: { title: 'account.request.title', icon: ScrollText },
    audit: { title: 'account.audit.title', icon: FileClock },
    job: { title: 'account.job.title', icon: Hammer },
    mail: { title: 'account.mail.title', icon: MailOpen },
  },
}
