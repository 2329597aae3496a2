/** Titles of scopes beside those of the resources. */
export const scopes = {
  'account.account:read': 'Read the account',
  'account.account:write': 'Change the account',
  'account.fact:read': 'Read facts',
  'account.record:read': 'Find records whose read scope the caller has',
  'account.overview:read': 'Read the overview',
  'account.health:read': 'Read health and settings of the server, in the account of its operator',
  'account.job:read': 'Read dead jobs',
  'account.job:write': 'Run dead jobs again',
  'account.delivery:read': 'Read webhook deliveries',
  'account.delivery:write': 'Send webhook deliveries again',
  'account.mail:read': 'Read caught mails',
  'account.audit:read': 'Read the audit log',
  'account.viewer:write': 'Make viewer tokens',
  'account.request:read': 'Read the request log',
}
