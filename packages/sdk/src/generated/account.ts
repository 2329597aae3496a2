// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Account, AccountDelivery, AccountFact, AccountRequest, Deleted, Key, Pagination, WebhookEndpoint } from './schemas.ts'

export type AccountAccountGetInput = Record<string, never>

export type AccountAccountGetAnswer = Account

export type AccountAccountUpdateInput = {
  name?: string
  language?: string
  timeZone?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type AccountAccountUpdateAnswer = Account

export type AccountKeyAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active' | 'revoked'
}

export type AccountKeyAllAnswer = {
  items: Key[]
  pagination: Pagination
}

export type AccountKeyGetInput = {
  keyId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type AccountKeyGetAnswer = Key

export type AccountKeyCreateInput = {
  /** What it is for. */
  name: string
  /** secret: every scope. restricted: the listed scopes. public: what an audience may do. */
  kind: 'secret' | 'restricted' | 'public'
  /** Scopes of a restricted key, such as `places.place:read`, `livestream.*:read` or `*`. */
  scopes?: string[]
  /** Where a public key may be used: exact origins, or one wildcard label in front. */
  allowedOrigins?: string[]
  /** App ids that a public key accepts in X-Client-App. They stop mistakes, not attackers. */
  allowedApps?: string[]
  /** Addresses or CIDR ranges that the key may be used from. Empty: any. */
  allowedAddresses?: string[]
  /** When it stops working. */
  expiresAt?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

export type AccountKeyCreateAnswer = Key & {
  created?: boolean
  /** The key itself. Shown this once: keep it where secrets are kept. */
  secret?: string
}

export type AccountKeyUpdateInput = {
  keyId: string
  /** What it is for. */
  name?: string
  /** Scopes of a restricted key, such as `places.place:read`, `livestream.*:read` or `*`. */
  scopes?: string[]
  /** Where a public key may be used: exact origins, or one wildcard label in front. */
  allowedOrigins?: string[]
  /** App ids that a public key accepts in X-Client-App. They stop mistakes, not attackers. */
  allowedApps?: string[]
  /** Addresses or CIDR ranges that the key may be used from. Empty: any. */
  allowedAddresses?: string[]
  /** When it stops working. */
  expiresAt?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type AccountKeyUpdateAnswer = Key

export type AccountKeyRevokeInput = {
  keyId: string
}

export type AccountKeyRevokeAnswer = Key

export type AccountKeyRotateInput = {
  keyId: string
  /** How long the old key works on; 86,400 when left out. */
  overlapSeconds?: number
}

export type AccountKeyRotateAnswer = Key & {
  /** True where the key had a successor already. */
  wasRotated?: boolean
  /** The key itself. Shown this once: keep it where secrets are kept. */
  secret?: string
  /** The id of the old key. */
  replaces?: string
  /** When the old key stops working. */
  replacedExpiresAt?: string
}

export type AccountWebhookEndpointAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'enabled' | 'disabled'
}

export type AccountWebhookEndpointAllAnswer = {
  items: WebhookEndpoint[]
  pagination: Pagination
}

export type AccountWebhookEndpointCreateInput = {
  /** Address that facts are posted to, not of a private network. */
  url: string
  /** Names of the facts wanted, `*` for any part: `places.*`, `*.*.deleted`. All when left out. */
  facts?: string[]
  /** What it is for. */
  description?: string | null
  /** hmac: a shared secret. ed25519: you get a public key. */
  signature?: 'hmac' | 'ed25519'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

export type AccountWebhookEndpointCreateAnswer = WebhookEndpoint & {
  created?: boolean
  /** The shared secret of `hmac` endpoints, shown this once. Endpoints of `ed25519` have a `publicKey` alone. */
  secret?: string
}

export type AccountWebhookEndpointGetInput = {
  webhookEndpointId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type AccountWebhookEndpointGetAnswer = WebhookEndpoint

export type AccountWebhookEndpointUpdateInput = {
  webhookEndpointId: string
  /** Address that facts are posted to, not of a private network. */
  url?: string
  /** Names of the facts wanted, `*` for any part: `places.*`, `*.*.deleted`. All when left out. */
  facts?: string[]
  /** What it is for. */
  description?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `enable`: Sends facts told from now on. `disable`: Sends nothing more; what was waiting is given up. */
  action?: 'enable' | 'disable'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type AccountWebhookEndpointUpdateAnswer = WebhookEndpoint

export type AccountWebhookEndpointDeleteInput = {
  webhookEndpointId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type AccountWebhookEndpointDeleteAnswer = Deleted

export type AccountWebhookEndpointRotateSecretInput = {
  webhookEndpointId: string
  /** How long the old secret signs too; 86,400 when left out. */
  overlapSeconds?: number
}

export type AccountWebhookEndpointRotateSecretAnswer = WebhookEndpoint & {
  /** The shared secret of `hmac` endpoints, shown this once. Endpoints of `ed25519` have a `publicKey` alone. */
  secret?: string
}

export type AccountWebhookEndpointTestInput = {
  webhookEndpointId: string
}

export type AccountWebhookEndpointTestAnswer = WebhookEndpoint & {
  /** The fact that was told. */
  factId?: string
}

export type AccountFactAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of toldAt; `-` before one sorts it falling. */
  sort?: string
  /** Only facts of this name. */
  name?: string
  /** Only facts about the resource with this id. */
  subject?: string
  /** Only facts published after this one, oldest first. */
  after?: string
  /** When there is none, wait this long for the next one. */
  waitSeconds?: number
}

export type AccountFactAllAnswer = {
  items: AccountFact[]
  pagination: Pagination
}

export type AccountFactGetInput = {
  factId: string
}

export type AccountFactGetAnswer = AccountFact

export type AccountDeliveryAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Only in this state. */
  status?: 'pending' | 'failed' | 'delivered' | 'exhausted'
  /** Only to this endpoint. */
  webhookEndpointId?: string
  /** Only of this fact. */
  factId?: string
}

export type AccountDeliveryAllAnswer = {
  items: AccountDelivery[]
  pagination: Pagination
}

export type AccountDeliveryGetInput = {
  deliveryId: string
}

export type AccountDeliveryGetAnswer = AccountDelivery

export type AccountDeliveryResendInput = {
  deliveryId: string
}

export type AccountDeliveryResendAnswer = AccountDelivery

export type AccountMailAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of caughtAt; `-` before one sorts it falling. */
  sort?: string
  /** Only for this address. */
  to?: string
}

export type AccountMailAllAnswer = {
  items: {
    id: string
    mailId: string
    /** caught: kept here instead of sent. */
    status: 'caught'
    /** The address that it was for. */
    to: string
    subject: string
    /** When it would have been sent. */
    caughtAt: string
  }[]
  pagination: Pagination
}

export type AccountMailGetInput = {
  mailId: string
}

export type AccountMailGetAnswer = {
  id: string
  mailId: string
  /** caught: kept here instead of sent. */
  status: 'caught'
  /** The address that it was for. */
  to: string
  subject: string
  /** When it would have been sent. */
  caughtAt: string
  toName: string | null
  /** Where answers go. */
  replyTo: string | null
  text: string
  /** The same in HTML, where it has one. */
  html: string | null
}

export type AccountAuditAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of at; `-` before one sorts it falling. */
  sort?: string
  /** Only changes of the resource with this id. */
  target?: string
  /** Only at or after this moment. */
  from?: string
  /** Only at or before this moment. */
  to?: string
}

export type AccountAuditAllAnswer = {
  items: {
    id: string
    auditRowId: string
    at: string
    /** The request that did it, or the work of ours. */
    requestId: string
    /** The key that did it, or the name of the reaction, task or command. */
    actor: string
    /** `<product>.<noun>.<pastTense>` */
    action: string
    /** Id of what was changed. */
    target: string
    /** Values at creation, or before and after; secrets masked; null: erased. */
    changes: unknown
  }[]
  pagination: Pagination
}

export type AccountAuditVerifyInput = Record<string, never>

export type AccountAuditVerifyAnswer = {
  ok: boolean
  /** Rows of the log. */
  rows: number
  /** Rows found as they were sealed. */
  sealed: number
  /** Rows too new to be sealed. */
  unsealed: number
  /** Sealed rows whose changes were erased on request. */
  erased: number
  /** The end of the chain. Note it elsewhere: it must be found again. */
  head: {
    sequence: number
    digest: string
  } | null
  /** The row or seal where the chain breaks. */
  brokenAt?: string
  /** What is wrong there. */
  problem?: string
}

export type AccountRequestAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of at; `-` before one sorts it falling. */
  sort?: string
  /** Only this one. */
  requestId?: string
  /** Only of this operation. */
  operation?: string
  /** Only with this outcome. */
  status?: 'succeeded' | 'refused' | 'failed'
  /** Arrived at this moment or later. */
  from?: string
  /** Arrived at this moment or earlier. */
  to?: string
}

export type AccountRequestAllAnswer = {
  items: AccountRequest[]
  pagination: Pagination
}

export type AccountRequestGetInput = {
  requestId: string
}

export type AccountRequestGetAnswer = AccountRequest

/** Account: Keys, webhook endpoints, facts, deliveries and the audit log of your account. */
export function account(call: Call) {
  return {
    account: {
      /**
       * Account - Get. The account that the key opens.
       * Needs a secret or restricted key; a restricted one needs the scope `account.account:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/general/get
       */
      get: (input: AccountAccountGetInput = {}, options?: CallOptions): Promise<AccountAccountGetAnswer> =>
        call.one(routes['account.account.get'], input, options),

      /**
       * Account - Update. Changes the name, language or time zone of the account.
       * Needs a secret or restricted key; a restricted one needs the scope `account.account:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.account.updated`.
       * PUT /api/account/general/update
       */
      update: (input: AccountAccountUpdateInput = {}, options?: CallOptions): Promise<AccountAccountUpdateAnswer> =>
        call.one(routes['account.account.update'], input, options),
    },
    key: {
      /**
       * Keys - Get All. Lists keys that open the account to a program.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/key/all
       */
      list: (input: AccountKeyAllInput = {}, options?: CallOptions): ListPages<AccountKeyAllAnswer['items'][number], AccountKeyAllAnswer> =>
        call.pages(routes['account.key.all'], input, options),

      /**
       * Keys - Get. Gets one of keys that open the account to a program.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/key/get
       */
      get: (input: AccountKeyGetInput = {}, options?: CallOptions): Promise<AccountKeyGetAnswer> =>
        call.one(routes['account.key.get'], input, options),

      /**
       * Keys - Create. Makes a key and answers it once. It works at once, everywhere.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.key.created`.
       * POST /api/account/key/create
       */
      create: (input: AccountKeyCreateInput, options?: CallOptions): Promise<AccountKeyCreateAnswer> =>
        call.one(routes['account.key.create'], input, options),

      /**
       * Keys - Update. Changes what a key may do and from where; felt in every process within a second.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.key.updated`.
       * PUT /api/account/key/update
       */
      update: (input: AccountKeyUpdateInput, options?: CallOptions): Promise<AccountKeyUpdateAnswer> =>
        call.one(routes['account.key.update'], input, options),

      /**
       * Keys - Revoke. Stops a key for good, in every process within a second.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.key.updated`, `account.key.revoked`.
       * POST /api/account/key/revoke
       */
      revoke: (input: AccountKeyRevokeInput, options?: CallOptions): Promise<AccountKeyRevokeAnswer> =>
        call.one(routes['account.key.revoke'], input, options),

      /**
       * Keys - Rotate. Makes a key with the same rights; the old one works on for the overlap. A key has one successor: rotating it again answers that one, without its secret. Was the secret lost, revoke the successor and rotate again.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.key.created`, `account.key.updated`.
       * POST /api/account/key/rotate
       */
      rotate: (input: AccountKeyRotateInput, options?: CallOptions): Promise<AccountKeyRotateAnswer> =>
        call.one(routes['account.key.rotate'], input, options),
    },
    webhookEndpoint: {
      /**
       * Webhook endpoints - Get All. Lists addresses that facts are sent to.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/webhookEndpoint/all
       */
      list: (input: AccountWebhookEndpointAllInput = {}, options?: CallOptions): ListPages<AccountWebhookEndpointAllAnswer['items'][number], AccountWebhookEndpointAllAnswer> =>
        call.pages(routes['account.webhookEndpoint.all'], input, options),

      /**
       * Webhook endpoints - Create. Sends facts told from now on to an address. The answer holds the shared secret, once.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.webhookEndpoint.created`.
       * POST /api/account/webhookEndpoint/create
       */
      create: (input: AccountWebhookEndpointCreateInput, options?: CallOptions): Promise<AccountWebhookEndpointCreateAnswer> =>
        call.one(routes['account.webhookEndpoint.create'], input, options),

      /**
       * Webhook endpoints - Get. Gets one of addresses that facts are sent to.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/webhookEndpoint/get
       */
      get: (input: AccountWebhookEndpointGetInput = {}, options?: CallOptions): Promise<AccountWebhookEndpointGetAnswer> =>
        call.one(routes['account.webhookEndpoint.get'], input, options),

      /**
       * Webhook endpoints - Update. Changes where facts go and which; `action` enables or disables.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.webhookEndpoint.updated`, `account.webhookEndpoint.enabled`, `account.webhookEndpoint.disabled`.
       * PUT /api/account/webhookEndpoint/update
       */
      update: (input: AccountWebhookEndpointUpdateInput, options?: CallOptions): Promise<AccountWebhookEndpointUpdateAnswer> =>
        call.one(routes['account.webhookEndpoint.update'], input, options),

      /**
       * Webhook endpoints - Delete. Deletes one of addresses that facts are sent to.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.webhookEndpoint.deleted`.
       * POST /api/account/webhookEndpoint/delete
       */
      delete: (input: AccountWebhookEndpointDeleteInput, options?: CallOptions): Promise<AccountWebhookEndpointDeleteAnswer> =>
        call.one(routes['account.webhookEndpoint.delete'], input, options),

      /**
       * Webhook endpoints - Rotate Secret. Makes a new secret or key pair. For the overlap both sign, so no message is lost.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.webhookEndpoint.updated`.
       * POST /api/account/webhookEndpoint/rotateSecret
       */
      rotateSecret: (input: AccountWebhookEndpointRotateSecretInput, options?: CallOptions): Promise<AccountWebhookEndpointRotateSecretAnswer> =>
        call.one(routes['account.webhookEndpoint.rotateSecret'], input, options),

      /**
       * Webhook endpoints - Test. Tells a fact that goes to this endpoint alone. Follow it with the deliveries of its `factId`.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May tell `account.webhookEndpoint.tested`.
       * POST /api/account/webhookEndpoint/test
       */
      test: (input: AccountWebhookEndpointTestInput, options?: CallOptions): Promise<AccountWebhookEndpointTestAnswer> =>
        call.one(routes['account.webhookEndpoint.test'], input, options),
    },
    fact: {
      /**
       * Facts - Get All. The public facts of the last 30 days in the order in which they were published, newest first. With `after` or `waitSeconds` oldest first: ask again with the last id as `after`, and nothing is missed.
       * Needs a secret or restricted key; a restricted one needs the scope `account.fact:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/fact/all
       */
      list: (input: AccountFactAllInput = {}, options?: CallOptions): ListPages<AccountFactAllAnswer['items'][number], AccountFactAllAnswer> =>
        call.pages(routes['account.fact.all'], input, options),

      /**
       * Facts - Get. One public fact of the last 30 days.
       * Needs a secret or restricted key; a restricted one needs the scope `account.fact:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/fact/get
       */
      get: (input: AccountFactGetInput, options?: CallOptions): Promise<AccountFactGetAnswer> =>
        call.one(routes['account.fact.get'], input, options),
    },
    delivery: {
      /**
       * Deliveries - Get All. Facts on their way to webhook endpoints, and how it went, of the last 30 days.
       * Needs a secret or restricted key; a restricted one needs the scope `account.delivery:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/delivery/all
       */
      list: (input: AccountDeliveryAllInput = {}, options?: CallOptions): ListPages<AccountDeliveryAllAnswer['items'][number], AccountDeliveryAllAnswer> =>
        call.pages(routes['account.delivery.all'], input, options),

      /**
       * Deliveries - Get. One delivery with its attempts.
       * Needs a secret or restricted key; a restricted one needs the scope `account.delivery:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/delivery/get
       */
      get: (input: AccountDeliveryGetInput, options?: CallOptions): Promise<AccountDeliveryGetAnswer> =>
        call.one(routes['account.delivery.get'], input, options),

      /**
       * Deliveries - Resend. Sends a delivery again at once, whatever became of it, with the whole schedule of retries before it.
       * Needs a secret or restricted key; a restricted one needs the scope `account.delivery:write`. Accounts: Business, Streamer, Personal.
       * POST /api/account/delivery/resend
       */
      resend: (input: AccountDeliveryResendInput, options?: CallOptions): Promise<AccountDeliveryResendAnswer> =>
        call.one(routes['account.delivery.resend'], input, options),
    },
    mail: {
      /**
       * Caught mails - Get All. Mails that were kept instead of sent, newest first: all of a test account, and of a live one while the server has no mail server. The last 1000 of 30 days are kept.
       * Needs a secret or restricted key; a restricted one needs the scope `account.mail:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/mail/all
       */
      list: (input: AccountMailAllInput = {}, options?: CallOptions): ListPages<AccountMailAllAnswer['items'][number], AccountMailAllAnswer> =>
        call.pages(routes['account.mail.all'], input, options),

      /**
       * Caught mails - Get. One mail that was kept instead of sent, with what it says.
       * Needs a secret or restricted key; a restricted one needs the scope `account.mail:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/mail/get
       */
      get: (input: AccountMailGetInput, options?: CallOptions): Promise<AccountMailGetAnswer> =>
        call.one(routes['account.mail.get'], input, options),
    },
    audit: {
      /**
       * Audit log - Get All. Who changed what, newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `account.audit:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/audit/all
       */
      list: (input: AccountAuditAllInput = {}, options?: CallOptions): ListPages<AccountAuditAllAnswer['items'][number], AccountAuditAllAnswer> =>
        call.pages(routes['account.audit.all'], input, options),

      /**
       * Audit log - Verify. Follows the chain of seals over the whole log and says whether anything was changed behind it.
       * Needs a secret or restricted key; a restricted one needs the scope `account.audit:read`. Accounts: Business, Streamer, Personal.
       * POST /api/account/audit/verify
       */
      verify: (input: AccountAuditVerifyInput = {}, options?: CallOptions): Promise<AccountAuditVerifyAnswer> =>
        call.one(routes['account.audit.verify'], input, options),
    },
    request: {
      /**
       * Requests - Get All. Requests made with the keys of the account, newest first, for 7 days. Every refusal and failure is kept; of a flood of successes some may be missing. Searched by `requestId`, it answers what became of that request.
       * Needs a secret or restricted key; a restricted one needs the scope `account.request:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/request/all
       */
      list: (input: AccountRequestAllInput = {}, options?: CallOptions): ListPages<AccountRequestAllAnswer['items'][number], AccountRequestAllAnswer> =>
        call.pages(routes['account.request.all'], input, options),

      /**
       * Requests - Get. What became of one request; the log is written within a second of the answer.
       * Needs a secret or restricted key; a restricted one needs the scope `account.request:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/request/get
       */
      get: (input: AccountRequestGetInput, options?: CallOptions): Promise<AccountRequestGetAnswer> =>
        call.one(routes['account.request.get'], input, options),
    },
  }
}

const routes = {
  'account.account.get': { id: 'account.account.get', method: 'GET', path: '/api/account/general/get', kind: 'read' },
  'account.account.update': { id: 'account.account.update', method: 'PUT', path: '/api/account/general/update', kind: 'write' },
  'account.key.all': { id: 'account.key.all', method: 'GET', path: '/api/account/key/all', kind: 'read' },
  'account.key.get': { id: 'account.key.get', method: 'GET', path: '/api/account/key/get', kind: 'read' },
  'account.key.create': { id: 'account.key.create', method: 'POST', path: '/api/account/key/create', kind: 'create' },
  'account.key.update': { id: 'account.key.update', method: 'PUT', path: '/api/account/key/update', kind: 'write' },
  'account.key.revoke': { id: 'account.key.revoke', method: 'POST', path: '/api/account/key/revoke', kind: 'write' },
  'account.key.rotate': { id: 'account.key.rotate', method: 'POST', path: '/api/account/key/rotate', kind: 'write' },
  'account.webhookEndpoint.all': { id: 'account.webhookEndpoint.all', method: 'GET', path: '/api/account/webhookEndpoint/all', kind: 'read' },
  'account.webhookEndpoint.create': { id: 'account.webhookEndpoint.create', method: 'POST', path: '/api/account/webhookEndpoint/create', kind: 'create' },
  'account.webhookEndpoint.get': { id: 'account.webhookEndpoint.get', method: 'GET', path: '/api/account/webhookEndpoint/get', kind: 'read' },
  'account.webhookEndpoint.update': { id: 'account.webhookEndpoint.update', method: 'PUT', path: '/api/account/webhookEndpoint/update', kind: 'write' },
  'account.webhookEndpoint.delete': { id: 'account.webhookEndpoint.delete', method: 'POST', path: '/api/account/webhookEndpoint/delete', kind: 'write' },
  'account.webhookEndpoint.rotateSecret': { id: 'account.webhookEndpoint.rotateSecret', method: 'POST', path: '/api/account/webhookEndpoint/rotateSecret', kind: 'write' },
  'account.webhookEndpoint.test': { id: 'account.webhookEndpoint.test', method: 'POST', path: '/api/account/webhookEndpoint/test', kind: 'write' },
  'account.fact.all': { id: 'account.fact.all', method: 'GET', path: '/api/account/fact/all', kind: 'read' },
  'account.fact.get': { id: 'account.fact.get', method: 'GET', path: '/api/account/fact/get', kind: 'read' },
  'account.delivery.all': { id: 'account.delivery.all', method: 'GET', path: '/api/account/delivery/all', kind: 'read' },
  'account.delivery.get': { id: 'account.delivery.get', method: 'GET', path: '/api/account/delivery/get', kind: 'read' },
  'account.delivery.resend': { id: 'account.delivery.resend', method: 'POST', path: '/api/account/delivery/resend', kind: 'write' },
  'account.mail.all': { id: 'account.mail.all', method: 'GET', path: '/api/account/mail/all', kind: 'read' },
  'account.mail.get': { id: 'account.mail.get', method: 'GET', path: '/api/account/mail/get', kind: 'read' },
  'account.audit.all': { id: 'account.audit.all', method: 'GET', path: '/api/account/audit/all', kind: 'read' },
  'account.audit.verify': { id: 'account.audit.verify', method: 'POST', path: '/api/account/audit/verify', kind: 'read' },
  'account.request.all': { id: 'account.request.all', method: 'GET', path: '/api/account/request/all', kind: 'read' },
  'account.request.get': { id: 'account.request.get', method: 'GET', path: '/api/account/request/get', kind: 'read' },
} satisfies Record<string, Route>
