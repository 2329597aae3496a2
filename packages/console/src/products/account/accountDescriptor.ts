import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import {
  Activity,
  Building2,
  FileClock,
  FlaskConical,
  Hammer,
  HeartPulse,
  Images,
  KeyRound,
  MailOpen,
  OctagonX,
  RefreshCw,
  RotateCw,
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
      columns: ['email', 'name', 'role', 'status', 'joinedAt'],
      empty: 'account.member.empty',
      firstStep: { title: 'account.member.first', text: 'account.member.first.text', doneAt: 2 },
      buttons: [{ verb: 'resend', title: 'account.member.resend', icon: Send, isInstant: true }],
      widgets: { role: { load: () => import('./members/roleInput.tsx') } },
    },
    key: {
      title: 'account.key.title',
      icon: KeyRound,
      columns: ['name', 'kind', 'hint', 'status', 'lastUsedAt', 'expiresAt'],
      empty: 'account.key.empty',
      buttons: [
        { verb: 'rotate', title: 'account.key.rotate', icon: RefreshCw },
        { verb: 'revoke', title: 'account.key.revoke', icon: OctagonX },
      ],
      groups: [
        { title: 'account.key.basics', fields: ['name', 'kind', 'hint', 'expiresAt', 'lastUsedAt', 'rotatedToId'] },
        {
          title: 'account.key.rights',
          fields: ['scopes', 'allowedOrigins', 'allowedApps', 'allowedAddresses'],
        },
      ],
      widgets: { scopes: { load: () => import('./keys/scopesInput.tsx') } },
    },
    image: {
      title: 'account.image.title',
      icon: Images,
      columns: ['name', 'mediaType', 'width', 'height', 'byteCount', 'createdAt'],
      empty: 'account.image.empty',
      listTool: { load: () => import('./images/imagesTool.tsx') },
      panels: [
        { id: 'image', title: 'account.image.file', place: 'top', load: () => import('./images/imagePanel.tsx') },
      ],
    },
    webhookEndpoint: {
      title: 'account.webhookEndpoint.title',
      icon: Webhook,
      columns: ['url', 'status', 'facts', 'description', 'createdAt'],
      empty: 'account.webhookEndpoint.empty',
      firstStep: { title: 'account.webhookEndpoint.first', text: 'account.webhookEndpoint.first.text' },
      buttons: [
        { verb: 'test', title: 'account.endpoint.test', icon: FlaskConical, isInstant: true },
        { verb: 'rotateSecret', title: 'account.endpoint.rotate', icon: RefreshCw },
      ],
      panels: [
        {
          id: 'health',
          title: 'account.endpoint.health',
          place: 'top',
          load: () => import('./webhooks/endpointPanel.tsx'),
        },
      ],
    },
    delivery: {
      title: 'account.delivery.title',
      icon: Send,
      columns: ['factName', 'status', 'webhookEndpointId', 'attemptCount', 'lastStatus', 'createdAt'],
      empty: 'account.delivery.empty',
      buttons: [{ verb: 'resend', title: 'account.delivery.resend', icon: RotateCw, isInstant: true }],
      panelFields: ['requestBody', 'attempts', 'responseExcerpt', 'lastStatus', 'lastError'],
      panels: [
        {
          id: 'exchange',
          title: 'account.delivery.request',
          place: 'top',
          load: () => import('./webhooks/deliveryPanel.tsx'),
        },
      ],
    },
    fact: {
      title: 'account.fact.title',
      icon: Activity,
      columns: ['name', 'subject', 'cause', 'toldAt'],
      empty: 'account.fact.empty',
    },
    request: {
      title: 'account.request.title',
      icon: ScrollText,
      columns: ['path', 'method', 'httpStatus', 'reason', 'durationMs', 'actor', 'at'],
      empty: 'account.request.empty',
    },
    audit: {
      title: 'account.audit.title',
      icon: FileClock,
      columns: ['action', 'target', 'actor', 'changes', 'at'],
      listView: { icon: FileClock, title: 'record.timeline', load: () => import('./audit/auditTimeLine.tsx') },
      listTool: { load: () => import('./audit/auditVerify.tsx') },
    },
    job: {
      title: 'account.job.title',
      icon: Hammer,
      empty: 'account.job.empty',
      buttons: [{ verb: 'runAgain', title: 'account.job.runAgain', icon: RotateCw, isInstant: true }],
    },
    mail: {
      title: 'account.mail.title',
      icon: MailOpen,
      columns: ['subject', 'to', 'caughtAt'],
      empty: 'account.mail.empty',
      panelFields: ['text', 'html', 'from', 'to', 'toName', 'replyTo', 'headers'],
      panels: [{ id: 'mail', title: 'account.mail.text', place: 'top', load: () => import('./mail/mailPanel.tsx') }],
    },
  },
}
