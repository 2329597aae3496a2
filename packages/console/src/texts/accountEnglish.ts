/** Texts of account screens. */
export const accountEnglish = {
  'account.member.title': 'Members',
  'account.key.title': 'Keys',
  'account.webhookEndpoint.title': 'Webhooks',
  'account.delivery.title': 'Deliveries',
  'account.fact.title': 'Facts',
  'account.request.title': 'Request log',
  'account.audit.title': 'Audit log',
  'account.mail.title': 'Caught mails',
  'account.job.title': 'Failed jobs',
} as const
