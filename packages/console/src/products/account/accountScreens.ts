import type { ProductScreens } from '#console/parts/descriptor.ts'
import { FileClock, FlaskConical, OctagonX, RefreshCw, RotateCw, Send } from 'lucide-react'

/** Screens of the records of an account. */
export const accountScreens: ProductScreens = {
  member: {
    columns: ['email', 'name', 'role', 'status', 'joinedAt'],
    empty: 'account.member.empty',
    buttons: [{ verb: 'resend', title: 'account.member.resend', icon: Send, isInstant: true }],
    operationStates: { resend: ['invited'] },
    widgets: { role: { load: () => import('./members/roleInput.tsx') } },
  },
  key: {
    columns: ['name', 'kind', 'hint', 'status', 'lastUsedAt', 'expiresAt'],
    empty: 'account.key.empty',
    buttons: [
      { verb: 'rotate', title: 'account.key.rotate', icon: RefreshCw },
      { verb: 'revoke', title: 'account.key.revoke', icon: OctagonX },
    ],
    operationStates: { rotate: ['active'], revoke: ['active'] },
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
    columns: ['name', 'mediaType', 'width', 'height', 'byteCount', 'createdAt'],
    empty: 'account.image.empty',
    listTool: { load: () => import('./images/imagesTool.tsx') },
    panels: [{ id: 'image', title: 'account.image.file', place: 'top', load: () => import('./images/imagePanel.tsx') }],
  },
  webhookEndpoint: {
    columns: ['url', 'status', 'facts', 'description', 'createdAt'],
    empty: 'account.webhookEndpoint.empty',
    buttons: [
      { verb: 'test', title: 'account.endpoint.test', icon: FlaskConical, isInstant: true },
      { verb: 'rotateSecret', title: 'account.endpoint.rotate', icon: RefreshCw },
    ],
    operationStates: { test: ['enabled'] },
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
    columns: ['name', 'subject', 'cause', 'toldAt'],
    empty: 'account.fact.empty',
  },
  request: {
    columns: ['path', 'method', 'httpStatus', 'reason', 'durationMs', 'actor', 'at'],
    empty: 'account.request.empty',
  },
  audit: {
    columns: ['action', 'target', 'actor', 'changes', 'at'],
    listView: { icon: FileClock, title: 'record.timeline', load: () => import('./audit/auditTimeLine.tsx') },
    listTool: { load: () => import('./audit/auditVerify.tsx') },
  },
  job: {
    empty: 'account.job.empty',
    buttons: [{ verb: 'runAgain', title: 'account.job.runAgain', icon: RotateCw, isInstant: true }],
  },
  mail: {
    columns: ['subject', 'to', 'caughtAt'],
    empty: 'account.mail.empty',
    panelFields: ['text', 'html', 'from', 'to', 'toName', 'replyTo', 'headers'],
    panels: [{ id: 'mail', title: 'account.mail.text', place: 'top', load: () => import('./mail/mailPanel.tsx') }],
  },
}
