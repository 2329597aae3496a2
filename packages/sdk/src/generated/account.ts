// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Account, AccountAuditList, AccountAuditVerifyInput, AccountAuditVerifyOutput, AccountDelivery, AccountDeliveryList, AccountDeliveryResendInput, AccountFact, AccountFactList, AccountHealth, AccountHealthSettingsOutput, AccountJob, AccountJobList, AccountJobRunAgainInput, AccountLink, AccountLinkGetInput, AccountLinkOpenInput, AccountLinkPasskeyOptionsInput, AccountLinkPasskeyOptionsOutput, AccountMail, AccountMailList, AccountOverview, AccountPasskeyCreateInput, AccountPasskeyCreateOutput, AccountPasskeyDeleteInput, AccountPasskeyDeleteOutput, AccountPasskeyList, AccountPasskeyOptionsInput, AccountPasskeyOptionsOutput, AccountPasskeyUpdateInput, AccountPasskeyUpdateOutput, AccountPersonChangeEmailInput, AccountPersonChangeEmailOutput, AccountPersonChangePasswordInput, AccountPersonChangePasswordOutput, AccountPersonForgotInput, AccountPersonForgotOutput, AccountPersonUpdateInput, AccountPersonUpdateOutput, AccountRecordCardsOutput, AccountRecordSearchOutput, AccountRequest, AccountRequestList, AccountSecondFactorConfirmInput, AccountSecondFactorConfirmOutput, AccountSecondFactorDisableInput, AccountSecondFactorDisableOutput, AccountSecondFactorRenewCodesInput, AccountSecondFactorRenewCodesOutput, AccountSecondFactorStartInput, AccountSecondFactorStartOutput, AccountSession, AccountSessionConfirmInput, AccountSessionEndInput, AccountSessionEndOutput, AccountSessionList, AccountSessionPasskeyInput, AccountSessionPasskeyOptionsInput, AccountSessionPasskeyOptionsOutput, AccountSessionRevokeInput, AccountSessionRevokeOutput, AccountSessionSignInInput, AccountUpdateInput, AccountViewer, AccountViewerCreateTokenInput, AccountViewerCreateTokenOutput, AccountViewerOpenLinkInput, AccountViewerOpenLinkOutput, AccountViewerRequestCodeInput, AccountViewerRequestCodeOutput, AccountViewerSignInInput, AccountViewerSignInOutput, AccountViewerSignOutInput, AccountViewerSignOutOutput, Deleted, Image, ImageDeleteInput, ImageList, ImageRequestUploadInput, ImageRequestUploadOutput, ImageUpdateInput, Key, KeyCreateInput, KeyCreateOutput, KeyList, KeyRevokeInput, KeyRotateInput, KeyRotateOutput, KeyUpdateInput, Member, MemberCreateInput, MemberCreateOutput, MemberDeleteInput, MemberList, MemberResendInput, MemberUpdateInput, SignIn, WebhookEndpoint, WebhookEndpointCreateInput, WebhookEndpointCreateOutput, WebhookEndpointDeleteInput, WebhookEndpointList, WebhookEndpointRotateSecretInput, WebhookEndpointRotateSecretOutput, WebhookEndpointTestInput, WebhookEndpointTestOutput, WebhookEndpointUpdateInput, AccountGetInput, KeyListInput, KeyGetInput, WebhookEndpointListInput, WebhookEndpointGetInput, AccountFactListInput, AccountFactGetInput, AccountDeliveryListInput, AccountDeliveryGetInput, AccountMailListInput, AccountMailGetInput, AccountAuditListInput, AccountRequestListInput, AccountRequestGetInput, AccountRecordCardsInput, AccountRecordSearchInput, AccountJobListInput, AccountJobGetInput, AccountOverviewGetInput, AccountHealthGetInput, AccountHealthSettingsInput, AccountSessionGetInput, AccountSessionListInput, AccountPasskeyListInput, MemberListInput, MemberGetInput, AccountViewerGetInput, ImageListInput, ImageGetInput } from './schemas.ts'

/** Account: Keys, webhook endpoints, facts, deliveries and the audit log of your account. */
export function account(call: Call) {
  return {
    account: {
      /**
       * Account - Get. The account of the key.
       * Needs a secret or restricted key; a restricted one needs the scope `account.account:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/general/get
       */
      get: (input: AccountGetInput = {}, options?: CallOptions): Promise<Account> =>
        call.one(routes['account.account.get'], input, options),

      /**
       * Account - Update. Changes the name, language or time zone of the account.
       * Needs a secret or restricted key; a restricted one needs the scope `account.account:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.account.updated`.
       * PUT /api/account/general/update
       */
      update: (input: AccountUpdateInput = {}, options?: CallOptions): Promise<Account> =>
        call.one(routes['account.account.update'], input, options),
    },
    key: {
      /**
       * Keys - Get All. Lists keys of the account.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/key/all
       */
      list: (input: KeyListInput = {}, options?: CallOptions): ListPages<KeyList['items'][number], KeyList> =>
        call.pages(routes['account.key.all'], input, options),

      /**
       * Keys - Get. Gets one of keys of the account.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/key/get
       */
      get: (input: KeyGetInput = {}, options?: CallOptions): Promise<Key> =>
        call.one(routes['account.key.get'], input, options),

      /**
       * Keys - Create. Creates a key that works at once. Its secret is in this response alone.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.key.created`.
       * POST /api/account/key/create
       */
      create: (input: KeyCreateInput, options?: CallOptions): Promise<KeyCreateOutput> =>
        call.one(routes['account.key.create'], input, options),

      /**
       * Keys - Update. Changes the rights and origins of a key; effective in every process within a second.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.key.updated`.
       * PUT /api/account/key/update
       */
      update: (input: KeyUpdateInput, options?: CallOptions): Promise<Key> =>
        call.one(routes['account.key.update'], input, options),

      /**
       * Keys - Revoke. Stops a key for good, in every process within a second.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.key.updated`, `account.key.revoked`.
       * POST /api/account/key/revoke
       */
      revoke: (input: KeyRevokeInput, options?: CallOptions): Promise<Key> =>
        call.one(routes['account.key.revoke'], input, options),

      /**
       * Keys - Rotate. Makes a key with the same rights; the old one stays valid for the overlap. A key has one successor: rotating it again returns that one, without its secret. For a lost secret, revoke the successor, then rotate.
       * Needs a secret or restricted key; a restricted one needs the scope `account.key:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.key.created`, `account.key.updated`.
       * POST /api/account/key/rotate
       */
      rotate: (input: KeyRotateInput, options?: CallOptions): Promise<KeyRotateOutput> =>
        call.one(routes['account.key.rotate'], input, options),
    },
    webhookEndpoint: {
      /**
       * Webhook endpoints - Get All. Lists addresses that facts are sent to.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/webhookEndpoint/all
       */
      list: (input: WebhookEndpointListInput = {}, options?: CallOptions): ListPages<WebhookEndpointList['items'][number], WebhookEndpointList> =>
        call.pages(routes['account.webhookEndpoint.all'], input, options),

      /**
       * Webhook endpoints - Create. Sends facts published from now on to an address. This response alone holds the shared secret.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.webhookEndpoint.created`.
       * POST /api/account/webhookEndpoint/create
       */
      create: (input: WebhookEndpointCreateInput, options?: CallOptions): Promise<WebhookEndpointCreateOutput> =>
        call.one(routes['account.webhookEndpoint.create'], input, options),

      /**
       * Webhook endpoints - Get. Gets one of addresses that facts are sent to.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/webhookEndpoint/get
       */
      get: (input: WebhookEndpointGetInput = {}, options?: CallOptions): Promise<WebhookEndpoint> =>
        call.one(routes['account.webhookEndpoint.get'], input, options),

      /**
       * Webhook endpoints - Update. Changes the address or the filter of an endpoint; `action` enables or disables it.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.webhookEndpoint.updated`, `account.webhookEndpoint.enabled`, `account.webhookEndpoint.disabled`.
       * PUT /api/account/webhookEndpoint/update
       */
      update: (input: WebhookEndpointUpdateInput, options?: CallOptions): Promise<WebhookEndpoint> =>
        call.one(routes['account.webhookEndpoint.update'], input, options),

      /**
       * Webhook endpoints - Delete. Deletes one of addresses that facts are sent to.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.webhookEndpoint.deleted`.
       * POST /api/account/webhookEndpoint/delete
       */
      delete: (input: WebhookEndpointDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['account.webhookEndpoint.delete'], input, options),

      /**
       * Webhook endpoints - Rotate Secret. Makes a new secret or key pair. For the overlap both sign, so no message is lost.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.webhookEndpoint.updated`.
       * POST /api/account/webhookEndpoint/rotateSecret
       */
      rotateSecret: (input: WebhookEndpointRotateSecretInput, options?: CallOptions): Promise<WebhookEndpointRotateSecretOutput> =>
        call.one(routes['account.webhookEndpoint.rotateSecret'], input, options),

      /**
       * Webhook endpoints - Test. Emits a fact that goes to this endpoint alone. Follow it with the deliveries of its `factId`.
       * Needs a secret or restricted key; a restricted one needs the scope `account.webhookEndpoint:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.webhookEndpoint.tested`.
       * POST /api/account/webhookEndpoint/test
       */
      test: (input: WebhookEndpointTestInput, options?: CallOptions): Promise<WebhookEndpointTestOutput> =>
        call.one(routes['account.webhookEndpoint.test'], input, options),
    },
    fact: {
      /**
       * Facts - Get All. The public facts of the last 30 days in the order in which they were published, newest first. With `after` or `waitSeconds` oldest first: request again with the last id as `after`, and no fact is missed.
       * Needs a secret or restricted key; a restricted one needs the scope `account.fact:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/fact/all
       */
      list: (input: AccountFactListInput = {}, options?: CallOptions): ListPages<AccountFactList['items'][number], AccountFactList> =>
        call.pages(routes['account.fact.all'], input, options),

      /**
       * Facts - Get. One public fact of the last 30 days.
       * Needs a secret or restricted key; a restricted one needs the scope `account.fact:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/fact/get
       */
      get: (input: AccountFactGetInput, options?: CallOptions): Promise<AccountFact> =>
        call.one(routes['account.fact.get'], input, options),
    },
    delivery: {
      /**
       * Deliveries - Get All. Deliveries of facts to webhook endpoints, of the last 30 days.
       * Needs a secret or restricted key; a restricted one needs the scope `account.delivery:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/delivery/all
       */
      list: (input: AccountDeliveryListInput = {}, options?: CallOptions): ListPages<AccountDeliveryList['items'][number], AccountDeliveryList> =>
        call.pages(routes['account.delivery.all'], input, options),

      /**
       * Deliveries - Get. One delivery with its attempts and the body of its requests.
       * Needs a secret or restricted key; a restricted one needs the scope `account.delivery:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/delivery/get
       */
      get: (input: AccountDeliveryGetInput, options?: CallOptions): Promise<AccountDelivery> =>
        call.one(routes['account.delivery.get'], input, options),

      /**
       * Deliveries - Resend. Sends a delivery again at once, whatever its status, with all retries before it.
       * Needs a secret or restricted key; a restricted one needs the scope `account.delivery:write`. Accounts: Business, Streamer, Personal.
       * POST /api/account/delivery/resend
       */
      resend: (input: AccountDeliveryResendInput, options?: CallOptions): Promise<AccountDelivery> =>
        call.one(routes['account.delivery.resend'], input, options),
    },
    mail: {
      /**
       * Caught mails - Get All. Mails that were caught instead of sent, newest first: all of a test account, and of a live one while there is no mail server. The last 1000 of 30 days are kept.
       * Needs a secret or restricted key; a restricted one needs the scope `account.mail:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/mail/all
       */
      list: (input: AccountMailListInput = {}, options?: CallOptions): ListPages<AccountMailList['items'][number], AccountMailList> =>
        call.pages(routes['account.mail.all'], input, options),

      /**
       * Caught mails - Get. One caught mail with its content. Links that sign a person in are left out; a caller who may invite members reads the links of invitations.
       * Needs a secret or restricted key; a restricted one needs the scope `account.mail:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/mail/get
       */
      get: (input: AccountMailGetInput, options?: CallOptions): Promise<AccountMail> =>
        call.one(routes['account.mail.get'], input, options),
    },
    audit: {
      /**
       * Audit log - Get All. Changes and their authors, newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `account.audit:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/audit/all
       */
      list: (input: AccountAuditListInput = {}, options?: CallOptions): ListPages<AccountAuditList['items'][number], AccountAuditList> =>
        call.pages(routes['account.audit.all'], input, options),

      /**
       * Audit log - Verify. Verifies the chain of seals over the whole log and reports the first row or seal that was changed.
       * Needs a secret or restricted key; a restricted one needs the scope `account.audit:read`. Accounts: Business, Streamer, Personal.
       * POST /api/account/audit/verify
       */
      verify: (input: AccountAuditVerifyInput = {}, options?: CallOptions): Promise<AccountAuditVerifyOutput> =>
        call.one(routes['account.audit.verify'], input, options),
    },
    request: {
      /**
       * Requests - Get All. Requests made with the keys of the account, newest first, for 7 days. Every refusal and failure is kept; of a flood of successes some may be missing. `requestId` finds the outcome of one request.
       * Needs a secret or restricted key; a restricted one needs the scope `account.request:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/request/all
       */
      list: (input: AccountRequestListInput = {}, options?: CallOptions): ListPages<AccountRequestList['items'][number], AccountRequestList> =>
        call.pages(routes['account.request.all'], input, options),

      /**
       * Requests - Get. The outcome of one request; the log is written within a second of the response.
       * Needs a secret or restricted key; a restricted one needs the scope `account.request:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/request/get
       */
      get: (input: AccountRequestGetInput, options?: CallOptions): Promise<AccountRequest> =>
        call.one(routes['account.request.get'], input, options),
    },
    record: {
      /**
       * Records - Cards. Title, state and image of records of any noun, by their ids. Records that are deleted, unknown, of another account or of a noun without read scope have no card.
       * Needs a secret or restricted key; a restricted one needs the scope `account.record:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/record/cards
       */
      cards: (input: AccountRecordCardsInput, options?: CallOptions): Promise<AccountRecordCardsOutput> =>
        call.one(routes['account.record.cards'], input, options),

      /**
       * Records - Search. Finds records of all nouns: by id, by `clientReference`, and by words where the list of the noun takes `q`. Exact ids and references come first, then titles that begin with the words. Up to 5 records of a noun.
       * Needs a secret or restricted key; a restricted one needs the scope `account.record:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/record/search
       */
      search: (input: AccountRecordSearchInput, options?: CallOptions): Promise<AccountRecordSearchOutput> =>
        call.one(routes['account.record.search'], input, options),
    },
    job: {
      /**
       * Dead jobs - Get All. Background jobs of the last 30 days whose attempts have all failed.
       * Needs a secret or restricted key; a restricted one needs the scope `account.job:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/job/all
       */
      list: (input: AccountJobListInput = {}, options?: CallOptions): ListPages<AccountJobList['items'][number], AccountJobList> =>
        call.pages(routes['account.job.all'], input, options),

      /**
       * Dead jobs - Get. One job, also after it runs again.
       * Needs a secret or restricted key; a restricted one needs the scope `account.job:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/job/get
       */
      get: (input: AccountJobGetInput, options?: CallOptions): Promise<AccountJob> =>
        call.one(routes['account.job.get'], input, options),

      /**
       * Dead jobs - Run again. Queues a dead job at once, with all its attempts before it.
       * Needs a secret or restricted key; a restricted one needs the scope `account.job:write`. Accounts: Business, Streamer, Personal.
       * POST /api/account/job/runAgain
       */
      runAgain: (input: AccountJobRunAgainInput, options?: CallOptions): Promise<AccountJob> =>
        call.one(routes['account.job.runAgain'], input, options),
    },
    overview: {
      /**
       * Overview - Get. Facts of the last 24 hours by product and hour, and what needs attention. Products and findings that the caller may not read are left out.
       * Needs a secret or restricted key; a restricted one needs the scope `account.overview:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/overview/get
       */
      get: (input: AccountOverviewGetInput = {}, options?: CallOptions): Promise<AccountOverview> =>
        call.one(routes['account.overview.get'], input, options),
    },
    health: {
      /**
       * Health - Get. Checks of the whole server, as `fairground doctor` makes them but for the audit log: for the account of the operator. The results may be ten seconds old.
       * Needs a secret or restricted key; a restricted one needs the scope `account.health:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/health/get
       */
      get: (input: AccountHealthGetInput = {}, options?: CallOptions): Promise<AccountHealth> =>
        call.one(routes['account.health.get'], input, options),

      /**
       * Health - Settings. Settings of the whole server with their values, secrets left out: for the account of the operator.
       * Needs a secret or restricted key; a restricted one needs the scope `account.health:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/health/settings
       */
      settings: (input: AccountHealthSettingsInput = {}, options?: CallOptions): Promise<AccountHealthSettingsOutput> =>
        call.one(routes['account.health.settings'], input, options),
    },
    session: {
      /**
       * Sessions - Sign in. Signs a person in with e-mail address and password, and sets the session cookie. With a second factor the response holds a ticket instead.
       * Anyone may call it; no key is needed.
       * POST /public/account/session/signIn
       */
      signIn: (input: AccountSessionSignInInput, options?: CallOptions): Promise<SignIn> =>
        call.one(routes['account.session.signIn'], input, options),

      /**
       * Sessions - Confirm. Completes a sign-in with a code of the authenticator app or a recovery code.
       * Anyone may call it; no key is needed.
       * POST /public/account/session/confirm
       */
      confirm: (input: AccountSessionConfirmInput, options?: CallOptions): Promise<SignIn> =>
        call.one(routes['account.session.confirm'], input, options),

      /**
       * Sessions - Passkey options. Makes a challenge for a sign-in with any passkey of this server.
       * Anyone may call it; no key is needed.
       * POST /public/account/session/passkeyOptions
       */
      passkeyOptions: (input: AccountSessionPasskeyOptionsInput = {}, options?: CallOptions): Promise<AccountSessionPasskeyOptionsOutput> =>
        call.one(routes['account.session.passkeyOptions'], input, options),

      /**
       * Sessions - Passkey. Signs a person in with a passkey. A second factor is needed only where the authenticator has not checked its user.
       * Anyone may call it; no key is needed.
       * POST /public/account/session/passkey
       */
      passkey: (input: AccountSessionPasskeyInput, options?: CallOptions): Promise<SignIn> =>
        call.one(routes['account.session.passkey'], input, options),

      /**
       * Sessions - Get. The session of the request: its person, their accounts, and the CSRF token for calls that write.
       * Needs the session of a signed-in person; no key can call it.
       * GET /api/account/session/get
       */
      get: (input: AccountSessionGetInput = {}, options?: CallOptions): Promise<AccountSession> =>
        call.one(routes['account.session.get'], input, options),

      /**
       * Sessions - Get All. Browsers in which the person is signed in, the newest first.
       * Needs the session of a signed-in person; no key can call it.
       * GET /api/account/session/all
       */
      list: (input: AccountSessionListInput = {}, options?: CallOptions): Promise<AccountSessionList> =>
        call.one(routes['account.session.all'], input, options),

      /**
       * Sessions - Revoke. Ends one session of the person, or all others, in every process within a second.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/session/revoke
       */
      revoke: (input: AccountSessionRevokeInput = {}, options?: CallOptions): Promise<AccountSessionRevokeOutput> =>
        call.one(routes['account.session.revoke'], input, options),

      /**
       * Sessions - End. Signs out: ends the session of the request and removes its cookie.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/session/end
       */
      end: (input: AccountSessionEndInput = {}, options?: CallOptions): Promise<AccountSessionEndOutput> =>
        call.one(routes['account.session.end'], input, options),
    },
    person: {
      /**
       * Person - Update. Changes the name, language or time zone of the signed-in person.
       * Needs the session of a signed-in person; no key can call it.
       * May emit `account.member.updated`.
       * PUT /api/account/person/update
       */
      update: (input: AccountPersonUpdateInput = {}, options?: CallOptions): Promise<AccountPersonUpdateOutput> =>
        call.one(routes['account.person.update'], input, options),

      /**
       * Person - Change password. Sets the password of the signed-in person and ends their other sessions. Needs a recent sign-in.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/person/changePassword
       */
      changePassword: (input: AccountPersonChangePasswordInput, options?: CallOptions): Promise<AccountPersonChangePasswordOutput> =>
        call.one(routes['account.person.changePassword'], input, options),

      /**
       * Person - Change e-mail. Mails a link to a new address of the signed-in person, which confirms it. Needs a recent sign-in.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/person/changeEmail
       */
      changeEmail: (input: AccountPersonChangeEmailInput, options?: CallOptions): Promise<AccountPersonChangeEmailOutput> =>
        call.one(routes['account.person.changeEmail'], input, options),

      /**
       * Person - Forgot password. Mails a link for a new password. The response does not say whether the address is known.
       * Anyone may call it; no key is needed.
       * POST /public/account/person/forgot
       */
      forgot: (input: AccountPersonForgotInput, options?: CallOptions): Promise<AccountPersonForgotOutput> =>
        call.one(routes['account.person.forgot'], input, options),
    },
    passkey: {
      /**
       * Passkeys - Get All. Passkeys of the person, the oldest first.
       * Needs the session of a signed-in person; no key can call it.
       * GET /api/account/passkey/all
       */
      list: (input: AccountPasskeyListInput = {}, options?: CallOptions): Promise<AccountPasskeyList> =>
        call.one(routes['account.passkey.all'], input, options),

      /**
       * Passkeys - Options. Makes a challenge for a new passkey. Needs a recent sign-in.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/passkey/options
       */
      options: (input: AccountPasskeyOptionsInput = {}, options?: CallOptions): Promise<AccountPasskeyOptionsOutput> =>
        call.one(routes['account.passkey.options'], input, options),

      /**
       * Passkeys - Create. Adds the passkey that a browser has made for a challenge. Needs a recent sign-in.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/passkey/create
       */
      create: (input: AccountPasskeyCreateInput, options?: CallOptions): Promise<AccountPasskeyCreateOutput> =>
        call.one(routes['account.passkey.create'], input, options),

      /**
       * Passkeys - Update. Renames a passkey.
       * Needs the session of a signed-in person; no key can call it.
       * PUT /api/account/passkey/update
       */
      update: (input: AccountPasskeyUpdateInput, options?: CallOptions): Promise<AccountPasskeyUpdateOutput> =>
        call.one(routes['account.passkey.update'], input, options),

      /**
       * Passkeys - Delete. Removes a passkey. Needs a recent sign-in.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/passkey/delete
       */
      delete: (input: AccountPasskeyDeleteInput, options?: CallOptions): Promise<AccountPasskeyDeleteOutput> =>
        call.one(routes['account.passkey.delete'], input, options),
    },
    secondFactor: {
      /**
       * Second factor - Start. Makes a secret for an authenticator app. A right code of it switches the second factor on.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/secondFactor/start
       */
      start: (input: AccountSecondFactorStartInput = {}, options?: CallOptions): Promise<AccountSecondFactorStartOutput> =>
        call.one(routes['account.secondFactor.start'], input, options),

      /**
       * Second factor - Confirm. Switches the second factor on with a code of the app; other sessions end.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/secondFactor/confirm
       */
      confirm: (input: AccountSecondFactorConfirmInput, options?: CallOptions): Promise<AccountSecondFactorConfirmOutput> =>
        call.one(routes['account.secondFactor.confirm'], input, options),

      /**
       * Second factor - Disable. Switches the second factor off with a code.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/secondFactor/disable
       */
      disable: (input: AccountSecondFactorDisableInput, options?: CallOptions): Promise<AccountSecondFactorDisableOutput> =>
        call.one(routes['account.secondFactor.disable'], input, options),

      /**
       * Second factor - Renew codes. Replaces the recovery codes with a code.
       * Needs the session of a signed-in person; no key can call it.
       * POST /api/account/secondFactor/renewCodes
       */
      renewCodes: (input: AccountSecondFactorRenewCodesInput, options?: CallOptions): Promise<AccountSecondFactorRenewCodesOutput> =>
        call.one(routes['account.secondFactor.renewCodes'], input, options),
    },
    link: {
      /**
       * Links - Get. Purpose of a one-time link, its account and person. The link stays open.
       * Anyone may call it; no key is needed.
       * POST /public/account/link/get
       */
      get: (input: AccountLinkGetInput, options?: CallOptions): Promise<AccountLink> =>
        call.one(routes['account.link.get'], input, options),

      /**
       * Links - Passkey options. Makes a challenge for the passkey with which a person opens a link. The link stays open.
       * Anyone may call it; no key is needed.
       * POST /public/account/link/passkeyOptions
       */
      passkeyOptions: (input: AccountLinkPasskeyOptionsInput, options?: CallOptions): Promise<AccountLinkPasskeyOptionsOutput> =>
        call.one(routes['account.link.passkeyOptions'], input, options),

      /**
       * Links - Open. Opens a one-time link and signs in. A new person sends a name with a password or a passkey; a person who is signed in sends the token alone.
       * Anyone may call it; no key is needed.
       * May emit `account.member.created`, `account.member.updated`, `account.member.joined`, `account.member.deleted`.
       * POST /public/account/link/open
       */
      open: (input: AccountLinkOpenInput, options?: CallOptions): Promise<SignIn> =>
        call.one(routes['account.link.open'], input, options),
    },
    member: {
      /**
       * Members - Get All. Lists members of the account.
       * Needs a secret or restricted key; a restricted one needs the scope `account.member:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/member/all
       */
      list: (input: MemberListInput = {}, options?: CallOptions): ListPages<MemberList['items'][number], MemberList> =>
        call.pages(routes['account.member.all'], input, options),

      /**
       * Members - Get. Gets one of members of the account.
       * Needs a secret or restricted key; a restricted one needs the scope `account.member:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/member/get
       */
      get: (input: MemberGetInput = {}, options?: CallOptions): Promise<Member> =>
        call.one(routes['account.member.get'], input, options),

      /**
       * Members - Invite. Invites a person by mail. The link in it is valid for seven days, once.
       * Needs a secret or restricted key; a restricted one needs the scope `account.member:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.member.created`.
       * POST /api/account/member/create
       */
      create: (input: MemberCreateInput, options?: CallOptions): Promise<MemberCreateOutput> =>
        call.one(routes['account.member.create'], input, options),

      /**
       * Members - Update. Changes the role of a member; effective in every process within a second.
       * Needs a secret or restricted key; a restricted one needs the scope `account.member:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.member.updated`.
       * PUT /api/account/member/update
       */
      update: (input: MemberUpdateInput, options?: CallOptions): Promise<Member> =>
        call.one(routes['account.member.update'], input, options),

      /**
       * Members - Remove. Removes a member or withdraws an invitation; effective in every process within a second.
       * Needs a secret or restricted key; a restricted one needs the scope `account.member:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.member.deleted`.
       * POST /api/account/member/delete
       */
      delete: (input: MemberDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['account.member.delete'], input, options),

      /**
       * Members - Resend the invitation. Sends an invitation again, with a new link; the former link ends.
       * Needs a secret or restricted key; a restricted one needs the scope `account.member:write`. Accounts: Business, Streamer, Personal.
       * POST /api/account/member/resend
       */
      resend: (input: MemberResendInput, options?: CallOptions): Promise<Member> =>
        call.one(routes['account.member.resend'], input, options),
    },
    viewer: {
      /**
       * Viewers - Request a code. Mails a code of six digits and a link to a member of the audience of an account. The response is the same for known and unknown addresses.
       * Anyone may call it; no key is needed.
       * POST /public/account/viewer/requestCode
       */
      requestCode: (input: AccountViewerRequestCodeInput, options?: CallOptions): Promise<AccountViewerRequestCodeOutput> =>
        call.one(routes['account.viewer.requestCode'], input, options),

      /**
       * Viewers - Sign in. Signs a person in by the code of a mail, and sets a cookie that no script can read. The person is the contact with the address of the mail; a new address becomes a contact without marketing mail. Five guesses end a code.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.created`, `marketing.contact.updated`, `account.viewer.signedIn`.
       * POST /public/account/viewer/signIn
       */
      signIn: (input: AccountViewerSignInInput, options?: CallOptions): Promise<AccountViewerSignInOutput> =>
        call.one(routes['account.viewer.signIn'], input, options),

      /**
       * Viewers - Open a link. Signs a person in by the link of a mail, as its code does.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.created`, `marketing.contact.updated`, `account.viewer.signedIn`.
       * POST /public/account/viewer/openLink
       */
      openLink: (input: AccountViewerOpenLinkInput, options?: CallOptions): Promise<AccountViewerOpenLinkOutput> =>
        call.one(routes['account.viewer.openLink'], input, options),

      /**
       * Viewers - Sign out. Signs the viewer of the browser out.
       * Anyone may call it; no key is needed.
       * POST /public/account/viewer/signOut
       */
      signOut: (input: AccountViewerSignOutInput, options?: CallOptions): Promise<AccountViewerSignOutOutput> =>
        call.one(routes['account.viewer.signOut'], input, options),

      /**
       * Viewers - Get. The viewer who is signed in by this browser, with a viewer token for scripts. Null without one.
       * Anyone may call it; no key is needed.
       * GET /public/account/viewer/get
       */
      get: (input: AccountViewerGetInput, options?: CallOptions): Promise<AccountViewer> =>
        call.one(routes['account.viewer.get'], input, options),

      /**
       * Viewers - Create a token. Makes a viewer token for a person who is signed in at your server: a contact, or a person found by external id, viewer id or address. An unknown one becomes a contact without marketing mail.
       * Needs a secret or restricted key; a restricted one needs the scope `account.viewer:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.contact.created`, `marketing.contact.updated`.
       * POST /api/account/viewer/createToken
       */
      createToken: (input: AccountViewerCreateTokenInput = {}, options?: CallOptions): Promise<AccountViewerCreateTokenOutput> =>
        call.one(routes['account.viewer.createToken'], input, options),
    },
    image: {
      /**
       * Images - Get All. Lists images that the account uploaded.
       * Needs a secret or restricted key; a restricted one needs the scope `account.image:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/image/all
       */
      list: (input: ImageListInput = {}, options?: CallOptions): ListPages<ImageList['items'][number], ImageList> =>
        call.pages(routes['account.image.all'], input, options),

      /**
       * Images - Get. Gets one of images that the account uploaded.
       * Needs a secret or restricted key; a restricted one needs the scope `account.image:read`. Accounts: Business, Streamer, Personal.
       * GET /api/account/image/get
       */
      get: (input: ImageGetInput = {}, options?: CallOptions): Promise<Image> =>
        call.one(routes['account.image.get'], input, options),

      /**
       * Images - Request Upload. Returns an address that takes one image by PUT: PNG, JPEG, WebP, AVIF or GIF of up to 10 MiB and 64 million pixels. The response of the PUT is the record of the image with its `url`. Metadata such as the position of a photo is removed.
       * Needs a secret or restricted key; a restricted one needs the scope `account.image:write`. Accounts: Business, Streamer, Personal.
       * POST /api/account/image/requestUpload
       */
      requestUpload: (input: ImageRequestUploadInput = {}, options?: CallOptions): Promise<ImageRequestUploadOutput> =>
        call.one(routes['account.image.requestUpload'], input, options),

      /**
       * Images - Update. Changes the name of an image. Its file never changes.
       * Needs a secret or restricted key; a restricted one needs the scope `account.image:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.image.updated`.
       * PUT /api/account/image/update
       */
      update: (input: ImageUpdateInput, options?: CallOptions): Promise<Image> =>
        call.one(routes['account.image.update'], input, options),

      /**
       * Images - Delete. Deletes an image and its file. Records that hold its address keep the address, which opens nothing from then on. Copies in caches of browsers may stay for a year.
       * Needs a secret or restricted key; a restricted one needs the scope `account.image:write`. Accounts: Business, Streamer, Personal.
       * May emit `account.image.deleted`.
       * POST /api/account/image/delete
       */
      delete: (input: ImageDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['account.image.delete'], input, options),
    },
  }
}

/** Account: Keys, webhook endpoints, facts, deliveries and the audit log of your account. As public keys and other accounts see it. */
export function publicAccount(call: Call) {
  return {
    viewer: {
      /**
       * Viewers - Request a code. Mails a code of six digits and a link to a member of the audience of an account. The response is the same for known and unknown addresses.
       * Anyone may call it; no key is needed.
       * POST /public/account/viewer/requestCode
       */
      requestCode: (input: AccountViewerRequestCodeInput, options?: CallOptions): Promise<AccountViewerRequestCodeOutput> =>
        call.one(routes['account.viewer.requestCode'], input, options),

      /**
       * Viewers - Sign in. Signs a person in by the code of a mail, and sets a cookie that no script can read. The person is the contact with the address of the mail; a new address becomes a contact without marketing mail. Five guesses end a code.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.created`, `marketing.contact.updated`, `account.viewer.signedIn`.
       * POST /public/account/viewer/signIn
       */
      signIn: (input: AccountViewerSignInInput, options?: CallOptions): Promise<AccountViewerSignInOutput> =>
        call.one(routes['account.viewer.signIn'], input, options),

      /**
       * Viewers - Open a link. Signs a person in by the link of a mail, as its code does.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.created`, `marketing.contact.updated`, `account.viewer.signedIn`.
       * POST /public/account/viewer/openLink
       */
      openLink: (input: AccountViewerOpenLinkInput, options?: CallOptions): Promise<AccountViewerOpenLinkOutput> =>
        call.one(routes['account.viewer.openLink'], input, options),

      /**
       * Viewers - Sign out. Signs the viewer of the browser out.
       * Anyone may call it; no key is needed.
       * POST /public/account/viewer/signOut
       */
      signOut: (input: AccountViewerSignOutInput, options?: CallOptions): Promise<AccountViewerSignOutOutput> =>
        call.one(routes['account.viewer.signOut'], input, options),

      /**
       * Viewers - Get. The viewer who is signed in by this browser, with a viewer token for scripts. Null without one.
       * Anyone may call it; no key is needed.
       * GET /public/account/viewer/get
       */
      get: (input: AccountViewerGetInput, options?: CallOptions): Promise<AccountViewer> =>
        call.one(routes['account.viewer.get'], input, options),
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
  'account.record.cards': { id: 'account.record.cards', method: 'GET', path: '/api/account/record/cards', kind: 'read' },
  'account.record.search': { id: 'account.record.search', method: 'GET', path: '/api/account/record/search', kind: 'read' },
  'account.job.all': { id: 'account.job.all', method: 'GET', path: '/api/account/job/all', kind: 'read' },
  'account.job.get': { id: 'account.job.get', method: 'GET', path: '/api/account/job/get', kind: 'read' },
  'account.job.runAgain': { id: 'account.job.runAgain', method: 'POST', path: '/api/account/job/runAgain', kind: 'write' },
  'account.overview.get': { id: 'account.overview.get', method: 'GET', path: '/api/account/overview/get', kind: 'read' },
  'account.health.get': { id: 'account.health.get', method: 'GET', path: '/api/account/health/get', kind: 'read' },
  'account.health.settings': { id: 'account.health.settings', method: 'GET', path: '/api/account/health/settings', kind: 'read' },
  'account.session.signIn': { id: 'account.session.signIn', method: 'POST', path: '/public/account/session/signIn', kind: 'bare' },
  'account.session.confirm': { id: 'account.session.confirm', method: 'POST', path: '/public/account/session/confirm', kind: 'bare' },
  'account.session.passkeyOptions': { id: 'account.session.passkeyOptions', method: 'POST', path: '/public/account/session/passkeyOptions', kind: 'read' },
  'account.session.passkey': { id: 'account.session.passkey', method: 'POST', path: '/public/account/session/passkey', kind: 'bare' },
  'account.session.get': { id: 'account.session.get', method: 'GET', path: '/api/account/session/get', kind: 'read' },
  'account.session.all': { id: 'account.session.all', method: 'GET', path: '/api/account/session/all', kind: 'read' },
  'account.session.revoke': { id: 'account.session.revoke', method: 'POST', path: '/api/account/session/revoke', kind: 'write' },
  'account.session.end': { id: 'account.session.end', method: 'POST', path: '/api/account/session/end', kind: 'write' },
  'account.person.update': { id: 'account.person.update', method: 'PUT', path: '/api/account/person/update', kind: 'write' },
  'account.person.changePassword': { id: 'account.person.changePassword', method: 'POST', path: '/api/account/person/changePassword', kind: 'write' },
  'account.person.changeEmail': { id: 'account.person.changeEmail', method: 'POST', path: '/api/account/person/changeEmail', kind: 'write' },
  'account.person.forgot': { id: 'account.person.forgot', method: 'POST', path: '/public/account/person/forgot', kind: 'bare' },
  'account.passkey.all': { id: 'account.passkey.all', method: 'GET', path: '/api/account/passkey/all', kind: 'read' },
  'account.passkey.options': { id: 'account.passkey.options', method: 'POST', path: '/api/account/passkey/options', kind: 'read' },
  'account.passkey.create': { id: 'account.passkey.create', method: 'POST', path: '/api/account/passkey/create', kind: 'write' },
  'account.passkey.update': { id: 'account.passkey.update', method: 'PUT', path: '/api/account/passkey/update', kind: 'write' },
  'account.passkey.delete': { id: 'account.passkey.delete', method: 'POST', path: '/api/account/passkey/delete', kind: 'write' },
  'account.secondFactor.start': { id: 'account.secondFactor.start', method: 'POST', path: '/api/account/secondFactor/start', kind: 'write' },
  'account.secondFactor.confirm': { id: 'account.secondFactor.confirm', method: 'POST', path: '/api/account/secondFactor/confirm', kind: 'write' },
  'account.secondFactor.disable': { id: 'account.secondFactor.disable', method: 'POST', path: '/api/account/secondFactor/disable', kind: 'write' },
  'account.secondFactor.renewCodes': { id: 'account.secondFactor.renewCodes', method: 'POST', path: '/api/account/secondFactor/renewCodes', kind: 'write' },
  'account.link.get': { id: 'account.link.get', method: 'POST', path: '/public/account/link/get', kind: 'read' },
  'account.link.passkeyOptions': { id: 'account.link.passkeyOptions', method: 'POST', path: '/public/account/link/passkeyOptions', kind: 'read' },
  'account.link.open': { id: 'account.link.open', method: 'POST', path: '/public/account/link/open', kind: 'bare' },
  'account.member.all': { id: 'account.member.all', method: 'GET', path: '/api/account/member/all', kind: 'read' },
  'account.member.get': { id: 'account.member.get', method: 'GET', path: '/api/account/member/get', kind: 'read' },
  'account.member.create': { id: 'account.member.create', method: 'POST', path: '/api/account/member/create', kind: 'create' },
  'account.member.update': { id: 'account.member.update', method: 'PUT', path: '/api/account/member/update', kind: 'write' },
  'account.member.delete': { id: 'account.member.delete', method: 'POST', path: '/api/account/member/delete', kind: 'write' },
  'account.member.resend': { id: 'account.member.resend', method: 'POST', path: '/api/account/member/resend', kind: 'write' },
  'account.viewer.requestCode': { id: 'account.viewer.requestCode', method: 'POST', path: '/public/account/viewer/requestCode', kind: 'bare' },
  'account.viewer.signIn': { id: 'account.viewer.signIn', method: 'POST', path: '/public/account/viewer/signIn', kind: 'bare' },
  'account.viewer.openLink': { id: 'account.viewer.openLink', method: 'POST', path: '/public/account/viewer/openLink', kind: 'bare' },
  'account.viewer.signOut': { id: 'account.viewer.signOut', method: 'POST', path: '/public/account/viewer/signOut', kind: 'bare' },
  'account.viewer.get': { id: 'account.viewer.get', method: 'GET', path: '/public/account/viewer/get', kind: 'read' },
  'account.viewer.createToken': { id: 'account.viewer.createToken', method: 'POST', path: '/api/account/viewer/createToken', kind: 'write' },
  'account.image.all': { id: 'account.image.all', method: 'GET', path: '/api/account/image/all', kind: 'read' },
  'account.image.get': { id: 'account.image.get', method: 'GET', path: '/api/account/image/get', kind: 'read' },
  'account.image.requestUpload': { id: 'account.image.requestUpload', method: 'POST', path: '/api/account/image/requestUpload', kind: 'write' },
  'account.image.update': { id: 'account.image.update', method: 'PUT', path: '/api/account/image/update', kind: 'write' },
  'account.image.delete': { id: 'account.image.delete', method: 'POST', path: '/api/account/image/delete', kind: 'write' },
} satisfies Record<string, Route>
