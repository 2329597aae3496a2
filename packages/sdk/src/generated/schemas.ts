// Generated from the operations by `npm run gen`. Changes here are lost.

/** The response to Account - Get. */
export type Account = {
  /** The account, `acc_…`. */
  id: string
  /** The same as `id`. */
  accountId: string
  /** State of the account. The keys of a suspended account open nothing. */
  status: 'active' | 'suspended'
  /** Kind of the account, which decides what it may manage. */
  kind: 'business' | 'streamer' | 'personal'
  /** Environment of the key: live or test. */
  mode: 'live' | 'test'
  /** The other twin: test for live, live for test. */
  twinAccountId: string
  /** Name of the account, which its audience reads. */
  name: string
  /** Default language of what the account makes, BCP 47. */
  language: string
  /** Default time zone, IANA. */
  timeZone: string
  /** Creation of the account. */
  createdAt: string
  /** Last change of the account. */
  updatedAt: string
  /** Number of changes to the account, counted from 1. */
  version: number
}

/** A page of Audit log - Get All. */
export type AccountAuditList = {
  /** Items of this page, in the order of `sort`. */
  items: AccountAuditListItem[]
  pagination: Pagination
}

/** An item of Audit log - Get All. */
export type AccountAuditListItem = {
  /** Id: `aud_` and 34 characters. */
  id: string
  /** The same as `id`. */
  auditRowId: string
  /** Time of the change. */
  at: string
  /** Id of the request that made the change, or of internal work. */
  requestId: string
  /** The key or the person that made the change, or the name of the reaction, task or command. */
  actor: string
  /** `<product>.<noun>.<pastTense>` */
  action: string
  /** Id of the changed resource. */
  target: string
  /** Title of the changed resource; null when it was deleted, or without its read scope. */
  targetTitle: string | null
  /** Values at creation, or before and after; secrets masked; null: erased. */
  changes: unknown
}

/** The request of Audit log - Verify. */
export type AccountAuditVerifyInput = Record<string, never>

/** The response to Audit log - Verify. */
export type AccountAuditVerifyOutput = {
  /** Whether every sealed row is unchanged. */
  ok: boolean
  /** Rows of the log. */
  rows: number
  /** Sealed rows that are unchanged. */
  sealed: number
  /** Rows too new to be sealed. */
  unsealed: number
  /** Sealed rows whose changes were erased on request. */
  erased: number
  /** The end of the chain. Store it elsewhere, and compare it later. */
  head: {
    /** Number of the newest seal. */
    sequence: number
    /** Digest of the newest seal, SHA-256 in hexadecimal. */
    digest: string
  } | null
  /** The row or seal where the chain breaks. */
  brokenAt?: string
  /** The defect at that row or seal. */
  problem?: string
}

/** The response to Deliveries - Get. */
export type AccountDelivery = {
  /** Id: `dlv_` and 34 characters. */
  id: string
  /** The same as `id`. */
  deliveryId: string
  /** pending: not sent yet, or resent by hand. failed: to be retried. exhausted: given up. */
  status: 'pending' | 'failed' | 'delivered' | 'exhausted'
  /** The endpoint that the fact is sent to. */
  webhookEndpointId: string
  /** The fact that is sent. */
  factId: string
  /** Name of the fact, `<product>.<noun>.<pastTense>`. */
  factName: string
  /** Id of the subject of the fact. */
  subject: string
  /** Version of the subject at the fact. */
  subjectVersion: number
  /** Attempts made so far. */
  attemptCount: number
  /** Time of the next attempt; null without one. */
  nextAttemptAt: string | null
  /** HTTP status of the last response; null without a response. */
  lastStatus: number | null
  /** Cause of the last failure. */
  lastError: string | null
  /** Duration of the last attempt, in milliseconds; null before it. */
  lastDurationMs: number | null
  /** The first kilobyte of the last response. */
  responseExcerpt: string | null
  /** Time at which the delivery was queued. */
  createdAt: string
  /** Last change of the delivery. */
  updatedAt: string
  /** Newest first, at most 20. */
  attempts?: {
    /** Number of the attempt, counted from 1. */
    number: number
    /** Start of the attempt. */
    at: string
    /** HTTP status of the response; null without a response. */
    status: number | null
    /** Cause of the failure; null after a success. */
    error: string | null
    /** Duration of the attempt, in milliseconds. */
    durationMs: number
  }[]
  /** The body that every attempt sends; null when the fact is no longer kept. */
  requestBody?: string | null
}

/** A page of Deliveries - Get All. */
export type AccountDeliveryList = {
  /** Items of this page, in the order of `sort`. */
  items: AccountDelivery[]
  pagination: Pagination
}

/** The request of Deliveries - Resend. */
export type AccountDeliveryResendInput = {
  /** Id: `dlv_` and 34 characters. */
  deliveryId: string
}

/** The response to Facts - Get. */
export type AccountFact = {
  /** Id: `fct_` and 34 characters. */
  id: string
  /** The same as `id`; a webhook sends it as `webhook-id`. */
  factId: string
  /** pending: stored, not published to its receivers yet. */
  status: 'pending' | 'published'
  /** `<product>.<noun>.<pastTense>` */
  name: string
  /** Id of the subject of the fact. */
  subject: string
  /** Version of the subject after the fact: drop facts older than your version. */
  subjectVersion: number
  /** Cause of the fact: an operation, a task, or another fact. */
  cause: string
  /** Time of the fact. */
  toldAt: string
  /** The `data` of the webhook. */
  payload: Record<string, unknown>
}

/** A page of Facts - Get All. */
export type AccountFactList = {
  /** Items of this page, in the order of `sort`. */
  items: AccountFact[]
  pagination: Pagination
}

/** The response to Health - Get. */
export type AccountHealth = {
  /** The worst result. */
  result: 'ok' | 'warn' | 'fail'
  /** Time of the response. */
  checkedAt: string
  /** Every check. */
  checks: {
    /** Subject of the check, such as `disk`. */
    check: string
    /** ok: as it should be. warn: works, with a risk. fail: does not work. */
    result: 'ok' | 'warn' | 'fail'
    /** The finding. */
    says: string
    /** The remedy of a warning or a failure. */
    advice: string | null
  }[]
}

/** The response to Health - Settings. */
export type AccountHealthSettingsOutput = {
  /** Every setting, by part. */
  items: {
    /** Environment variable. */
    name: string
    /** Part of the server that it is of. */
    group: string
    /** Meaning. */
    about: string
    /** Whether the value is never shown. */
    isSecret: boolean
    /** Whether the environment sets it. */
    isSet: boolean
    /** The value in effect; null for a secret and where there is none. */
    value: string | null
  }[]
}

/** The response to Dead jobs - Get. */
export type AccountJob = {
  /** Id: `job_` and 34 characters. */
  id: string
  /** The same as `id`. */
  jobId: string
  /** dead: every attempt failed. A job that runs again is queued, running, then done or dead. */
  status: 'dead' | 'queued' | 'running' | 'done'
  /** reaction: handles a fact. task: was queued by an operation. */
  kind: 'reaction' | 'task'
  /** Name of the reaction or task, such as `livestream.static.import`. */
  name: string
  /** The fact that a reaction handles. */
  factId: string | null
  /** Name of that fact. */
  factName: string | null
  /** Id of the record that the job works on; null without one. */
  subject: string | null
  /** Cause of the job: an operation, a task, or a fact. */
  cause: string
  /** Attempts made. */
  attemptCount: number
  /** Error of the last attempt, with secrets masked. */
  lastError: string | null
  /** Time at which the job was requested. */
  createdAt: string
  /** End of the last attempt; null while the job waits or runs. */
  endedAt: string | null
}

/** A page of Dead jobs - Get All. */
export type AccountJobList = {
  /** Items of this page, in the order of `sort`. */
  items: AccountJob[]
  pagination: Pagination
}

/** The request of Dead jobs - Run again. */
export type AccountJobRunAgainInput = {
  /** Id: `job_` and 34 characters. */
  jobId: string
}

/** The response to Links - Get. */
export type AccountLink = {
  /** console: an owner signs in. invitation: a person joins. passwordReset, emailChange: of a person. */
  kind: 'console' | 'invitation' | 'passwordReset' | 'emailChange'
  /** Name of the account that it opens. */
  accountName: string | null
  /** Address that it is for; null: the person chooses. */
  email: string | null
  /** Role that it gives. */
  role: 'owner' | 'developer' | 'operator' | 'analyst' | 'reader' | null
  /** Whether the address belongs to a person already. */
  hasPerson: boolean
  /** End of the link. */
  expiresAt: string
}

/** The request of Links - Get. */
export type AccountLinkGetInput = {
  /** Token of the link: the part of its address behind `#`. */
  token: string
}

/** The request of Links - Open. */
export type AccountLinkOpenInput = {
  /** Token of the link: the part of its address behind `#`. */
  token: string
  /** Address of a new owner, where the link names none. */
  email?: string
  /** Name of a new person. */
  name?: string
  /** New password, 10 characters at least. */
  password?: string
  /** A passkey in place of a password. */
  passkey?: {
    /** The challenge of the options. */
    challengeId: string
    /** Response of the browser, as `PublicKeyCredential.toJSON()` makes it (WebAuthn Level 3). */
    response: {
      /** Id of the credential, base64url. */
      id: string
      /** Response of the authenticator. */
      response: {
        /** Client data, base64url. */
        clientDataJSON: string
        /** Attestation of a new passkey, base64url. */
        attestationObject?: string
        /** Authenticator data, base64url. */
        authenticatorData?: string
        /** Signature, base64url. */
        signature?: string
        /** User handle, base64url. */
        userHandle?: string
        /** Ways to reach the authenticator. */
        transports?: string[]
      }
    }
  }
}

/** The request of Links - Passkey options. */
export type AccountLinkPasskeyOptionsInput = {
  /** Token of the link: the part of its address behind `#`. */
  token: string
  /** Address of a new owner, where the link names none. */
  email?: string
  /** Name of a new person. */
  name?: string
}

/** The response to Links - Passkey options. */
export type AccountLinkPasskeyOptionsOutput = {
  /** The challenge, for ten minutes and one use. */
  challengeId: string
  /** Options for the browser, as `PublicKeyCredential.parse…OptionsFromJSON()` reads them. */
  options: Record<string, unknown>
}

/** The response to Caught mails - Get. */
export type AccountMail = {
  /** Id: `mai_` and 34 characters. */
  id: string
  /** The same as `id`. */
  mailId: string
  /** caught: kept instead of sent. */
  status: 'caught'
  /** Address of the recipient. */
  to: string
  /** Subject line. */
  subject: string
  /** Time at which the mail was caught instead of sent. */
  caughtAt: string
  /** Name of the recipient; null when unknown. */
  toName: string | null
  /** Address for replies. */
  replyTo: string | null
  /** Sender; null for the sender of the server. */
  from: {
    /** Name of the sender. */
    name: string
    /** Address of the sender. */
    address: string
  } | null
  /** Headers of its own, such as List-Unsubscribe. */
  headers: {
    /** Name of the header. */
    name: string
    /** Value of the header. */
    value: string
  }[]
  /** The whole mail as plain text. */
  text: string
  /** The mail in HTML; null without HTML. */
  html: string | null
}

/** A page of Caught mails - Get All. */
export type AccountMailList = {
  /** Items of this page, in the order of `sort`. */
  items: AccountMailListItem[]
  pagination: Pagination
}

/** An item of Caught mails - Get All. */
export type AccountMailListItem = {
  /** Id: `mai_` and 34 characters. */
  id: string
  /** The same as `id`. */
  mailId: string
  /** caught: kept instead of sent. */
  status: 'caught'
  /** Address of the recipient. */
  to: string
  /** Subject line. */
  subject: string
  /** Time at which the mail was caught instead of sent. */
  caughtAt: string
}

/** The response to Overview - Get. */
export type AccountOverview = {
  /** Products of which the caller may read a noun. */
  products: {
    /** Name of the product. */
    product: string
    /** Title of the product. */
    title: string
    /** The last 24 hours, oldest first; the last one has just begun. */
    hours: {
      /** Start of the hour. */
      at: string
      /** Public facts that were published in it. */
      count: number
    }[]
  }[]
  /** True when there were more than 20,000 facts: older ones are not counted. */
  isCapped: boolean
  /** Findings, bad ones first; empty when all is well. */
  attention: {
    /** Noun of the finding, `<product>.<noun>`. */
    kind: string
    /** bad: something is lost or stands still. warn: it may come to that. */
    severity: 'bad' | 'warn'
    /** The finding. */
    title: string
    /** The finding in a sentence, with advice. */
    detail: string
    /** Number of things it is about, counted to 1,000. */
    count: number
    /** The record to open; null for a finding about many. */
    recordId: string | null
  }[]
}

/** The request of Passkeys - Create. */
export type AccountPasskeyCreateInput = {
  /** The challenge of the options. */
  challengeId: string
  /** Response of the browser, as `PublicKeyCredential.toJSON()` makes it (WebAuthn Level 3). */
  response: {
    /** Id of the credential, base64url. */
    id: string
    /** Response of the authenticator. */
    response: {
      /** Client data, base64url. */
      clientDataJSON: string
      /** Attestation of a new passkey, base64url. */
      attestationObject?: string
      /** Authenticator data, base64url. */
      authenticatorData?: string
      /** Signature, base64url. */
      signature?: string
      /** User handle, base64url. */
      userHandle?: string
      /** Ways to reach the authenticator. */
      transports?: string[]
    }
  }
  /** Name of the passkey, such as that of its device. */
  name: string
}

/** The response to Passkeys - Create. */
export type AccountPasskeyCreateOutput = {
  /** The passkey, `pky_…`. */
  passkeyId: string
  /** Name of the passkey, in the words of the person. */
  name: string
  /** Whether the passkey is synchronized between devices. */
  isBackedUp: boolean
  /** Creation of the passkey. */
  createdAt: string
  /** Last sign-in with the passkey; null before the first. */
  lastUsedAt: string | null
}

/** The request of Passkeys - Delete. */
export type AccountPasskeyDeleteInput = {
  /** The passkey, `pky_…`. */
  passkeyId: string
}

/** The response to Passkeys - Delete. */
export type AccountPasskeyDeleteOutput = {
  /** Always true. */
  deleted: boolean
}

/** The response to Passkeys - Get All. */
export type AccountPasskeyList = {
  /** Passkeys, at most 50. */
  items: {
    /** The passkey, `pky_…`. */
    passkeyId: string
    /** Name of the passkey, in the words of the person. */
    name: string
    /** Whether the passkey is synchronized between devices. */
    isBackedUp: boolean
    /** Creation of the passkey. */
    createdAt: string
    /** Last sign-in with the passkey; null before the first. */
    lastUsedAt: string | null
  }[]
}

/** The request of Passkeys - Options. */
export type AccountPasskeyOptionsInput = Record<string, never>

/** The response to Passkeys - Options. */
export type AccountPasskeyOptionsOutput = {
  /** The challenge, for ten minutes and one use. */
  challengeId: string
  /** Options for the browser, as `PublicKeyCredential.parse…OptionsFromJSON()` reads them. */
  options: Record<string, unknown>
}

/** The request of Passkeys - Update. */
export type AccountPasskeyUpdateInput = {
  /** The passkey, `pky_…`. */
  passkeyId: string
  /** Name of the passkey, such as that of its device. */
  name: string
}

/** The response to Passkeys - Update. */
export type AccountPasskeyUpdateOutput = {
  /** The passkey, `pky_…`. */
  passkeyId: string
  /** Name of the passkey, in the words of the person. */
  name: string
  /** Whether the passkey is synchronized between devices. */
  isBackedUp: boolean
  /** Creation of the passkey. */
  createdAt: string
  /** Last sign-in with the passkey; null before the first. */
  lastUsedAt: string | null
}

/** The request of Person - Change e-mail. */
export type AccountPersonChangeEmailInput = {
  /** The new address. */
  email: string
}

/** The response to Person - Change e-mail. */
export type AccountPersonChangeEmailOutput = {
  /** Always true. */
  sent: boolean
}

/** The request of Person - Change password. */
export type AccountPersonChangePasswordInput = {
  /** The current password, if there is one. */
  currentPassword?: string
  /** New password, 10 characters at least. */
  password: string
}

/** The response to Person - Change password. */
export type AccountPersonChangePasswordOutput = {
  /** Number of ended sessions. */
  endedCount: number
}

/** The request of Person - Forgot password. */
export type AccountPersonForgotInput = {
  /** E-mail address of the person. */
  email: string
}

/** The response to Person - Forgot password. */
export type AccountPersonForgotOutput = {
  /** Always true. */
  sent: boolean
}

/** The request of Person - Update. */
export type AccountPersonUpdateInput = {
  /** Name that other members read. */
  name?: string
  /** Language of the console and of mails, BCP 47. */
  language?: string
  /** Time zone of the console, IANA. */
  timeZone?: string
}

/** The signed-in person. */
export type AccountPersonUpdateOutput = {
  /** The person, `per_…`. */
  personId: string
  /** E-mail address, with which the person signs in. */
  email: string
  /** Name that other members read. */
  name: string
  /** Language of the console and of mails to the person, BCP 47. */
  language: string
  /** Time zone of the console, IANA. */
  timeZone: string
  /** Whether the person can sign in with a password. */
  hasPassword: boolean
  /** Whether a password needs a code as well. */
  hasSecondFactor: boolean
  /** Number of passkeys. */
  passkeyCount: number
}

/** The response to Records - Cards. */
export type AccountRecordCardsOutput = {
  /** Cards of records whose read scope the caller has. */
  items: {
    /** Id of the record. */
    id: string
    /** Noun of the record, `<product>.<noun>`. */
    kind: string
    /** Title of the noun. */
    kindTitle: string
    /** State of the record. */
    status: string
    /** Title of the record. */
    title: string
    /** Address of its image. */
    imageUrl: string | null
    /** Address of its page for an audience; null without one. */
    url: string | null
    /** Whether public lists may show the record. */
    isListed: boolean
  }[]
}

/** The response to Records - Search. */
export type AccountRecordSearchOutput = {
  /** Cards of records whose read scope the caller has. */
  items: {
    /** Id of the record. */
    id: string
    /** Noun of the record, `<product>.<noun>`. */
    kind: string
    /** Title of the noun. */
    kindTitle: string
    /** State of the record. */
    status: string
    /** Title of the record. */
    title: string
    /** Address of its image. */
    imageUrl: string | null
    /** Address of its page for an audience; null without one. */
    url: string | null
    /** Whether public lists may show the record. */
    isListed: boolean
  }[]
}

/** The response to Requests - Get. */
export type AccountRequest = {
  /** Id of the request, as in its response. */
  id: string
  /** The same as `id`. */
  requestId: string
  /** refused: 4xx. failed: 5xx. */
  status: 'succeeded' | 'refused' | 'failed'
  /** HTTP status of the response. */
  httpStatus: number
  /** Reason of the refusal, as in the response. */
  reason: string | null
  /** Id of the operation, such as `places.place.create`. */
  operation: string | null
  /** HTTP method. */
  method: string
  /** Path of the request, without the query. */
  path: string
  /** The key that sent the request; null without a key. */
  keyId: string | null
  /** The key or the person that sent the request, as in the audit log; null without one. */
  actor: string | null
  /** Milliseconds from the first byte read to the last one written. */
  durationMs: number
  /** Network prefix of the caller: /24 of IPv4, /48 of IPv6. */
  network: string
  /** Header User-Agent; empty without one. */
  userAgent: string
  /** Time of arrival. */
  at: string
}

/** A page of Requests - Get All. */
export type AccountRequestList = {
  /** Items of this page, in the order of `sort`. */
  items: AccountRequest[]
  pagination: Pagination
}

/** The request of Second factor - Confirm. */
export type AccountSecondFactorConfirmInput = {
  /** Code of the authenticator app, or a recovery code. */
  code: string
}

/** The response to Second factor - Confirm. */
export type AccountSecondFactorConfirmOutput = {
  /** Ten codes for one use each, in this response alone: keep them where secrets are kept. */
  recoveryCodes: string[]
}

/** The request of Second factor - Disable. */
export type AccountSecondFactorDisableInput = {
  /** Code of the authenticator app, or a recovery code. */
  code: string
}

/** The response to Second factor - Disable. */
export type AccountSecondFactorDisableOutput = {
  /** Always false. */
  hasSecondFactor: boolean
}

/** The request of Second factor - Renew codes. */
export type AccountSecondFactorRenewCodesInput = {
  /** Code of the authenticator app, or a recovery code. */
  code: string
}

/** The response to Second factor - Renew codes. */
export type AccountSecondFactorRenewCodesOutput = {
  /** Ten codes for one use each, in this response alone: keep them where secrets are kept. */
  recoveryCodes: string[]
}

/** The request of Second factor - Start. */
export type AccountSecondFactorStartInput = Record<string, never>

/** The response to Second factor - Start. */
export type AccountSecondFactorStartOutput = {
  /** Secret for the authenticator app, base32. */
  secret: string
  /** The secret as an `otpauth://` address, for a QR code. */
  address: string
}

/** The response to Sessions - Get. */
export type AccountSession = {
  /** The session, `ses_…`. */
  sessionId: string
  /** Send it as X-CSRF-Token with every call that is no GET. */
  csrfToken: string
  /** The signed-in person. */
  person: {
    /** The person, `per_…`. */
    personId: string
    /** E-mail address, with which the person signs in. */
    email: string
    /** Name that other members read. */
    name: string
    /** Language of the console and of mails to the person, BCP 47. */
    language: string
    /** Time zone of the console, IANA. */
    timeZone: string
    /** Whether the person can sign in with a password. */
    hasPassword: boolean
    /** Whether a password needs a code as well. */
    hasSecondFactor: boolean
    /** Number of passkeys. */
    passkeyCount: number
  }
  /** Accounts of the person, the oldest membership first. */
  accounts: {
    /** The live account, `acc_…`: send it as X-Account. */
    accountId: string
    /** The test account of the account. */
    testAccountId: string
    /** Name of the account. */
    name: string
    /** Kind of the account. */
    kind: 'business' | 'streamer' | 'personal'
    /** Role of the person in the account. */
    role: 'owner' | 'developer' | 'operator' | 'analyst' | 'reader'
    /** Whether it is the account of the operator of this server. */
    isOperator: boolean
    /** Scopes of the role; `*` is every one. */
    scopes: string[]
  }[]
  /** Time of the sign-in. */
  signedInAt: string
}

/** The request of Sessions - Confirm. */
export type AccountSessionConfirmInput = {
  /** The ticket of the sign-in. */
  ticket: string
  /** Code of the authenticator app, or a recovery code. */
  code: string
}

/** The request of Sessions - End. */
export type AccountSessionEndInput = Record<string, never>

/** The response to Sessions - End. */
export type AccountSessionEndOutput = {
  /** Always true. */
  ended: boolean
}

/** The response to Sessions - Get All. */
export type AccountSessionList = {
  /** Open sessions, at most 100. */
  items: {
    /** The session, `ses_…`. */
    sessionId: string
    /** Time of the sign-in. */
    createdAt: string
    /** Time of the last use, to the minute. */
    lastSeenAt: string
    /** Program of the sign-in. */
    userAgent: string
    /** Country of the sign-in, ISO 3166-1 alpha-2. */
    country: string | null
    /** Whether it is the session of this request. */
    isCurrent: boolean
    /** Proof of the sign-in. */
    method: 'password' | 'secondFactor' | 'recoveryCode' | 'passkey' | 'link'
  }[]
}

/** The request of Sessions - Passkey. */
export type AccountSessionPasskeyInput = {
  /** The challenge of the options. */
  challengeId: string
  /** Response of the browser, as `PublicKeyCredential.toJSON()` makes it (WebAuthn Level 3). */
  response: {
    /** Id of the credential, base64url. */
    id: string
    /** Response of the authenticator. */
    response: {
      /** Client data, base64url. */
      clientDataJSON: string
      /** Attestation of a new passkey, base64url. */
      attestationObject?: string
      /** Authenticator data, base64url. */
      authenticatorData?: string
      /** Signature, base64url. */
      signature?: string
      /** User handle, base64url. */
      userHandle?: string
      /** Ways to reach the authenticator. */
      transports?: string[]
    }
  }
}

/** The request of Sessions - Passkey options. */
export type AccountSessionPasskeyOptionsInput = Record<string, never>

/** The response to Sessions - Passkey options. */
export type AccountSessionPasskeyOptionsOutput = {
  /** The challenge, for ten minutes and one use. */
  challengeId: string
  /** Options for the browser, as `PublicKeyCredential.parse…OptionsFromJSON()` reads them. */
  options: Record<string, unknown>
}

/** The request of Sessions - Revoke. */
export type AccountSessionRevokeInput = {
  /** The session to end, `ses_…`. */
  sessionId?: string
  /** True ends every session but this one. */
  others?: boolean
}

/** The response to Sessions - Revoke. */
export type AccountSessionRevokeOutput = {
  /** Number of ended sessions. */
  endedCount: number
}

/** The request of Sessions - Sign in. */
export type AccountSessionSignInInput = {
  /** E-mail address of the person. */
  email: string
  /** Password of the person. */
  password: string
}

/** The request of Account - Update. */
export type AccountUpdateInput = {
  /** Name of the account, which its audience reads. */
  name?: string
  /** Default language of new records, BCP 47. */
  language?: string
  /** Default time zone of new records, IANA. */
  timeZone?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Viewers - Get. */
export type AccountViewer = {
  /** Contact of the viewer. */
  contactId: string | null
  /** Viewer token (JWT, Ed25519) with account and contact, valid for 15 minutes. */
  token: string | null
  /** End of the token. */
  expiresAt: string | null
}

/** The request of Viewers - Create a token. */
export type AccountViewerCreateTokenInput = {
  /** The person as a contact. */
  contactId?: string
  /** Mail address of the person. */
  email?: string
  /** Id of the person in your system. */
  externalId?: string
  /** Id of the person as a viewer. */
  viewerId?: string
}

/** The response to Viewers - Create a token. */
export type AccountViewerCreateTokenOutput = {
  /** Contact of the person. */
  contactId: string
  /** Viewer token (JWT, Ed25519) with account and contact, valid for 15 minutes. */
  token: string
  /** End of the token. */
  expiresAt: string
}

/** The request of Viewers - Open a link. */
export type AccountViewerOpenLinkInput = {
  /** Id of the code, from the response to its request. */
  codeId: string
  /** Proof in the link. */
  proof: string
}

/** The response to Viewers - Open a link. */
export type AccountViewerOpenLinkOutput = {
  /** Contact of the person. */
  contactId: string
}

/** The request of Viewers - Request a code. */
export type AccountViewerRequestCodeInput = {
  /** The account to read from, where neither an id nor the key names it. */
  accountId: string
  /** Mail address of the person. */
  email: string
  /** Language of the mail; that of the account if left out. */
  language?: string
  /** Path of this server that the link of the mail opens. */
  next?: string
}

/** The response to Viewers - Request a code. */
export type AccountViewerRequestCodeOutput = {
  /** Id of the code, from the response to its request. */
  codeId: string
}

/** The request of Viewers - Sign in. */
export type AccountViewerSignInInput = {
  /** Id of the code, from the response to its request. */
  codeId: string
  /** The six digits of the mail. */
  code: string
}

/** The response to Viewers - Sign in. */
export type AccountViewerSignInOutput = {
  /** Contact of the person. */
  contactId: string
}

/** The request of Viewers - Sign out. */
export type AccountViewerSignOutInput = {
  /** The account to read from, where neither an id nor the key names it. */
  accountId: string
}

/** The response to Viewers - Sign out. */
export type AccountViewerSignOutOutput = {
  /** Always true. */
  isSignedOut: boolean
}

/** Automations: what happens with contacts, step by step. */
export type Automation = {
  /** Id of the record, the same as `automationId`. */
  id: string
  /** The same as `id`. */
  automationId: string
  /** State. */
  status: 'draft' | 'active' | 'paused' | 'error' | 'archived' | 'deleted'
  /** Name. */
  name: string
  /** Purpose. */
  description: string | null
  /** Type of the trigger. */
  triggerType: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
  /** Newest version of the definition. */
  definitionVersion: number
  /** Treatment of running contacts since the last pause. */
  inFlight: 'continue' | 'stop' | 'hold'
  /** Time of the last activation. */
  activatedAt: string | null
  /** Cause of the state `error`. */
  error: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Create Automation. */
export type AutomationCreateInput = {
  /** Name. */
  name: string
  /** Purpose. */
  description?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Occurrence that begins runs. */
  trigger: {
    /** Occurrence that begins a run. */
    type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
    /** Name of the event, of type `event`. */
    event?: string
    /** Comparisons of its properties; all of them hold. */
    where?: {
      /** Name of the property. */
      prop: string
      /** Comparison. */
      is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
      /** Value to compare with. */
      value?: string | number | boolean | (string | number)[]
    }[]
    /** Segment, of types `segmentEntered` and `segmentExited`. */
    segmentId?: string
    /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
    field?: string
    /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
    offset?: string
    /** Whether the date returns each year, as a birthday does. */
    isYearly?: boolean
    /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
    rrule?: string
    /** Zone of dates and recurrences; that of `settings` when left out. */
    timezone?: string
    /** Name of the threshold, of type `scoreCrossed`; any when left out. */
    threshold?: string
    /** Direction of the crossing; either when left out. */
    direction?: 'up' | 'down'
  }
  /** Conditions on entering, and the re-entry policy. */
  entry?: {
    /** Filter of the contacts that enter. */
    filter?: Record<string, unknown>
    /** Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`. */
    reEntry?: 'never' | 'afterExit' | 'always'
    /** Shortest time between two entries of a contact. */
    cooldown?: string
    /** Concurrent runs of one contact; 1 when left out. */
    maxActiveRunsPerContact?: number
  }
  /** Nodes; the first one is the entry. */
  nodes: {
    /** Name of the node within the definition. */
    nodeId: string
    /** Type, which decides the other fields. */
    type: 'sendEmail' | 'sendWebhook' | 'sendSms' | 'updateContact' | 'addScore' | 'enrol' | 'issueCoupon' | 'grantTokens' | 'createPaymentLink' | 'delay' | 'branch' | 'split' | 'waitFor' | 'goTo' | 'exit'
    /** Title in the console. */
    label?: string
    /** Place on the canvas of the console. */
    position?: {
      /** Left edge. */
      x: number
      /** Top edge. */
      y: number
    }
    /** Node that follows; the run is complete without one. */
    next?: string | null
    /** Template of the message (sendEmail, sendSms). */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Integration that sends; the default one when left out. */
    integrationId?: string
    /** Subscription topic of the mail. */
    topic?: string
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Sender; that of the integration when left out. */
    from?: {
      /** Name. */
      name?: string
      /** Address, of a domain that the integration has verified. */
      email: string
    }
    /** Address for answers; that of the sender when left out. */
    replyTo?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Body of the request, with Liquid (sendWebhook). */
    bodyTemplate?: string
    /** Fields to set, by name: `firstName`, `attributes.plan` (updateContact). */
    set?: Record<string, string | number | boolean>
    /** Fields to clear (updateContact). */
    unset?: string[]
    /** Tags to add (updateContact). */
    addTags?: string[]
    /** Tags to remove (updateContact). */
    removeTags?: string[]
    /** Points to add (addScore). */
    points?: number
    /** Score to add to; `engagement` when left out. */
    score?: 'fit' | 'engagement'
    /** Reason of points, tokens or the exit (addScore, grantTokens, exit). */
    reason?: string
    /** Sequence to enrol in (enrol). */
    emailSequenceId?: string
    /** Automation to enter, in place of a sequence (enrol). */
    automationId?: string
    /** Coupon of which the contact gets a copy for one use; texts read `coupon.code` (issueCoupon). */
    couponId?: string
    /** Token; `POINTS` when left out (grantTokens). */
    token?: string
    /** Tokens to give (grantTokens). */
    amount?: number
    /** Reward that the tokens belong to (grantTokens). */
    rewardId?: string
    /** Time in which the gift can be used (issueCoupon, grantTokens). */
    expiresAfter?: string
    /** Payment link for the contact and one payment; texts read `paymentLink.url` (createPaymentLink). */
    paymentLink?: {
      /** Title of the page and of the payment. */
      title: string
      /** Amount in minor units. */
      amount: number
      /** Currency of the amount. */
      currency: string
      /** Whether the payer may enter codes of coupons; false by default. */
      allowCoupons?: boolean
      /** Time in which it can be paid; any when left out. */
      expiresAfter?: string
    }
    /** Time to wait (delay). */
    for?: string
    /** The next moment at which the clock of the contact shows this time. */
    untilLocalTime?: {
      /** Hour of the day. */
      hour: number
      /** Minute; 0 when left out. */
      minute?: number
      /** Days of the week; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Waits until a date of the contact; not at all without one (delay). */
    untilAttribute?: {
      /** Field with a date. */
      field: string
      /** Duration after the date, or before it with a sign. */
      offset?: string
    }
    /** Ways out, tried in order (branch). */
    cases?: {
      /** Condition of the way. */
      when: Record<string, unknown>
      /** Node that follows. */
      next?: string | null
      /** Title in the console. */
      label?: string
    }[]
    /** Node that follows when no case matches (branch). */
    else?: string | null
    /** Ways out by a stable hash of the contact (split). */
    weights?: {
      /** Share of the contacts, relative to the other weights. */
      weight: number
      /** Node that follows. */
      next?: string | null
    }[]
    /** Event to wait for (waitFor). */
    event?: {
      /** Name of the event. */
      name: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
    }
    /** Segment to wait for (waitFor). */
    segmentId?: string
    /** Condition to wait for (waitFor). */
    filter?: Record<string, unknown>
    /** Longest wait (waitFor). */
    timeout?: string
    /** Node that follows when the wait times out (waitFor). */
    timeoutNext?: string | null
  }[]
  /** Contacts that match leave at their next step. */
  exitWhen?: Record<string, unknown> | null
  /** Condition that ends a run as a success. */
  goal?: {
    /** Condition that is the goal. */
    filter: Record<string, unknown>
    /** Time after entering in which it counts; any when left out. */
    within?: string
  } | null
  /** Zone, quiet hours and caps. */
  settings?: {
    /** Zone of a contact without one; that of the account when left out. */
    timezone?: string
    /** Clock that counts; that of the contact when left out. */
    timezoneMode?: 'contact' | 'account'
    /** Hours of the contact without messages: they wait until the end. */
    quietHours?: {
      /** Begin, `22:00`. */
      from: string
      /** End, `08:00`. */
      to: string
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Most messages to a contact in a period, of all sources; further ones are skipped. */
    frequencyCap?: {
      /** Messages. */
      max: number
      /** Period. */
      per: string
    }
    /** Whether a message with a deleted template is skipped or fails the run. */
    onDeletedTemplate?: 'skip' | 'fail'
  }
  /** Initial state; `draft` when left out. */
  status?: 'draft' | 'active'
}

/** The response to Create Automation. */
export type AutomationCreateOutput = Automation & {
  /** Occurrence that begins runs. */
  trigger: {
    /** Occurrence that begins a run. */
    type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
    /** Name of the event, of type `event`. */
    event?: string
    /** Comparisons of its properties; all of them hold. */
    where?: {
      /** Name of the property. */
      prop: string
      /** Comparison. */
      is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
      /** Value to compare with. */
      value?: string | number | boolean | (string | number)[]
    }[]
    /** Segment, of types `segmentEntered` and `segmentExited`. */
    segmentId?: string
    /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
    field?: string
    /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
    offset?: string
    /** Whether the date returns each year, as a birthday does. */
    isYearly?: boolean
    /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
    rrule?: string
    /** Zone of dates and recurrences; that of `settings` when left out. */
    timezone?: string
    /** Name of the threshold, of type `scoreCrossed`; any when left out. */
    threshold?: string
    /** Direction of the crossing; either when left out. */
    direction?: 'up' | 'down'
  }
  /** Conditions on entering, and the re-entry policy. */
  entry: {
    /** Filter of the contacts that enter. */
    filter?: Record<string, unknown>
    /** Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`. */
    reEntry?: 'never' | 'afterExit' | 'always'
    /** Shortest time between two entries of a contact. */
    cooldown?: string
    /** Concurrent runs of one contact; 1 when left out. */
    maxActiveRunsPerContact?: number
  }
  /** Nodes; the first one is the entry. */
  nodes: AutomationNodeInput[]
  /** Contacts that match leave at their next step. */
  exitWhen: Record<string, unknown> | null
  /** Condition that ends a run as a success. */
  goal: {
    /** Condition that is the goal. */
    filter: Record<string, unknown>
    /** Time after entering in which it counts; any when left out. */
    within?: string
  } | null
  /** Zone, quiet hours and caps. */
  settings: {
    /** Zone of a contact without one; that of the account when left out. */
    timezone?: string
    /** Clock that counts; that of the contact when left out. */
    timezoneMode?: 'contact' | 'account'
    /** Hours of the contact without messages: they wait until the end. */
    quietHours?: {
      /** Begin, `22:00`. */
      from: string
      /** End, `08:00`. */
      to: string
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Most messages to a contact in a period, of all sources; further ones are skipped. */
    frequencyCap?: {
      /** Messages. */
      max: number
      /** Period. */
      per: string
    }
    /** Whether a message with a deleted template is skipped or fails the run. */
    onDeletedTemplate?: 'skip' | 'fail'
  }
  stats: AutomationStats
  /** Advice about the definition. */
  warnings: {
    /** The node; null for the whole definition. */
    nodeId: string | null
    /** Advice. */
    message: string
  }[]
  /** False when it was there already. */
  created: boolean
}

/** The request of Delete Automation. */
export type AutomationDeleteInput = {
  /** The automation. */
  automationId: string
  /** Running contacts; `stop` when left out. */
  inFlight?: 'stop' | 'continue'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Delete Automation. */
export type AutomationDeleteOutput = {
  /** The id of the deleted resource. */
  id: string
  /** Always `deleted`. */
  status: 'deleted'
  /** Time of the deletion. */
  deletedAt: string
}

/** The request of Enrol Contacts In Automation. */
export type AutomationEnrolInput = {
  /** The automation. */
  automationId: string
  /** The contacts. */
  contactIds: string[]
  /** Properties of `event` in the mails of these runs. */
  properties?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
}

/** The response to Enrol Contacts In Automation. */
export type AutomationEnrolOutput = {
  /** The automation. */
  id: string
  /** Contacts that entered. */
  entered: number
  /** Contacts that the filter or the policy kept out. */
  skipped: number
}

/** The request of Get Automation. */
export type AutomationGetInput = {
  /** The automation. */
  automationId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Parts of the response; numbers and definition are always there. */
  include?: ('stats' | 'runs' | 'definition')[]
  /** Version of the definition; the newest when left out. */
  version?: number
  /** Only runs of this contact. */
  contactId?: string
  /** Only runs in this state. */
  runStatus?: 'active' | 'completed' | 'exited' | 'failed'
  /** Page of the list within the record. */
  pagination?: {
    /** Items per page; 25 when left out. */
    limit?: number
    /** `nextCursor` of the page before; reaches any depth. */
    cursor?: string
  }
}

/** The response to Get Automation. */
export type AutomationGetOutput = Automation & {
  /** Occurrence that begins runs. */
  trigger: {
    /** Occurrence that begins a run. */
    type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
    /** Name of the event, of type `event`. */
    event?: string
    /** Comparisons of its properties; all of them hold. */
    where?: {
      /** Name of the property. */
      prop: string
      /** Comparison. */
      is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
      /** Value to compare with. */
      value?: string | number | boolean | (string | number)[]
    }[]
    /** Segment, of types `segmentEntered` and `segmentExited`. */
    segmentId?: string
    /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
    field?: string
    /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
    offset?: string
    /** Whether the date returns each year, as a birthday does. */
    isYearly?: boolean
    /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
    rrule?: string
    /** Zone of dates and recurrences; that of `settings` when left out. */
    timezone?: string
    /** Name of the threshold, of type `scoreCrossed`; any when left out. */
    threshold?: string
    /** Direction of the crossing; either when left out. */
    direction?: 'up' | 'down'
  }
  /** Conditions on entering, and the re-entry policy. */
  entry: {
    /** Filter of the contacts that enter. */
    filter?: Record<string, unknown>
    /** Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`. */
    reEntry?: 'never' | 'afterExit' | 'always'
    /** Shortest time between two entries of a contact. */
    cooldown?: string
    /** Concurrent runs of one contact; 1 when left out. */
    maxActiveRunsPerContact?: number
  }
  /** Nodes; the first one is the entry. */
  nodes: AutomationNodeInput[]
  /** Contacts that match leave at their next step. */
  exitWhen: Record<string, unknown> | null
  /** Condition that ends a run as a success. */
  goal: {
    /** Condition that is the goal. */
    filter: Record<string, unknown>
    /** Time after entering in which it counts; any when left out. */
    within?: string
  } | null
  /** Zone, quiet hours and caps. */
  settings: {
    /** Zone of a contact without one; that of the account when left out. */
    timezone?: string
    /** Clock that counts; that of the contact when left out. */
    timezoneMode?: 'contact' | 'account'
    /** Hours of the contact without messages: they wait until the end. */
    quietHours?: {
      /** Begin, `22:00`. */
      from: string
      /** End, `08:00`. */
      to: string
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Most messages to a contact in a period, of all sources; further ones are skipped. */
    frequencyCap?: {
      /** Messages. */
      max: number
      /** Period. */
      per: string
    }
    /** Whether a message with a deleted template is skipped or fails the run. */
    onDeletedTemplate?: 'skip' | 'fail'
  }
  stats: AutomationStats
  /** Advice about the definition. */
  warnings: {
    /** The node; null for the whole definition. */
    nodeId: string | null
    /** Advice. */
    message: string
  }[]
  /** Runs, the newest first. */
  runs?: AutomationRun[]
  pagination?: Pagination
}

/** A page of Get All Automations. */
export type AutomationList = {
  /** Items of this page, in the order of `sort`. */
  items: AutomationListItem[]
  pagination: Pagination
}

/** The request of Get All Automations. */
export type AutomationListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in one of these states. */
  status?: ('draft' | 'active' | 'paused' | 'error' | 'archived')[]
  /** First letters of the name. */
  query?: string
}

/** An item of Get All Automations. */
export type AutomationListItem = Automation & {
  stats: AutomationStats
}

/** A node of an automation. */
export type AutomationNodeInput = {
  /** Name of the node within the definition. */
  nodeId: string
  /** Type, which decides the other fields. */
  type: 'sendEmail' | 'sendWebhook' | 'sendSms' | 'updateContact' | 'addScore' | 'enrol' | 'issueCoupon' | 'grantTokens' | 'createPaymentLink' | 'delay' | 'branch' | 'split' | 'waitFor' | 'goTo' | 'exit'
  /** Title in the console. */
  label?: string
  /** Place on the canvas of the console. */
  position?: {
    /** Left edge. */
    x: number
    /** Top edge. */
    y: number
  }
  /** Node that follows; the run is complete without one. */
  next?: string | null
  /** Template of the message (sendEmail, sendSms). */
  templateId?: string
  /** Content of the message itself, in place of a template. */
  inline?: {
    /** Subject of the mail. */
    subject?: string
    /** Preview text. */
    preheader?: string
    /** Format of the body. */
    format: 'mjml' | 'html' | 'markdown' | 'text'
    /** Body, with Liquid. */
    body: string
    /** Plain text part; made from the body when left out. */
    text?: string
  }
  /** Integration that sends; the default one when left out. */
  integrationId?: string
  /** Subscription topic of the mail. */
  topic?: string
  /** Subject in place of that of the template. */
  subjectOverride?: string
  /** Sender; that of the integration when left out. */
  from?: {
    /** Name. */
    name?: string
    /** Address, of a domain that the integration has verified. */
    email: string
  }
  /** Address for answers; that of the sender when left out. */
  replyTo?: string
  /** Values of the variables of the template. */
  variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Hours of the contact in which the message leaves; it waits for them. */
  sendWindow?: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Begin, `09:00`. */
    from: string
    /** End, `17:00`. */
    to: string
  }
  /** Body of the request, with Liquid (sendWebhook). */
  bodyTemplate?: string
  /** Fields to set, by name: `firstName`, `attributes.plan` (updateContact). */
  set?: Record<string, string | number | boolean>
  /** Fields to clear (updateContact). */
  unset?: string[]
  /** Tags to add (updateContact). */
  addTags?: string[]
  /** Tags to remove (updateContact). */
  removeTags?: string[]
  /** Points to add (addScore). */
  points?: number
  /** Score to add to; `engagement` when left out. */
  score?: 'fit' | 'engagement'
  /** Reason of points, tokens or the exit (addScore, grantTokens, exit). */
  reason?: string
  /** Sequence to enrol in (enrol). */
  emailSequenceId?: string
  /** Automation to enter, in place of a sequence (enrol). */
  automationId?: string
  /** Coupon of which the contact gets a copy for one use; texts read `coupon.code` (issueCoupon). */
  couponId?: string
  /** Token; `POINTS` when left out (grantTokens). */
  token?: string
  /** Tokens to give (grantTokens). */
  amount?: number
  /** Reward that the tokens belong to (grantTokens). */
  rewardId?: string
  /** Time in which the gift can be used (issueCoupon, grantTokens). */
  expiresAfter?: string
  /** Payment link for the contact and one payment; texts read `paymentLink.url` (createPaymentLink). */
  paymentLink?: {
    /** Title of the page and of the payment. */
    title: string
    /** Amount in minor units. */
    amount: number
    /** Currency of the amount. */
    currency: string
    /** Whether the payer may enter codes of coupons; false by default. */
    allowCoupons?: boolean
    /** Time in which it can be paid; any when left out. */
    expiresAfter?: string
  }
  /** Time to wait (delay). */
  for?: string
  /** The next moment at which the clock of the contact shows this time. */
  untilLocalTime?: {
    /** Hour of the day. */
    hour: number
    /** Minute; 0 when left out. */
    minute?: number
    /** Days of the week; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
  }
  /** Waits until a date of the contact; not at all without one (delay). */
  untilAttribute?: {
    /** Field with a date. */
    field: string
    /** Duration after the date, or before it with a sign. */
    offset?: string
  }
  /** Ways out, tried in order (branch). */
  cases?: {
    /** Condition of the way. */
    when: Record<string, unknown>
    /** Node that follows. */
    next?: string | null
    /** Title in the console. */
    label?: string
  }[]
  /** Node that follows when no case matches (branch). */
  else?: string | null
  /** Ways out by a stable hash of the contact (split). */
  weights?: {
    /** Share of the contacts, relative to the other weights. */
    weight: number
    /** Node that follows. */
    next?: string | null
  }[]
  /** Event to wait for (waitFor). */
  event?: {
    /** Name of the event. */
    name: string
    /** Comparisons of its properties; all of them hold. */
    where?: {
      /** Name of the property. */
      prop: string
      /** Comparison. */
      is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
      /** Value to compare with. */
      value?: string | number | boolean | (string | number)[]
    }[]
  }
  /** Segment to wait for (waitFor). */
  segmentId?: string
  /** Condition to wait for (waitFor). */
  filter?: Record<string, unknown>
  /** Longest wait (waitFor). */
  timeout?: string
  /** Node that follows when the wait times out (waitFor). */
  timeoutNext?: string | null
}

/** The request of Preview Message Of Automation. */
export type AutomationPreviewInput = {
  /** The automation. */
  automationId: string
  /** Version of the definition; the newest when left out. */
  version?: number
  /** Node that sends. */
  nodeId: string
  /** The contact; an invented one when left out. */
  contactId?: string
  /** The event that the texts read as `event`. */
  event?: {
    /** Name; `preview` when left out. */
    name?: string
    /** Moment; now when left out. */
    at?: string
    /** Properties. */
    properties?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }
}

/** The response to Preview Message Of Automation. */
export type AutomationPreviewOutput = {
  /** The automation. */
  id: string
  /** The node. */
  nodeId: string
  /** The message. */
  rendered: {
    /** Subject. */
    subject: string
    /** Text beside the subject. */
    preheader: string
    /** HTML; null for a text. */
    html: string | null
    /** Text part. */
    text: string
    /** Size of the HTML, else of the text. */
    bytes: number
    /** Findings that may keep the mail from being read. */
    hints: string[]
  }
}

/** Passage of a contact. */
export type AutomationRun = {
  /** The run. */
  runId: string
  /** The contact. */
  contactId: string
  /** State. */
  status: 'active' | 'completed' | 'exited' | 'failed'
  /** Version of the definition that it runs on. */
  definitionVersion: number
  /** Node at which it is or ended. */
  currentNodeId: string | null
  /** Time of entering. */
  startedAt: string
  /** Time of arrival at the current node. */
  arrivedAt: string
  /** Time of the next step at the latest. */
  dueAt: string | null
  /** Time of the end. */
  endedAt: string | null
  /** Cause of the end. */
  reason: string | null
  /** Steps, the last 200. */
  history: {
    /** The node. */
    nodeId: string
    /** Number of the step. */
    iteration: number
    /** Time of the step. */
    at: string
    /** Result: `done`, `waited`, `matched`, `case1`, `skipped: capped` … */
    outcome: string
  }[]
}

/** The request of Simulate Automation. */
export type AutomationSimulateInput = {
  /** The automation. */
  automationId: string
  /** Days back from now; 30 when left out. */
  days?: number
  /** Most contacts; 500 when left out. */
  contactLimit?: number
  /** Occurrence that begins runs. */
  trigger?: {
    /** Occurrence that begins a run. */
    type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
    /** Name of the event, of type `event`. */
    event?: string
    /** Comparisons of its properties; all of them hold. */
    where?: {
      /** Name of the property. */
      prop: string
      /** Comparison. */
      is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
      /** Value to compare with. */
      value?: string | number | boolean | (string | number)[]
    }[]
    /** Segment, of types `segmentEntered` and `segmentExited`. */
    segmentId?: string
    /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
    field?: string
    /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
    offset?: string
    /** Whether the date returns each year, as a birthday does. */
    isYearly?: boolean
    /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
    rrule?: string
    /** Zone of dates and recurrences; that of `settings` when left out. */
    timezone?: string
    /** Name of the threshold, of type `scoreCrossed`; any when left out. */
    threshold?: string
    /** Direction of the crossing; either when left out. */
    direction?: 'up' | 'down'
  }
  /** Nodes; the first one is the entry. */
  nodes?: {
    /** Name of the node within the definition. */
    nodeId: string
    /** Type, which decides the other fields. */
    type: 'sendEmail' | 'sendWebhook' | 'sendSms' | 'updateContact' | 'addScore' | 'enrol' | 'issueCoupon' | 'grantTokens' | 'createPaymentLink' | 'delay' | 'branch' | 'split' | 'waitFor' | 'goTo' | 'exit'
    /** Title in the console. */
    label?: string
    /** Place on the canvas of the console. */
    position?: {
      /** Left edge. */
      x: number
      /** Top edge. */
      y: number
    }
    /** Node that follows; the run is complete without one. */
    next?: string | null
    /** Template of the message (sendEmail, sendSms). */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Integration that sends; the default one when left out. */
    integrationId?: string
    /** Subscription topic of the mail. */
    topic?: string
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Sender; that of the integration when left out. */
    from?: {
      /** Name. */
      name?: string
      /** Address, of a domain that the integration has verified. */
      email: string
    }
    /** Address for answers; that of the sender when left out. */
    replyTo?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Body of the request, with Liquid (sendWebhook). */
    bodyTemplate?: string
    /** Fields to set, by name: `firstName`, `attributes.plan` (updateContact). */
    set?: Record<string, string | number | boolean>
    /** Fields to clear (updateContact). */
    unset?: string[]
    /** Tags to add (updateContact). */
    addTags?: string[]
    /** Tags to remove (updateContact). */
    removeTags?: string[]
    /** Points to add (addScore). */
    points?: number
    /** Score to add to; `engagement` when left out. */
    score?: 'fit' | 'engagement'
    /** Reason of points, tokens or the exit (addScore, grantTokens, exit). */
    reason?: string
    /** Sequence to enrol in (enrol). */
    emailSequenceId?: string
    /** Automation to enter, in place of a sequence (enrol). */
    automationId?: string
    /** Coupon of which the contact gets a copy for one use; texts read `coupon.code` (issueCoupon). */
    couponId?: string
    /** Token; `POINTS` when left out (grantTokens). */
    token?: string
    /** Tokens to give (grantTokens). */
    amount?: number
    /** Reward that the tokens belong to (grantTokens). */
    rewardId?: string
    /** Time in which the gift can be used (issueCoupon, grantTokens). */
    expiresAfter?: string
    /** Payment link for the contact and one payment; texts read `paymentLink.url` (createPaymentLink). */
    paymentLink?: {
      /** Title of the page and of the payment. */
      title: string
      /** Amount in minor units. */
      amount: number
      /** Currency of the amount. */
      currency: string
      /** Whether the payer may enter codes of coupons; false by default. */
      allowCoupons?: boolean
      /** Time in which it can be paid; any when left out. */
      expiresAfter?: string
    }
    /** Time to wait (delay). */
    for?: string
    /** The next moment at which the clock of the contact shows this time. */
    untilLocalTime?: {
      /** Hour of the day. */
      hour: number
      /** Minute; 0 when left out. */
      minute?: number
      /** Days of the week; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Waits until a date of the contact; not at all without one (delay). */
    untilAttribute?: {
      /** Field with a date. */
      field: string
      /** Duration after the date, or before it with a sign. */
      offset?: string
    }
    /** Ways out, tried in order (branch). */
    cases?: {
      /** Condition of the way. */
      when: Record<string, unknown>
      /** Node that follows. */
      next?: string | null
      /** Title in the console. */
      label?: string
    }[]
    /** Node that follows when no case matches (branch). */
    else?: string | null
    /** Ways out by a stable hash of the contact (split). */
    weights?: {
      /** Share of the contacts, relative to the other weights. */
      weight: number
      /** Node that follows. */
      next?: string | null
    }[]
    /** Event to wait for (waitFor). */
    event?: {
      /** Name of the event. */
      name: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
    }
    /** Segment to wait for (waitFor). */
    segmentId?: string
    /** Condition to wait for (waitFor). */
    filter?: Record<string, unknown>
    /** Longest wait (waitFor). */
    timeout?: string
    /** Node that follows when the wait times out (waitFor). */
    timeoutNext?: string | null
  }[]
  /** Conditions on entering, and the re-entry policy. */
  entry?: {
    /** Filter of the contacts that enter. */
    filter?: Record<string, unknown>
    /** Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`. */
    reEntry?: 'never' | 'afterExit' | 'always'
    /** Shortest time between two entries of a contact. */
    cooldown?: string
    /** Concurrent runs of one contact; 1 when left out. */
    maxActiveRunsPerContact?: number
  }
  /** Contacts that match leave at their next step. */
  exitWhen?: Record<string, unknown> | null
  /** Condition that ends a run as a success. */
  goal?: {
    /** Condition that is the goal. */
    filter: Record<string, unknown>
    /** Time after entering in which it counts; any when left out. */
    within?: string
  } | null
  /** Zone, quiet hours and caps. */
  settings?: {
    /** Zone of a contact without one; that of the account when left out. */
    timezone?: string
    /** Clock that counts; that of the contact when left out. */
    timezoneMode?: 'contact' | 'account'
    /** Hours of the contact without messages: they wait until the end. */
    quietHours?: {
      /** Begin, `22:00`. */
      from: string
      /** End, `08:00`. */
      to: string
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Most messages to a contact in a period, of all sources; further ones are skipped. */
    frequencyCap?: {
      /** Messages. */
      max: number
      /** Period. */
      per: string
    }
    /** Whether a message with a deleted template is skipped or fails the run. */
    onDeletedTemplate?: 'skip' | 'fail'
  }
}

/** The response to Simulate Automation. */
export type AutomationSimulateOutput = {
  /** The automation. */
  id: string
  /** Begin of the period. */
  from: string
  /** End of the period. */
  until: string
  /** Contacts that the trigger concerned. */
  considered: number
  /** Contacts that entered. */
  entered: number
  /** Runs that would be going on. */
  active: number
  /** Runs that would have completed. */
  completed: number
  /** Runs that would have left early. */
  exited: number
  /** Runs that would have reached the goal. */
  goalReached: number
  /** Effects by type of node. */
  effects: {
    /** Type of the node. */
    type: string
    /** Effects that a real run would have had. */
    count: number
  }[]
  /** Numbers per node. */
  perNode: {
    /** The node. */
    nodeId: string
    /** Arrivals. */
    in: number
    /** Departures. */
    out: number
    /** Runs that would be at the node. */
    waiting: number
  }[]
  /** The first 20 contacts that would have entered. */
  samples: {
    /** The contact. */
    contactId: string
    /** State at the end of the period. */
    status: 'active' | 'completed' | 'exited'
    /** Node at which it waits or ended. */
    nodeId: string | null
    /** Time of entering. */
    enteredAt: string
  }[]
  /** Whether more contacts would have entered. */
  isTruncated: boolean
  /** Whether the entries are assumed, since the trigger leaves no trace. */
  isAssumed: boolean
}

/** Numbers of runs. */
export type AutomationStats = {
  /** Runs begun. */
  entered: number
  /** Runs that are going on. */
  active: number
  /** Runs that came to an end of the graph or to the goal. */
  completed: number
  /** Runs that left early. */
  exited: number
  /** Runs that failed. */
  failed: number
  /** Runs that reached the goal. */
  goalReached: number
  /** Numbers per node. */
  perNode: {
    /** The node. */
    nodeId: string
    /** Arrivals. */
    in: number
    /** Departures. */
    out: number
    /** Runs at the node. */
    waiting: number
    /** Runs that failed there. */
    failed: number
  }[]
}

/** The request of Step Through Automation. */
export type AutomationStepInput = {
  /** The automation. */
  automationId: string
  /** Version of the definition; the newest when left out. */
  version?: number
  /** The contact. */
  contactId: string
  /** Begin of the clock; now when left out. */
  from?: string
  /** End of the clock; 30 days later when left out, 400 at most. */
  until?: string
  /** Events that happen to the contact. */
  events?: {
    /** Name of the event. */
    name: string
    /** Moment of the event. */
    at: string
    /** Properties of the event. */
    properties?: Record<string, string | number | boolean>
  }[]
}

/** The response to Step Through Automation. */
export type AutomationStepOutput = {
  /** The automation. */
  id: string
  /** The contact. */
  contactId: string
  /** Whether the entry filter admits the contact at the begin. */
  isAdmitted: boolean
  /** State at the end of the clock. */
  status: 'active' | 'completed' | 'exited'
  /** Cause of the end. */
  reason: string | null
  /** Node at which it waits. */
  currentNodeId: string | null
  /** Time of the next step at the latest. */
  dueAt: string | null
  /** Steps, in order. */
  steps: {
    /** The node. */
    nodeId: string
    /** Type of the node. */
    type: string
    /** Time of the step on the clock of the simulation. */
    at: string
    /** Result, as in the history of a run. */
    outcome: string
    /** Whether a real run would send, change or enrol here. */
    hasEffect: boolean
  }[]
}

/** The request of Update Automation Status. */
export type AutomationUpdateInput = {
  /** The automation. */
  automationId: string
  /** State to move to. */
  status?: 'active' | 'paused' | 'archived'
  /** Running contacts, with `paused` or `archived`. */
  inFlight?: 'continue' | 'stop' | 'hold'
  /** Held runs whose time has passed: go on, or end. Default `runNow`. */
  resumePolicy?: 'runNow' | 'skip'
  /** Whether running contacts move to the new version. */
  migrateRuns?: boolean
  /** Name. */
  name?: string
  /** Purpose. */
  description?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Occurrence that begins runs. */
  trigger?: {
    /** Occurrence that begins a run. */
    type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
    /** Name of the event, of type `event`. */
    event?: string
    /** Comparisons of its properties; all of them hold. */
    where?: {
      /** Name of the property. */
      prop: string
      /** Comparison. */
      is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
      /** Value to compare with. */
      value?: string | number | boolean | (string | number)[]
    }[]
    /** Segment, of types `segmentEntered` and `segmentExited`. */
    segmentId?: string
    /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
    field?: string
    /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
    offset?: string
    /** Whether the date returns each year, as a birthday does. */
    isYearly?: boolean
    /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
    rrule?: string
    /** Zone of dates and recurrences; that of `settings` when left out. */
    timezone?: string
    /** Name of the threshold, of type `scoreCrossed`; any when left out. */
    threshold?: string
    /** Direction of the crossing; either when left out. */
    direction?: 'up' | 'down'
  }
  /** Nodes; the first one is the entry. */
  nodes?: {
    /** Name of the node within the definition. */
    nodeId: string
    /** Type, which decides the other fields. */
    type: 'sendEmail' | 'sendWebhook' | 'sendSms' | 'updateContact' | 'addScore' | 'enrol' | 'issueCoupon' | 'grantTokens' | 'createPaymentLink' | 'delay' | 'branch' | 'split' | 'waitFor' | 'goTo' | 'exit'
    /** Title in the console. */
    label?: string
    /** Place on the canvas of the console. */
    position?: {
      /** Left edge. */
      x: number
      /** Top edge. */
      y: number
    }
    /** Node that follows; the run is complete without one. */
    next?: string | null
    /** Template of the message (sendEmail, sendSms). */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Integration that sends; the default one when left out. */
    integrationId?: string
    /** Subscription topic of the mail. */
    topic?: string
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Sender; that of the integration when left out. */
    from?: {
      /** Name. */
      name?: string
      /** Address, of a domain that the integration has verified. */
      email: string
    }
    /** Address for answers; that of the sender when left out. */
    replyTo?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Body of the request, with Liquid (sendWebhook). */
    bodyTemplate?: string
    /** Fields to set, by name: `firstName`, `attributes.plan` (updateContact). */
    set?: Record<string, string | number | boolean>
    /** Fields to clear (updateContact). */
    unset?: string[]
    /** Tags to add (updateContact). */
    addTags?: string[]
    /** Tags to remove (updateContact). */
    removeTags?: string[]
    /** Points to add (addScore). */
    points?: number
    /** Score to add to; `engagement` when left out. */
    score?: 'fit' | 'engagement'
    /** Reason of points, tokens or the exit (addScore, grantTokens, exit). */
    reason?: string
    /** Sequence to enrol in (enrol). */
    emailSequenceId?: string
    /** Automation to enter, in place of a sequence (enrol). */
    automationId?: string
    /** Coupon of which the contact gets a copy for one use; texts read `coupon.code` (issueCoupon). */
    couponId?: string
    /** Token; `POINTS` when left out (grantTokens). */
    token?: string
    /** Tokens to give (grantTokens). */
    amount?: number
    /** Reward that the tokens belong to (grantTokens). */
    rewardId?: string
    /** Time in which the gift can be used (issueCoupon, grantTokens). */
    expiresAfter?: string
    /** Payment link for the contact and one payment; texts read `paymentLink.url` (createPaymentLink). */
    paymentLink?: {
      /** Title of the page and of the payment. */
      title: string
      /** Amount in minor units. */
      amount: number
      /** Currency of the amount. */
      currency: string
      /** Whether the payer may enter codes of coupons; false by default. */
      allowCoupons?: boolean
      /** Time in which it can be paid; any when left out. */
      expiresAfter?: string
    }
    /** Time to wait (delay). */
    for?: string
    /** The next moment at which the clock of the contact shows this time. */
    untilLocalTime?: {
      /** Hour of the day. */
      hour: number
      /** Minute; 0 when left out. */
      minute?: number
      /** Days of the week; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Waits until a date of the contact; not at all without one (delay). */
    untilAttribute?: {
      /** Field with a date. */
      field: string
      /** Duration after the date, or before it with a sign. */
      offset?: string
    }
    /** Ways out, tried in order (branch). */
    cases?: {
      /** Condition of the way. */
      when: Record<string, unknown>
      /** Node that follows. */
      next?: string | null
      /** Title in the console. */
      label?: string
    }[]
    /** Node that follows when no case matches (branch). */
    else?: string | null
    /** Ways out by a stable hash of the contact (split). */
    weights?: {
      /** Share of the contacts, relative to the other weights. */
      weight: number
      /** Node that follows. */
      next?: string | null
    }[]
    /** Event to wait for (waitFor). */
    event?: {
      /** Name of the event. */
      name: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
    }
    /** Segment to wait for (waitFor). */
    segmentId?: string
    /** Condition to wait for (waitFor). */
    filter?: Record<string, unknown>
    /** Longest wait (waitFor). */
    timeout?: string
    /** Node that follows when the wait times out (waitFor). */
    timeoutNext?: string | null
  }[]
  /** Conditions on entering, and the re-entry policy. */
  entry?: {
    /** Filter of the contacts that enter. */
    filter?: Record<string, unknown>
    /** Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`. */
    reEntry?: 'never' | 'afterExit' | 'always'
    /** Shortest time between two entries of a contact. */
    cooldown?: string
    /** Concurrent runs of one contact; 1 when left out. */
    maxActiveRunsPerContact?: number
  }
  /** Contacts that match leave at their next step. */
  exitWhen?: Record<string, unknown> | null
  /** Condition that ends a run as a success. */
  goal?: {
    /** Condition that is the goal. */
    filter: Record<string, unknown>
    /** Time after entering in which it counts; any when left out. */
    within?: string
  } | null
  /** Zone, quiet hours and caps. */
  settings?: {
    /** Zone of a contact without one; that of the account when left out. */
    timezone?: string
    /** Clock that counts; that of the contact when left out. */
    timezoneMode?: 'contact' | 'account'
    /** Hours of the contact without messages: they wait until the end. */
    quietHours?: {
      /** Begin, `22:00`. */
      from: string
      /** End, `08:00`. */
      to: string
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Most messages to a contact in a period, of all sources; further ones are skipped. */
    frequencyCap?: {
      /** Messages. */
      max: number
      /** Period. */
      per: string
    }
    /** Whether a message with a deleted template is skipped or fails the run. */
    onDeletedTemplate?: 'skip' | 'fail'
  }
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Update Automation Status. */
export type AutomationUpdateOutput = Automation & {
  /** Occurrence that begins runs. */
  trigger: {
    /** Occurrence that begins a run. */
    type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
    /** Name of the event, of type `event`. */
    event?: string
    /** Comparisons of its properties; all of them hold. */
    where?: {
      /** Name of the property. */
      prop: string
      /** Comparison. */
      is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
      /** Value to compare with. */
      value?: string | number | boolean | (string | number)[]
    }[]
    /** Segment, of types `segmentEntered` and `segmentExited`. */
    segmentId?: string
    /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
    field?: string
    /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
    offset?: string
    /** Whether the date returns each year, as a birthday does. */
    isYearly?: boolean
    /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
    rrule?: string
    /** Zone of dates and recurrences; that of `settings` when left out. */
    timezone?: string
    /** Name of the threshold, of type `scoreCrossed`; any when left out. */
    threshold?: string
    /** Direction of the crossing; either when left out. */
    direction?: 'up' | 'down'
  }
  /** Conditions on entering, and the re-entry policy. */
  entry: {
    /** Filter of the contacts that enter. */
    filter?: Record<string, unknown>
    /** Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`. */
    reEntry?: 'never' | 'afterExit' | 'always'
    /** Shortest time between two entries of a contact. */
    cooldown?: string
    /** Concurrent runs of one contact; 1 when left out. */
    maxActiveRunsPerContact?: number
  }
  /** Nodes; the first one is the entry. */
  nodes: AutomationNodeInput[]
  /** Contacts that match leave at their next step. */
  exitWhen: Record<string, unknown> | null
  /** Condition that ends a run as a success. */
  goal: {
    /** Condition that is the goal. */
    filter: Record<string, unknown>
    /** Time after entering in which it counts; any when left out. */
    within?: string
  } | null
  /** Zone, quiet hours and caps. */
  settings: {
    /** Zone of a contact without one; that of the account when left out. */
    timezone?: string
    /** Clock that counts; that of the contact when left out. */
    timezoneMode?: 'contact' | 'account'
    /** Hours of the contact without messages: they wait until the end. */
    quietHours?: {
      /** Begin, `22:00`. */
      from: string
      /** End, `08:00`. */
      to: string
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    }
    /** Most messages to a contact in a period, of all sources; further ones are skipped. */
    frequencyCap?: {
      /** Messages. */
      max: number
      /** Period. */
      per: string
    }
    /** Whether a message with a deleted template is skipped or fails the run. */
    onDeletedTemplate?: 'skip' | 'fail'
  }
  stats: AutomationStats
  /** Advice about the definition. */
  warnings: {
    /** The node; null for the whole definition. */
    nodeId: string | null
    /** Advice. */
    message: string
  }[]
}

/** The request of Get Versions of an Automation. */
export type AutomationVersionsInput = {
  /** The automation. */
  automationId: string
  /** Items per page; 25 when left out. */
  limit?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
}

/** An item of Get Versions of an Automation. */
export type AutomationVersionsItem = {
  /** Number. */
  version: number
  /** Time of the change. */
  createdAt: string
  /** Nodes of the definition. */
  nodeCount: number
  /** Runs on it that are going on, of 100000 at most. */
  activeRuns: number
}

/** A page of Get Versions of an Automation. */
export type AutomationVersionsOutput = {
  /** Items of this page, in the order of `sort`. */
  items: AutomationVersionsItem[]
  pagination: Pagination
}

/** Viewers who may make no clips of your videos. */
export type BlockedViewer = {
  /** Id of the record, the same as `blockedViewerId`. */
  id: string
  /** The same as `id`. */
  blockedViewerId: string
  /** State. */
  status: 'active' | 'deleted'
  /** The viewer: `authorId` of their clips. */
  authorId: string
  /** Name that the viewer gave with the latest clip. */
  name: string | null
  /** A note of your own. */
  reason: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Blocked viewers - Create. */
export type BlockedViewerCreateInput = {
  /** The viewer: `authorId` of their clips. */
  authorId: string
  /** A note of your own. */
  reason?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Whether the clips on the shelf are deleted as well. */
  removeClips?: boolean
}

/** The response to Blocked viewers - Create. */
export type BlockedViewerCreateOutput = BlockedViewer & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Blocked viewers - Delete. */
export type BlockedViewerDeleteInput = {
  /** Id: `bvw_` and 34 characters. */
  blockedViewerId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Blocked viewers - Get All. */
export type BlockedViewerList = {
  /** Items of this page, in the order of `sort`. */
  items: BlockedViewer[]
  pagination: Pagination
}

/** The request of Blocked viewers - Update. */
export type BlockedViewerUpdateInput = {
  /** Id: `bvw_` and 34 characters. */
  blockedViewerId: string
  /** A note of your own. */
  reason?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Campaigns: one mail to many contacts. */
export type Campaign = {
  /** Id of the record, the same as `campaignId`. */
  id: string
  /** The same as `id`. */
  campaignId: string
  /** State. */
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'missed' | 'deleted'
  /** Name, for you alone. */
  name: string
  /** Way to the contacts. */
  channel: 'email' | 'sms' | 'webhook'
  /** Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms. */
  integrationId: string | null
  /** Contacts that get the campaign, beside those of `filter`; each gets one mail. */
  audience: {
    /** Members of any of these segments. */
    segmentIds?: string[]
    /** Members of these segments get nothing. */
    excludeSegmentIds?: string[]
    /** These contacts. */
    contactIds?: string[]
    /** Contacts with any of these tags. */
    tags?: string[]
  } | null
  /** Contacts that satisfy this filter. */
  filter: Record<string, unknown> | null
  /** Template of the mail, in place of `body`. */
  templateId: string | null
  /** Version that the campaign sends; set when it is scheduled or starts. */
  templateVersion: number | null
  /** Values of the template’s variables. */
  variables: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Subject; Liquid. With `body`. */
  subject: string | null
  /** Text beside the subject; Liquid. */
  preheader: string | null
  /** Format of `body`. */
  format: 'mjml' | 'html' | 'markdown' | 'text' | null
  /** Body; Liquid. In place of a template. */
  body: string | null
  /** Text part; made from the body when left out. */
  textBody: string | null
  /** Sender; the operator’s own when left out. */
  from: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Address for answers. */
  replyTo: string | null
  /** Key of the topic; only its subscribers get the mail. */
  topic: string | null
  /** Time of a scheduled start. */
  sendAt: string | null
  /** Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H. */
  latestStart: string
  /** Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`. */
  sendMode: 'immediate' | 'localTime'
  /** Time of day of each contact, `09:00`. With the mode `localTime`. */
  localTime: string | null
  /** Hours of the contact outside of which no mail leaves; it waits for them. */
  sendWindow: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Begin, `09:00`. */
    from?: string
    /** End, `17:00`. */
    to?: string
  } | null
  /** Pace. */
  throttle: {
    /** Mails a second at most. */
    perSecond?: number
    /** Mails an hour at most. */
    perHour?: number
    /** Mails a minute at most to the addresses of one domain. */
    perDomainPerMinute?: number
  } | null
  /** Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`. */
  frequencyCap: {
    /** Messages. */
    max?: number
    /** Period before the start, `P7D`. */
    per?: string
  } | null
  /** Two to five variants of the mail, with `abTest`. Each leaves out what it shares with the campaign. */
  variants: {
    /** Name, unique in the campaign. */
    name: string
    /** Share of the sample, relative to the other weights. */
    weight: number
    /** Template in place of the texts of the campaign. */
    templateId?: string
    /** Subject; Liquid. */
    subject?: string
    /** Text beside the subject; Liquid. */
    preheader?: string
    /** Format of `body`. */
    format?: 'mjml' | 'html' | 'markdown' | 'text'
    /** Body; Liquid. */
    body?: string
    /** Text part; made from the body when left out. */
    textBody?: string
  }[]
  /** Test of `variants` on a sample. */
  abTest: {
    /** Share of the audience that gets a variant first. */
    samplePercent?: number
    /** Rate of people by which the winner is chosen. */
    metric?: 'clicks' | 'opens' | 'conversions'
    /** Time after the start when the winner is chosen, `PT4H`; the rest gets it then. */
    decideAfter?: string
  } | null
  /** Time when the winner is chosen. */
  decideAt: string | null
  /** Time when the winner was chosen. */
  decidedAt: string | null
  /** Name of the variant that the rest gets. */
  winner: string | null
  /** Event that counts as a conversion. The last touch gets it when several campaigns count it. */
  conversion: {
    /** Event of a contact that counts, `shop.order.placed`. */
    event?: string
    /** Time after the mail in which it counts; P7D when left out. */
    within?: string
    /** Touch that begins the time; the click when left out. */
    after?: 'click' | 'delivery'
    /** Property with the amount in the smallest unit of `currency`; `amountMinor` when left out. */
    valueProperty?: string
  } | null
  /** Measuring. */
  tracking: {
    /** Whether opens are counted; true when left out. */
    opens?: boolean
    /** Whether clicks are counted; true when left out. */
    clicks?: boolean
  } | null
  /** Parameters for the links of the mail that do not have them. */
  utm: {
    /** Value of `utm_source`. */
    source?: string
    /** Value of `utm_medium`. */
    medium?: string
    /** Value of `utm_campaign`. */
    campaign?: string
    /** Value of `utm_content`. */
    content?: string
    /** Value of `utm_term`. */
    term?: string
  } | null
  /** Mails whose sending was interrupted: left out, or sent again. */
  onUncertain: 'skip' | 'resend'
  /** Time of the start. */
  startedAt: string | null
  /** Time when the audience was fixed. */
  frozenAt: string | null
  /** Time when the last mail left. */
  finishedAt: string | null
  /** Cause of a pause by itself, or of a missed start. */
  pauseReason: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Create Campaign. */
export type CampaignCreateInput = {
  /** Name, for you alone. */
  name: string
  /** Way to the contacts. */
  channel?: 'email' | 'sms' | 'webhook'
  /** Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms. */
  integrationId?: string | null
  /** Contacts that get the campaign, beside those of `filter`; each gets one mail. */
  audience?: {
    /** Members of any of these segments. */
    segmentIds?: string[]
    /** Members of these segments get nothing. */
    excludeSegmentIds?: string[]
    /** These contacts. */
    contactIds?: string[]
    /** Contacts with any of these tags. */
    tags?: string[]
  } | null
  /** Contacts that satisfy this filter. */
  filter?: Record<string, unknown> | null
  /** Template of the mail, in place of `body`. */
  templateId?: string | null
  /** Values of the template’s variables. */
  variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Subject; Liquid. With `body`. */
  subject?: string | null
  /** Text beside the subject; Liquid. */
  preheader?: string | null
  /** Format of `body`. */
  format?: 'mjml' | 'html' | 'markdown' | 'text' | null
  /** Body; Liquid. In place of a template. */
  body?: string | null
  /** Text part; made from the body when left out. */
  textBody?: string | null
  /** Sender; the operator’s own when left out. */
  from?: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Address for answers. */
  replyTo?: string | null
  /** Key of the topic; only its subscribers get the mail. */
  topic?: string | null
  /** Time of a scheduled start. */
  sendAt?: string | null
  /** Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H. */
  latestStart?: string
  /** Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`. */
  sendMode?: 'immediate' | 'localTime'
  /** Time of day of each contact, `09:00`. With the mode `localTime`. */
  localTime?: string | null
  /** Hours of the contact outside of which no mail leaves; it waits for them. */
  sendWindow?: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Begin, `09:00`. */
    from?: string
    /** End, `17:00`. */
    to?: string
  } | null
  /** Pace. */
  throttle?: {
    /** Mails a second at most. */
    perSecond?: number
    /** Mails an hour at most. */
    perHour?: number
    /** Mails a minute at most to the addresses of one domain. */
    perDomainPerMinute?: number
  } | null
  /** Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`. */
  frequencyCap?: {
    /** Messages. */
    max?: number
    /** Period before the start, `P7D`. */
    per?: string
  } | null
  /** Two to five variants of the mail, with `abTest`. Each leaves out what it shares with the campaign. */
  variants?: {
    /** Name, unique in the campaign. */
    name: string
    /** Share of the sample, relative to the other weights. */
    weight: number
    /** Template in place of the texts of the campaign. */
    templateId?: string
    /** Subject; Liquid. */
    subject?: string
    /** Text beside the subject; Liquid. */
    preheader?: string
    /** Format of `body`. */
    format?: 'mjml' | 'html' | 'markdown' | 'text'
    /** Body; Liquid. */
    body?: string
    /** Text part; made from the body when left out. */
    textBody?: string
  }[]
  /** Test of `variants` on a sample. */
  abTest?: {
    /** Share of the audience that gets a variant first. */
    samplePercent?: number
    /** Rate of people by which the winner is chosen. */
    metric?: 'clicks' | 'opens' | 'conversions'
    /** Time after the start when the winner is chosen, `PT4H`; the rest gets it then. */
    decideAfter?: string
  } | null
  /** Event that counts as a conversion. The last touch gets it when several campaigns count it. */
  conversion?: {
    /** Event of a contact that counts, `shop.order.placed`. */
    event?: string
    /** Time after the mail in which it counts; P7D when left out. */
    within?: string
    /** Touch that begins the time; the click when left out. */
    after?: 'click' | 'delivery'
    /** Property with the amount in the smallest unit of `currency`; `amountMinor` when left out. */
    valueProperty?: string
  } | null
  /** Measuring. */
  tracking?: {
    /** Whether opens are counted; true when left out. */
    opens?: boolean
    /** Whether clicks are counted; true when left out. */
    clicks?: boolean
  } | null
  /** Parameters for the links of the mail that do not have them. */
  utm?: {
    /** Value of `utm_source`. */
    source?: string
    /** Value of `utm_medium`. */
    medium?: string
    /** Value of `utm_campaign`. */
    campaign?: string
    /** Value of `utm_content`. */
    content?: string
    /** Value of `utm_term`. */
    term?: string
  } | null
  /** Mails whose sending was interrupted: left out, or sent again. */
  onUncertain?: 'skip' | 'resend'
  /** Initial state. */
  status?: 'draft' | 'scheduled' | 'sending'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Create Campaign. */
export type CampaignCreateOutput = Campaign & {
  /** Number of contacts that would get it now. */
  audienceEstimate: number
  /** Findings in its texts, such as `no_unsubscribe_link`. */
  warnings: string[]
  /** Whether its mail would be caught: no mail server delivers it now. */
  isCaught: boolean
  /** False when it was there already. */
  created: boolean
}

/** The request of Decide Campaign. */
export type CampaignDecideInput = {
  /** The campaign. */
  campaignId: string
  /** Name of the variant. */
  variant: string
}

/** The request of Delete Campaign. */
export type CampaignDeleteInput = {
  /** Id: `cmp_` and 34 characters. */
  campaignId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Get Campaign. */
export type CampaignGetInput = {
  /** Id: `cmp_` and 34 characters. */
  campaignId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Parts to add; `stats` are there always. */
  include?: ('stats' | 'recipients' | 'timeline' | 'results' | 'links' | 'preview')[]
  /** Contact of the preview; an invented one without. */
  previewContactId?: string
  /** Only recipients in this state. */
  recipientStatus?: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
  /** Page of the list within the record. */
  pagination?: {
    /** Items per page; 25 when left out. */
    limit?: number
    /** `nextCursor` of the page before; reaches any depth. */
    cursor?: string
  }
}

/** The response to Get Campaign. */
export type CampaignGetOutput = Campaign & {
  /** Numbers of one moment. */
  stats: {
    /** Moment of the numbers: some seconds ago for a campaign to very many. */
    countedAt: string
    /** Contacts in the audience. */
    audience: number
    /** Messages that wait. */
    queued: number
    /** Messages on their way. */
    sending: number
    /** Messages that the mail server took. */
    sent: number
    /** Messages that are tried again. */
    deferred: number
    /** Messages refused for good. */
    bounced: number
    /** Messages that could not be made or sent. */
    failed: number
    /** Messages whose sending was interrupted. */
    uncertain: number
    /** Contacts left out. */
    skipped: number
    /** Messages of a cancelled campaign. */
    cancelled: number
    /** Left out: not subscribed. */
    skippedUnsubscribed: number
    /** Left out: suppressed, bounced or complained. */
    skippedSuppressed: number
    /** Left out: no address. */
    skippedNoAddress: number
    /** Left out: not subscribed to the topic. */
    skippedTopic: number
    /** Left out: had the most messages of `frequencyCap`. */
    skippedCapped: number
    /** Left out: archived or erased since the audience was fixed. */
    skippedGone: number
    /** Left out: another contact with the number gets the text message. */
    skippedDuplicate: number
    /** Messages that a person opened. */
    opened: number
    /** Messages in which a person clicked. */
    clicked: number
    /** Messages that only machines opened. */
    machineOpened: number
    /** Messages in which only machines clicked. */
    machineClicked: number
    /** Messages that came back after they were sent. */
    returned: number
    /** Messages that were complained about. */
    complained: number
    /** Messages by which a contact left. */
    unsubscribed: number
    /** Messages that were answered. */
    replied: number
    /** Messages whose address does not exist. */
    bouncedHard: number
    /** Messages refused for another cause. */
    bouncedSoft: number
    /** Messages that were opened. */
    opens: {
      /** Messages that a person opened. */
      human: number
      /** Messages that a machine opened. */
      machine: number
      /** Messages that a person or a machine opened. */
      unique: number
    }
    /** Messages that were clicked. */
    clicks: {
      /** Messages that a person clicked. */
      human: number
      /** Messages that a machine clicked. */
      machine: number
      /** Messages that a person or a machine clicked. */
      unique: number
    }
    /** Events that count as conversions. */
    conversions: number
    /** Sums of the conversions less refunds of their payments, by currency. */
    revenue: {
      /** Amount in the smallest unit. */
      amount: number
      /** Currency (ISO 4217). */
      currency: string
    }[]
    /** Pace of a campaign that sends. */
    rate?: {
      /** Mails a second over the last minute. */
      perSecond: number
      /** Time when the last due mail leaves at this pace. */
      eta: string | null
    }
  }
  /** A page of recipients, in the order of their contacts. */
  recipients?: {
    /** The contact. */
    contactId: string
    /** The message. */
    messageId: string
    /** Address, with the scope `marketing.contact:read`. */
    email: string | null
    /** State of the message. */
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    /** Reason for which the contact was left out. */
    skipReason: string | null
    /** Reply of the mail server, with the same scope. */
    reply: string | null
    /** Time when it left. */
    sentAt: string | null
    /** First open by a person. */
    openedAt: string | null
    /** First click by a person. */
    clickedAt: string | null
  }[]
  pagination?: Pagination
  /** Links that were clicked, those with most people first. */
  links?: {
    /** Address. */
    url: string
    /** Clicks of people. */
    clicks: number
    /** Visits of machines. */
    machineClicks: number
    /** Messages in which a person clicked it. */
    people: number
  }[]
  /** The mail as a contact would get it, without tracking. */
  preview?: {
    /** Subject. */
    subject: string
    /** Text beside the subject. */
    preheader: string
    /** HTML part. */
    html: string | null
    /** Text part. */
    text: string
  }
  /** Numbers of each variant of a test, in order. */
  results?: {
    /** Name of the variant. */
    name: string
    /** Share of the sample. */
    weight: number
    /** Subject that it is sent with; Liquid. */
    subject: string | null
    /** Whether the rest of the audience gets it. */
    isWinner: boolean
    /** Contacts that got it, or are to get it. */
    audience: number
    /** Messages that the mail server took. */
    sent: number
    /** Messages that a person opened. */
    opened: number
    /** Messages in which a person clicked. */
    clicked: number
    /** Messages with a conversion. */
    converted: number
    /** Messages by which a contact left. */
    unsubscribed: number
  }[]
  /** Hours with mails, opens or clicks, oldest first. */
  timeline?: {
    /** Begin of the hour (UTC). */
    hour: string
    /** Mails that left. */
    sent: number
    /** First opens. */
    opened: number
    /** First clicks. */
    clicked: number
  }[]
}

/** A page of Get All Campaigns. */
export type CampaignList = {
  /** Items of this page, in the order of `sort`. */
  items: CampaignListItem[]
  pagination: Pagination
}

/** The request of Get All Campaigns. */
export type CampaignListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only campaigns made at this moment or later. */
  createdAfter?: string
  /** Only campaigns made at this moment or earlier. */
  createdBefore?: string
  /** Only in one of these states. */
  status?: ('draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'missed')[]
  /** Part of the name. */
  query?: string
  /** Only campaigns to this segment. */
  segmentId?: string
}

/** An item of Get All Campaigns. */
export type CampaignListItem = {
  /** Id of the record, the same as `campaignId`. */
  id: string
  /** The same as `id`. */
  campaignId: string
  /** State. */
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'missed' | 'deleted'
  /** Name, for you alone. */
  name: string
  /** Way to the contacts. */
  channel: 'email' | 'sms' | 'webhook'
  /** Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms. */
  integrationId: string | null
  /** Contacts that get the campaign, beside those of `filter`; each gets one mail. */
  audience: {
    /** Members of any of these segments. */
    segmentIds?: string[]
    /** Members of these segments get nothing. */
    excludeSegmentIds?: string[]
    /** These contacts. */
    contactIds?: string[]
    /** Contacts with any of these tags. */
    tags?: string[]
  } | null
  /** Contacts that satisfy this filter. */
  filter: Record<string, unknown> | null
  /** Template of the mail, in place of `body`. */
  templateId: string | null
  /** Version that the campaign sends; set when it is scheduled or starts. */
  templateVersion: number | null
  /** Values of the template’s variables. */
  variables: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Subject; Liquid. With `body`. */
  subject: string | null
  /** Text beside the subject; Liquid. */
  preheader: string | null
  /** Format of `body`. */
  format: 'mjml' | 'html' | 'markdown' | 'text' | null
  /** Sender; the operator’s own when left out. */
  from: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Address for answers. */
  replyTo: string | null
  /** Key of the topic; only its subscribers get the mail. */
  topic: string | null
  /** Time of a scheduled start. */
  sendAt: string | null
  /** Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H. */
  latestStart: string
  /** Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`. */
  sendMode: 'immediate' | 'localTime'
  /** Time of day of each contact, `09:00`. With the mode `localTime`. */
  localTime: string | null
  /** Hours of the contact outside of which no mail leaves; it waits for them. */
  sendWindow: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Begin, `09:00`. */
    from?: string
    /** End, `17:00`. */
    to?: string
  } | null
  /** Pace. */
  throttle: {
    /** Mails a second at most. */
    perSecond?: number
    /** Mails an hour at most. */
    perHour?: number
    /** Mails a minute at most to the addresses of one domain. */
    perDomainPerMinute?: number
  } | null
  /** Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`. */
  frequencyCap: {
    /** Messages. */
    max?: number
    /** Period before the start, `P7D`. */
    per?: string
  } | null
  /** Test of `variants` on a sample. */
  abTest: {
    /** Share of the audience that gets a variant first. */
    samplePercent?: number
    /** Rate of people by which the winner is chosen. */
    metric?: 'clicks' | 'opens' | 'conversions'
    /** Time after the start when the winner is chosen, `PT4H`; the rest gets it then. */
    decideAfter?: string
  } | null
  /** Time when the winner is chosen. */
  decideAt: string | null
  /** Time when the winner was chosen. */
  decidedAt: string | null
  /** Name of the variant that the rest gets. */
  winner: string | null
  /** Event that counts as a conversion. The last touch gets it when several campaigns count it. */
  conversion: {
    /** Event of a contact that counts, `shop.order.placed`. */
    event?: string
    /** Time after the mail in which it counts; P7D when left out. */
    within?: string
    /** Touch that begins the time; the click when left out. */
    after?: 'click' | 'delivery'
    /** Property with the amount in the smallest unit of `currency`; `amountMinor` when left out. */
    valueProperty?: string
  } | null
  /** Measuring. */
  tracking: {
    /** Whether opens are counted; true when left out. */
    opens?: boolean
    /** Whether clicks are counted; true when left out. */
    clicks?: boolean
  } | null
  /** Parameters for the links of the mail that do not have them. */
  utm: {
    /** Value of `utm_source`. */
    source?: string
    /** Value of `utm_medium`. */
    medium?: string
    /** Value of `utm_campaign`. */
    campaign?: string
    /** Value of `utm_content`. */
    content?: string
    /** Value of `utm_term`. */
    term?: string
  } | null
  /** Mails whose sending was interrupted: left out, or sent again. */
  onUncertain: 'skip' | 'resend'
  /** Time of the start. */
  startedAt: string | null
  /** Time when the audience was fixed. */
  frozenAt: string | null
  /** Time when the last mail left. */
  finishedAt: string | null
  /** Cause of a pause by itself, or of a missed start. */
  pauseReason: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Numbers of one moment. */
  stats: {
    /** Moment of the numbers: some seconds ago for a campaign to very many. */
    countedAt: string
    /** Contacts in the audience. */
    audience: number
    /** Messages that wait. */
    queued: number
    /** Messages on their way. */
    sending: number
    /** Messages that the mail server took. */
    sent: number
    /** Messages that are tried again. */
    deferred: number
    /** Messages refused for good. */
    bounced: number
    /** Messages that could not be made or sent. */
    failed: number
    /** Messages whose sending was interrupted. */
    uncertain: number
    /** Contacts left out. */
    skipped: number
    /** Messages of a cancelled campaign. */
    cancelled: number
    /** Left out: not subscribed. */
    skippedUnsubscribed: number
    /** Left out: suppressed, bounced or complained. */
    skippedSuppressed: number
    /** Left out: no address. */
    skippedNoAddress: number
    /** Left out: not subscribed to the topic. */
    skippedTopic: number
    /** Left out: had the most messages of `frequencyCap`. */
    skippedCapped: number
    /** Left out: archived or erased since the audience was fixed. */
    skippedGone: number
    /** Left out: another contact with the number gets the text message. */
    skippedDuplicate: number
    /** Messages that a person opened. */
    opened: number
    /** Messages in which a person clicked. */
    clicked: number
    /** Messages that only machines opened. */
    machineOpened: number
    /** Messages in which only machines clicked. */
    machineClicked: number
    /** Messages that came back after they were sent. */
    returned: number
    /** Messages that were complained about. */
    complained: number
    /** Messages by which a contact left. */
    unsubscribed: number
    /** Messages that were answered. */
    replied: number
    /** Messages whose address does not exist. */
    bouncedHard: number
    /** Messages refused for another cause. */
    bouncedSoft: number
    /** Messages that were opened. */
    opens: {
      /** Messages that a person opened. */
      human: number
      /** Messages that a machine opened. */
      machine: number
      /** Messages that a person or a machine opened. */
      unique: number
    }
    /** Messages that were clicked. */
    clicks: {
      /** Messages that a person clicked. */
      human: number
      /** Messages that a machine clicked. */
      machine: number
      /** Messages that a person or a machine clicked. */
      unique: number
    }
    /** Events that count as conversions. */
    conversions: number
    /** Sums of the conversions less refunds of their payments, by currency. */
    revenue: {
      /** Amount in the smallest unit. */
      amount: number
      /** Currency (ISO 4217). */
      currency: string
    }[]
    /** Pace of a campaign that sends. */
    rate?: {
      /** Mails a second over the last minute. */
      perSecond: number
      /** Time when the last due mail leaves at this pace. */
      eta: string | null
    }
  }
}

/** The request of Test Campaign. */
export type CampaignTestInput = {
  /** The campaign. */
  campaignId: string
  /** Addresses. */
  to: string[]
  /** Contact whose data fills the mail. */
  contactId?: string
}

/** The response to Test Campaign. */
export type CampaignTestOutput = {
  /** Always true: the mails leave right after. */
  sent: boolean
}

/** The request of Update Campaign. */
export type CampaignUpdateInput = {
  /** Id: `cmp_` and 34 characters. */
  campaignId: string
  /** Name, for you alone. */
  name?: string
  /** Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms. */
  integrationId?: string | null
  /** Contacts that get the campaign, beside those of `filter`; each gets one mail. */
  audience?: {
    /** Members of any of these segments. */
    segmentIds?: string[]
    /** Members of these segments get nothing. */
    excludeSegmentIds?: string[]
    /** These contacts. */
    contactIds?: string[]
    /** Contacts with any of these tags. */
    tags?: string[]
  } | null
  /** Contacts that satisfy this filter. */
  filter?: Record<string, unknown> | null
  /** Template of the mail, in place of `body`. */
  templateId?: string | null
  /** Values of the template’s variables. */
  variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Subject; Liquid. With `body`. */
  subject?: string | null
  /** Text beside the subject; Liquid. */
  preheader?: string | null
  /** Format of `body`. */
  format?: 'mjml' | 'html' | 'markdown' | 'text' | null
  /** Body; Liquid. In place of a template. */
  body?: string | null
  /** Text part; made from the body when left out. */
  textBody?: string | null
  /** Sender; the operator’s own when left out. */
  from?: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Address for answers. */
  replyTo?: string | null
  /** Key of the topic; only its subscribers get the mail. */
  topic?: string | null
  /** Time of a scheduled start. */
  sendAt?: string | null
  /** Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H. */
  latestStart?: string
  /** Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`. */
  sendMode?: 'immediate' | 'localTime'
  /** Time of day of each contact, `09:00`. With the mode `localTime`. */
  localTime?: string | null
  /** Hours of the contact outside of which no mail leaves; it waits for them. */
  sendWindow?: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Begin, `09:00`. */
    from?: string
    /** End, `17:00`. */
    to?: string
  } | null
  /** Pace. */
  throttle?: {
    /** Mails a second at most. */
    perSecond?: number
    /** Mails an hour at most. */
    perHour?: number
    /** Mails a minute at most to the addresses of one domain. */
    perDomainPerMinute?: number
  } | null
  /** Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`. */
  frequencyCap?: {
    /** Messages. */
    max?: number
    /** Period before the start, `P7D`. */
    per?: string
  } | null
  /** Two to five variants of the mail, with `abTest`. Each leaves out what it shares with the campaign. */
  variants?: {
    /** Name, unique in the campaign. */
    name: string
    /** Share of the sample, relative to the other weights. */
    weight: number
    /** Template in place of the texts of the campaign. */
    templateId?: string
    /** Subject; Liquid. */
    subject?: string
    /** Text beside the subject; Liquid. */
    preheader?: string
    /** Format of `body`. */
    format?: 'mjml' | 'html' | 'markdown' | 'text'
    /** Body; Liquid. */
    body?: string
    /** Text part; made from the body when left out. */
    textBody?: string
  }[]
  /** Test of `variants` on a sample. */
  abTest?: {
    /** Share of the audience that gets a variant first. */
    samplePercent?: number
    /** Rate of people by which the winner is chosen. */
    metric?: 'clicks' | 'opens' | 'conversions'
    /** Time after the start when the winner is chosen, `PT4H`; the rest gets it then. */
    decideAfter?: string
  } | null
  /** Event that counts as a conversion. The last touch gets it when several campaigns count it. */
  conversion?: {
    /** Event of a contact that counts, `shop.order.placed`. */
    event?: string
    /** Time after the mail in which it counts; P7D when left out. */
    within?: string
    /** Touch that begins the time; the click when left out. */
    after?: 'click' | 'delivery'
    /** Property with the amount in the smallest unit of `currency`; `amountMinor` when left out. */
    valueProperty?: string
  } | null
  /** Measuring. */
  tracking?: {
    /** Whether opens are counted; true when left out. */
    opens?: boolean
    /** Whether clicks are counted; true when left out. */
    clicks?: boolean
  } | null
  /** Parameters for the links of the mail that do not have them. */
  utm?: {
    /** Value of `utm_source`. */
    source?: string
    /** Value of `utm_medium`. */
    medium?: string
    /** Value of `utm_campaign`. */
    campaign?: string
    /** Value of `utm_content`. */
    content?: string
    /** Value of `utm_term`. */
    term?: string
  } | null
  /** Mails whose sending was interrupted: left out, or sent again. */
  onUncertain?: 'skip' | 'resend'
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `schedule`: it starts at `sendAt`. `unschedule`: it is a draft again. `start`: it starts now. `pause`: no further mail leaves. `resume`: it goes on. `cancel`: it ends for good. */
  action?: 'schedule' | 'unschedule' | 'start' | 'pause' | 'resume' | 'cancel'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Update Campaign. */
export type CampaignUpdateOutput = Campaign & {
  /** Number of contacts that would get it now. */
  audienceEstimate: number
  /** Findings in its texts, such as `no_unsubscribe_link`. */
  warnings: string[]
  /** Whether its mail would be caught: no mail server delivers it now. */
  isCaught: boolean
}

/** Channels: the permanent homes of streamers, each with one page and one handle. */
export type Channel = {
  /** Id of the record, the same as `channelId`. */
  id: string
  /** The same as `id`. */
  channelId: string
  /** State. */
  status: 'active' | 'deleted'
  /** Text for the audience. */
  name: string
  /** Name in addresses, unique on the whole instance; derived from the name when left out. A previous handle redirects for 30 days, during which no other channel can take it. */
  handle: string
  /** Text about the channel. */
  description: string | null
  /** Address of a square image. */
  avatarUrl: string | null
  /** Address of a wide image. */
  coverPhotoUrl: string | null
  /** Category. */
  categoryId: string | null
  /** Sub-category; sets the category as well. */
  subCategoryId: string | null
  /** Language; the language of the account when left out. */
  language: string
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Links to show on the channel’s page, in this order. */
  links: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new videos need a ticket. */
  visibility: 'public' | 'unlisted' | 'private' | 'ticketed'
  /** Defaults of new videos of the channel; those there already are left alone. */
  defaults: {
    /** Visibility of new videos. */
    visibility?: 'public' | 'unlisted' | 'private'
    /** Whether new videos give rewards. */
    isRewardsEnabled?: boolean
    /** Target latency of new streams. */
    latencyMode?: 'ultraLow' | 'low' | 'standard'
    /** Whether new streams are recorded. */
    record?: boolean
    /** Length of the DVR window of new streams, in seconds. */
    dvrWindowSeconds?: number
    /** Whether viewers may make clips of new streams. */
    allowViewerClips?: boolean
    /** Visibility of replays of new streams. */
    replayVisibility?: 'public' | 'unlisted' | 'private'
  } | null
  /** Whether new videos give rewards, where neither they nor `defaults` say it. */
  isRewardsEnabled: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Name of its category. */
  category: string | null
  /** Name of its sub-category. */
  subCategory: string | null
  /** Whether a stream visible to you is live on the channel. */
  isLive: boolean
  /** The stream there that went live last. */
  liveStreamId: string | null
  /** Address of its page. */
  channelUrl: string
  /** Latest videos, as RSS. */
  feedUrl: string
  /** Scheduled streams, as iCalendar. */
  calendarUrl: string
  /** A player that shows what is live there, else the latest video. */
  embedUrl: string
}

/** The request of Channel - Create. */
export type ChannelCreateInput = {
  /** Text for the audience. */
  name: string
  /** Name in addresses, unique on the whole instance; derived from the name when left out. A previous handle redirects for 30 days, during which no other channel can take it. */
  handle?: string
  /** Text about the channel. */
  description?: string | null
  /** Address of a square image. */
  avatarUrl?: string | null
  /** Address of a wide image. */
  coverPhotoUrl?: string | null
  /** Category. */
  categoryId?: string | null
  /** Sub-category; sets the category as well. */
  subCategoryId?: string | null
  /** Language; the language of the account when left out. */
  language?: string
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Links to show on the channel’s page, in this order. */
  links?: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new videos need a ticket. */
  visibility?: 'public' | 'unlisted' | 'private' | 'ticketed'
  /** Defaults of new videos of the channel; those there already are left alone. */
  defaults?: {
    /** Visibility of new videos. */
    visibility?: 'public' | 'unlisted' | 'private'
    /** Whether new videos give rewards. */
    isRewardsEnabled?: boolean
    /** Target latency of new streams. */
    latencyMode?: 'ultraLow' | 'low' | 'standard'
    /** Whether new streams are recorded. */
    record?: boolean
    /** Length of the DVR window of new streams, in seconds. */
    dvrWindowSeconds?: number
    /** Whether viewers may make clips of new streams. */
    allowViewerClips?: boolean
    /** Visibility of replays of new streams. */
    replayVisibility?: 'public' | 'unlisted' | 'private'
  } | null
  /** Whether new videos give rewards, where neither they nor `defaults` say it. */
  isRewardsEnabled?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Name of the category, in place of `categoryId`. */
  category?: string | null
  /** Name of the sub-category, in place of `subCategoryId`. */
  subCategory?: string | null
}

/** The response to Channel - Create. */
export type ChannelCreateOutput = Channel & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Channel - Delete. */
export type ChannelDeleteInput = {
  /** Id: `chn_` and 34 characters. */
  channelId: string
  /** Ends what is live first, instead of refusing. */
  endLive?: boolean
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Channel - Get By ID. */
export type ChannelGetOutput = Channel & {
  liveStream: null | Stream
  /** The next scheduled streams, at most 10. */
  upcomingStreams: Stream[]
  /** Latest published videos, at most 10. */
  recentStatics: StaticVideo[]
  /** The handle of the request, when the channel has another one now. */
  redirectedFrom?: string
  details: null | Details
  /** Events whose tickets open it or its videos, at most 25. */
  ticketingEvents: Ticketing[]
  /** Views of what was shown on it. */
  totalViews: number
}

/** A page of Channel - Get All. */
export type ChannelList = {
  /** Items of this page, in the order of `sort`. */
  items: Channel[]
  pagination: Pagination
}

/** Channels: the permanent homes of streamers, each with one page and one handle. As a fact has it. */
export type ChannelSnapshot = {
  /** Id of the record, the same as `channelId`. */
  id: string
  /** The same as `id`. */
  channelId: string
  /** State. */
  status: 'active' | 'deleted'
  /** Text for the audience. */
  name: string
  /** Name in addresses, unique on the whole instance; derived from the name when left out. A previous handle redirects for 30 days, during which no other channel can take it. */
  handle: string
  /** Text about the channel. */
  description: string | null
  /** Address of a square image. */
  avatarUrl: string | null
  /** Address of a wide image. */
  coverPhotoUrl: string | null
  /** Category. */
  categoryId: string | null
  /** Sub-category; sets the category as well. */
  subCategoryId: string | null
  /** Language; the language of the account when left out. */
  language: string
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Links to show on the channel’s page, in this order. */
  links: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new videos need a ticket. */
  visibility: 'public' | 'unlisted' | 'private' | 'ticketed'
  /** Defaults of new videos of the channel; those there already are left alone. */
  defaults: {
    /** Visibility of new videos. */
    visibility?: 'public' | 'unlisted' | 'private'
    /** Whether new videos give rewards. */
    isRewardsEnabled?: boolean
    /** Target latency of new streams. */
    latencyMode?: 'ultraLow' | 'low' | 'standard'
    /** Whether new streams are recorded. */
    record?: boolean
    /** Length of the DVR window of new streams, in seconds. */
    dvrWindowSeconds?: number
    /** Whether viewers may make clips of new streams. */
    allowViewerClips?: boolean
    /** Visibility of replays of new streams. */
    replayVisibility?: 'public' | 'unlisted' | 'private'
  } | null
  /** Whether new videos give rewards, where neither they nor `defaults` say it. */
  isRewardsEnabled: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Channel - Update. */
export type ChannelUpdateInput = {
  /** Id: `chn_` and 34 characters. */
  channelId: string
  /** Text for the audience. */
  name?: string
  /** Name in addresses, unique on the whole instance; derived from the name when left out. A previous handle redirects for 30 days, during which no other channel can take it. */
  handle?: string
  /** Text about the channel. */
  description?: string | null
  /** Address of a square image. */
  avatarUrl?: string | null
  /** Address of a wide image. */
  coverPhotoUrl?: string | null
  /** Category. */
  categoryId?: string | null
  /** Sub-category; sets the category as well. */
  subCategoryId?: string | null
  /** Language; the language of the account when left out. */
  language?: string
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Links to show on the channel’s page, in this order. */
  links?: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new videos need a ticket. */
  visibility?: 'public' | 'unlisted' | 'private' | 'ticketed'
  /** Defaults of new videos of the channel; those there already are left alone. */
  defaults?: {
    /** Visibility of new videos. */
    visibility?: 'public' | 'unlisted' | 'private'
    /** Whether new videos give rewards. */
    isRewardsEnabled?: boolean
    /** Target latency of new streams. */
    latencyMode?: 'ultraLow' | 'low' | 'standard'
    /** Whether new streams are recorded. */
    record?: boolean
    /** Length of the DVR window of new streams, in seconds. */
    dvrWindowSeconds?: number
    /** Whether viewers may make clips of new streams. */
    allowViewerClips?: boolean
    /** Visibility of replays of new streams. */
    replayVisibility?: 'public' | 'unlisted' | 'private'
  } | null
  /** Whether new videos give rewards, where neither they nor `defaults` say it. */
  isRewardsEnabled?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Name of the category, in place of `categoryId`. */
  category?: string | null
  /** Name of the sub-category, in place of `subCategoryId`. */
  subCategory?: string | null
}

/** Contacts: people that you write to. */
export type Contact = {
  /** Id of the record, the same as `contactId`. */
  id: string
  /** The same as `id`. */
  contactId: string
  /** State. */
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived' | 'deleted'
  /** Mail address; unique, whatever its case. */
  email: string | null
  /** Phone number (E.164). */
  phone: string | null
  /** Id of the person in a system of yours; unique. */
  externalId: string | null
  /** Id of the person as a viewer, from a viewer token; unique. */
  viewerId: string | null
  /** First name. */
  firstName: string | null
  /** Last name. */
  lastName: string | null
  /** Language (BCP 47). */
  locale: string | null
  /** IANA time zone. */
  timezone: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country: string | null
  /** Attributes of your own: up to 200 keys, 16 KB, three levels. */
  attributes: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Tags. */
  tags: string[]
  /** Keys of the topics that the contact subscribes to. */
  topics: string[]
  /** Whether opens and clicks of the contact are not recorded. */
  trackingDisabled: boolean
  /** The contact that replaced this one. */
  mergedIntoId: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Whether its address gets no mail, whatever its state. */
  isSuppressed: boolean
  /** Whether its number gets no text messages, whatever its state. */
  isPhoneSuppressed: boolean
  /** `role`: the mailbox of a function such as info@; `disposable`: a mailbox for minutes. */
  addressFlags: ('role' | 'disposable')[]
}

/** The request of Contact - Choose. */
export type ContactChooseInput = {
  /** The contact. */
  contactId: string
  /** Proof in the link of a mail. */
  proof: string
  /** Whether the contact gets mail at all. */
  isSubscribed: boolean
  /** Keys of the public topics to subscribe to. */
  topics: string[]
}

/** The response to Contact - Choose. */
export type ContactChooseOutput = {
  /** State of the contact. */
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived'
}

/** The request of Contact - Confirm. */
export type ContactConfirmInput = {
  /** The contact. */
  contactId: string
  /** Proof in the link of a mail. */
  proof: string
}

/** The response to Contact - Confirm. */
export type ContactConfirmOutput = {
  /** State of the contact. */
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived'
}

/** The request of Count Contacts. */
export type ContactCountInput = {
  /** Only contacts that satisfy it. */
  filter?: Record<string, unknown>
  /** The filter as text, in place of `filter`. */
  text?: string
  /** Only members of this segment. */
  segmentId?: string
}

/** The response to Count Contacts. */
export type ContactCountOutput = {
  /** Contacts. */
  count: number
  /** Those that are subscribed and have an address. */
  mailable: number
  /** The filter as a tree. */
  filter?: Record<string, unknown>
  /** The filter as text. */
  text?: string
}

/** The request of Create Contact. */
export type ContactCreateInput = {
  /** Mail address; unique, whatever its case. */
  email?: string | null
  /** Phone number (E.164). */
  phone?: string | null
  /** Id of the person in a system of yours; unique. */
  externalId?: string | null
  /** Id of the person as a viewer, from a viewer token; unique. */
  viewerId?: string | null
  /** First name. */
  firstName?: string | null
  /** Last name. */
  lastName?: string | null
  /** Language (BCP 47). */
  locale?: string | null
  /** IANA time zone. */
  timezone?: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country?: string | null
  /** Attributes of your own: up to 200 keys, 16 KB, three levels. */
  attributes?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Tags. */
  tags?: string[]
  /** Keys of the topics that the contact subscribes to. */
  topics?: string[]
  /** Whether opens and clicks of the contact are not recorded. */
  trackingDisabled?: boolean
  /** Initial state. */
  status?: 'subscribed' | 'pending'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Evidence that the person agreed to get mail. */
  consent?: {
    /** Source of the agreement: a form, an import, a till. */
    source: string
    /** Time of the agreement; now when left out. */
    at?: string
    /** Address of the device, as evidence. */
    ip?: string
    /** Wording that the person agreed to. */
    text?: string
  }
  /** If the contact exists: `error` (409), `merge` what was sent into it, or `ignore` and return it. */
  onConflict?: 'error' | 'merge' | 'ignore'
  /** Refuses an address whose domain receives no mail by its MX records. It is accepted when no name server responds. */
  checkDomain?: boolean
}

/** The response to Create Contact. */
export type ContactCreateOutput = Contact & {
  /** False when it was there already. */
  created: boolean
  /** Scores of this moment. */
  score: {
    /** Highest threshold that the total reaches. */
    status: string
    /** Points for properties of the contact. */
    fit: number
    /** Points for its actions; these decay. */
    engagement: number
    /** Both together. */
    total: number
    /** Grade of the fit. */
    grade: 'A' | 'B' | 'C' | 'D'
    /** Moment that the scores are computed for. */
    asOf: string
    /** The next threshold that decay or an expiry takes the total over, if nothing happens. */
    nextCrossing: {
      /** Name of the threshold. */
      threshold: string
      /** Whether it is reached or left. */
      direction: 'up' | 'down'
      /** Moment. */
      at: string
    } | null
  }
  /** Segments that the contact is in, by name, at most 200. */
  segments: {
    /** The segment. */
    segmentId: string
    /** Name of the segment. */
    name: string
    /** Time since which the contact is in it. */
    since: string
  }[]
}

/** The request of Delete Contact. */
export type ContactDeleteInput = {
  /** The contact. */
  contactId: string
  /** `archive` when left out. */
  mode?: 'archive' | 'erase'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Delete Contact. */
export type ContactDeleteOutput = {
  /** The contact. */
  id: string
  /** `deleted` after an erasure. */
  status: 'archived' | 'deleted'
}

/** The request of Get Contact. */
export type ContactGetInput = {
  /** The contact. */
  contactId?: string
  /** Mail address of the contact, in place of the id. */
  email?: string
  /** Id of the contact in a system of yours, in place of the id. */
  externalId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Parts to add: the newest 25 entries of the time line, the newest 25 messages, score, segments, tokens and coupons, sums of payments. */
  include?: ('timeline' | 'messages' | 'score' | 'segments' | 'loyalty' | 'payments')[]
}

/** The response to Get Contact. */
export type ContactGetOutput = Contact & {
  /** Newest entries of the time line. */
  timeline?: {
    /** Id of the entry. */
    id: string
    /** event, message: its moments are in `data`, automation: a run of an automation or a sequence, consent, score: points that were given, or segment: one that the contact entered. */
    kind: 'event' | 'message' | 'automation' | 'consent' | 'score' | 'segment'
    /** Name of the event, state of the message or run, kind of evidence, or name of the score. */
    name: string
    /** Moment. */
    at: string
    /** Subject of the entry: an order, a channel of mail, an automation, a topic, a reason. */
    subject: string | null
    /** Properties of the entry. */
    data: Record<string, unknown>
  }[]
  /** Newest messages. */
  messages?: {
    /** Id of the entry. */
    id: string
    /** event, message: its moments are in `data`, automation: a run of an automation or a sequence, consent, score: points that were given, or segment: one that the contact entered. */
    kind: 'event' | 'message' | 'automation' | 'consent' | 'score' | 'segment'
    /** Name of the event, state of the message or run, kind of evidence, or name of the score. */
    name: string
    /** Moment. */
    at: string
    /** Subject of the entry: an order, a channel of mail, an automation, a topic, a reason. */
    subject: string | null
    /** Properties of the entry. */
    data: Record<string, unknown>
  }[]
  /** Scores of this moment. */
  score?: {
    /** Highest threshold that the total reaches. */
    status: string
    /** Points for properties of the contact. */
    fit: number
    /** Points for its actions; these decay. */
    engagement: number
    /** Both together. */
    total: number
    /** Grade of the fit. */
    grade: 'A' | 'B' | 'C' | 'D'
    /** Moment that the scores are computed for. */
    asOf: string
    /** The next threshold that decay or an expiry takes the total over, if nothing happens. */
    nextCrossing: {
      /** Name of the threshold. */
      threshold: string
      /** Whether it is reached or left. */
      direction: 'up' | 'down'
      /** Moment. */
      at: string
    } | null
  }
  /** Segments that the contact is in, by name, at most 200. */
  segments?: {
    /** The segment. */
    segmentId: string
    /** Name of the segment. */
    name: string
    /** Time since which the contact is in it. */
    since: string
  }[]
  /** Tokens and coupons of the contact. */
  loyalty?: {
    /** Balances by token. */
    balances: {
      /** Name of the token. */
      token: string
      /** Tokens that the contact can spend. */
      available: number
      /** Tokens that become available later. */
      pending: number
      /** Tokens that are set aside for a purchase. */
      held: number
    }[]
    /** Coupons for this contact alone that it can still use, the newest first, at most 50. */
    coupons: {
      /** The coupon. */
      couponId: string
      /** Code of the coupon. */
      code: string
      /** Name of the coupon. */
      name: string
      /** Moment of its expiry; null for none. */
      expiresAt: string | null
    }[]
  }
  /** Payments of the contact. */
  payments?: {
    /** Payments that succeeded. */
    count: number
    /** Sums by currency. */
    totals: {
      /** Currency. */
      currency: string
      /** Payments in the currency. */
      count: number
      /** Sum of the payments less refunds, in minor units. */
      amount: number
    }[]
  }
}

/** The request of Import Contacts. */
export type ContactImportInput = {
  /** Name, such as that of the file. */
  name?: string | null
  /** Address that the file is downloaded from, in place of an upload. */
  url?: string | null
  /** Format; detected when left out. */
  format?: 'csv' | 'jsonl' | null
  /** Encoding; detected when left out. */
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null
  /** Separator of cells; detected when left out. */
  delimiter?: 'comma' | 'semicolon' | 'tab' | 'pipe' | null
  /** Whether the first row has names; detected when left out. */
  hasHeader?: boolean | null
  /** Columns to import, each with a field or an attribute; guessed from the names when left out. */
  mapping?: {
    /** Name of the column, as in `columns`. */
    columnName: string
    /** Part of the contact that the column fills. */
    field?: 'email' | 'phone' | 'externalId' | 'viewerId' | 'firstName' | 'lastName' | 'locale' | 'timezone' | 'country' | 'tags' | 'topics' | 'trackingDisabled' | 'attributes' | 'status' | 'consentSource' | 'consentAt' | 'consentIp' | 'consentText'
    /** Key of the attribute that it fills instead. */
    attribute?: string
    /** Type of the attribute; `text` when left out. */
    type?: 'text' | 'number' | 'flag' | 'moment'
  }[]
  /** Contacts that exist: `skip` leaves them, `merge` takes values of the file and adds tags and topics, `overwrite` clears what is empty in the file as well. */
  onConflict?: 'skip' | 'merge' | 'overwrite'
  /** State of new contacts. When left out: subscribed with `consent`, else unsubscribed. */
  contactStatus?: 'subscribed' | 'unsubscribed' | null
  /** Tags that every contact of the file gets. */
  tags?: string[]
  /** Topics that every contact of the file gets. */
  topics?: string[]
  /** Evidence that the people of the file agreed to get mail. Columns of the file come first. */
  consent?: {
    /** Source of the agreement: a form, a till, another system. */
    source?: string
    /** Time of the agreement; that of the import when left out. */
    at?: string
    /** Address of the device, as evidence. */
    ip?: string
    /** Wording that the people agreed to. */
    text?: string
  } | null
  /** Static segment that the contacts are put into. */
  segmentId?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Whether rows are checked and counted, and nothing is written. */
  dryRun?: boolean
}

/** The response to Import Contacts. */
export type ContactImportOutput = ImportOfContacts & {
  /** Request that sends the file; null for an import that takes none. */
  upload: {
    /** Address that takes the file. A holder of the address needs no key: keep it secret. */
    url: string
    /** HTTP method of the upload. */
    method: 'PUT'
    /** Time at which the address expires. A later response names another one. */
    expiresAt: string
  } | null
  /** False when it was there already. */
  created: boolean
}

/** A page of Get All Contacts. */
export type ContactList = {
  /** Items of this page, in the order of `sort`. */
  items: ContactListItem[]
  pagination: Pagination
}

/** The request of Get All Contacts. */
export type ContactListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only contacts made at this moment or later. */
  createdAfter?: string
  /** Only contacts changed at this moment or later. */
  updatedAfter?: string
  /** First letters of the address, or of the name, with the first or the last name first. */
  query?: string
  /** Only contacts with all of these tags. */
  tags?: string[]
  /** Only in one of these states; all but archived ones when left out. */
  status?: ('pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived')[]
  /** Only contacts that satisfy it. */
  filter?: Record<string, unknown>
  /** Only members of this segment. */
  segmentId?: string
  /** Only these fields, beside the id; `attributes.plan` is one attribute. All when left out. */
  fields?: string[]
}

/** An item of Get All Contacts. */
export type ContactListItem = {
  /** Id of the record, the same as `contactId`. */
  id: string
  /** The same as `id`. */
  contactId: string
  /** State. */
  status?: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived' | 'deleted'
  /** Mail address; unique, whatever its case. */
  email?: string | null
  /** Phone number (E.164). */
  phone?: string | null
  /** Id of the person in a system of yours; unique. */
  externalId?: string | null
  /** Id of the person as a viewer, from a viewer token; unique. */
  viewerId?: string | null
  /** First name. */
  firstName?: string | null
  /** Last name. */
  lastName?: string | null
  /** Language (BCP 47). */
  locale?: string | null
  /** IANA time zone. */
  timezone?: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country?: string | null
  /** Attributes of your own: up to 200 keys, 16 KB, three levels. */
  attributes?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Tags. */
  tags?: string[]
  /** Keys of the topics that the contact subscribes to. */
  topics?: string[]
  /** Whether opens and clicks of the contact are not recorded. */
  trackingDisabled?: boolean
  /** The contact that replaced this one. */
  mergedIntoId?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Time of creation. */
  createdAt?: string
  /** Time of the last change. */
  updatedAt?: string
  /** Counts its changes; `ifVersion` compares with it. */
  version?: number
  /** Whether its address gets no mail, whatever its state. */
  isSuppressed?: boolean
  /** Whether its number gets no text messages, whatever its state. */
  isPhoneSuppressed?: boolean
  /** `role`: the mailbox of a function such as info@; `disposable`: a mailbox for minutes. */
  addressFlags?: ('role' | 'disposable')[]
}

/** The request of Contacts - Names in Use. */
export type ContactNamesInput = {
  /** Name of an event whose properties are added. */
  event?: string
}

/** The response to Contacts - Names in Use. */
export type ContactNamesOutput = {
  /** Attributes that contacts have or had. */
  attributes: string[]
  /** Events of the last 13 months, the first 1000 by name. */
  events: string[]
  /** Tags of the newest 5000 contacts, the first 1000 by name. */
  tags: string[]
  /** Properties of the newest 1000 events that `event` names. */
  properties?: {
    /** Name of the property. */
    name: string
    /** Values of the property, the 30 most frequent first; long texts are left out. */
    values: (string | number | boolean)[]
  }[]
}

/** Contacts: people that you write to. As a fact has it. */
export type ContactSnapshot = {
  /** Id of the record, the same as `contactId`. */
  id: string
  /** The same as `id`. */
  contactId: string
  /** State. */
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived' | 'deleted'
  /** Mail address; unique, whatever its case. */
  email: string | null
  /** Phone number (E.164). */
  phone: string | null
  /** Id of the person in a system of yours; unique. */
  externalId: string | null
  /** Id of the person as a viewer, from a viewer token; unique. */
  viewerId: string | null
  /** First name. */
  firstName: string | null
  /** Last name. */
  lastName: string | null
  /** Language (BCP 47). */
  locale: string | null
  /** IANA time zone. */
  timezone: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country: string | null
  /** Attributes of your own: up to 200 keys, 16 KB, three levels. */
  attributes: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Tags. */
  tags: string[]
  /** Keys of the topics that the contact subscribes to. */
  topics: string[]
  /** Whether opens and clicks of the contact are not recorded. */
  trackingDisabled: boolean
  /** The contact that replaced this one. */
  mergedIntoId: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Contact - Subscribe. */
export type ContactSubscribeInput = {
  /** The account to read from, where neither an id nor the key names it. */
  accountId: string
  /** Mail address of the person. */
  email: string
  /** First name. */
  firstName?: string
  /** Keys of public topics; default ones if left out. */
  topics?: string[]
}

/** The response to Contact - Subscribe. */
export type ContactSubscribeOutput = {
  /** Always true. */
  sent: boolean
}

/** The request of Contacts - Timeline. */
export type ContactTimelineInput = {
  /** The contact. */
  contactId: string
  /** Only entries of these kinds. */
  kinds?: ('event' | 'message' | 'automation' | 'consent' | 'score' | 'segment')[]
  /** Only entries of this name. */
  name?: string
  /** Items per page; 25 when left out. */
  limit?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
}

/** An item of Contacts - Timeline. */
export type ContactTimelineItem = {
  /** Id of the entry. */
  id: string
  /** event, message: its moments are in `data`, automation: a run of an automation or a sequence, consent, score: points that were given, or segment: one that the contact entered. */
  kind: 'event' | 'message' | 'automation' | 'consent' | 'score' | 'segment'
  /** Name of the event, state of the message or run, kind of evidence, or name of the score. */
  name: string
  /** Moment. */
  at: string
  /** Subject of the entry: an order, a channel of mail, an automation, a topic, a reason. */
  subject: string | null
  /** Properties of the entry. */
  data: Record<string, unknown>
}

/** A page of Contacts - Timeline. */
export type ContactTimelineOutput = {
  /** Items of this page, in the order of `sort`. */
  items: ContactTimelineItem[]
  /** The contact. */
  id: string
  pagination: Pagination
}

/** The request of Update Contact. */
export type ContactUpdateInput = {
  /** The contact. */
  contactId?: string
  /** Mail address; unique, whatever its case. */
  email?: string | null
  /** Phone number (E.164). */
  phone?: string | null
  /** Id of the person in a system of yours; unique. */
  externalId?: string | null
  /** Id of the person as a viewer, from a viewer token; unique. */
  viewerId?: string | null
  /** First name. */
  firstName?: string | null
  /** Last name. */
  lastName?: string | null
  /** Language (BCP 47). */
  locale?: string | null
  /** IANA time zone. */
  timezone?: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country?: string | null
  /** Attributes of your own: up to 200 keys, 16 KB, three levels. */
  attributes?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Tags. */
  tags?: string[]
  /** Keys of the topics that the contact subscribes to. */
  topics?: string[]
  /** Whether opens and clicks of the contact are not recorded. */
  trackingDisabled?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `subscribe`: it gets mail; unless it was pending or bounced, this needs `consent`. `unsubscribe`: it gets no mail. `archive`: it is put away and leaves all segments. `restore`: back from the archive; it gets no mail yet. */
  action?: 'subscribe' | 'unsubscribe' | 'archive' | 'restore'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Tags to add. */
  addTags?: string[]
  /** Tags to remove. */
  removeTags?: string[]
  /** Evidence that the person agreed to get mail. */
  consent?: {
    /** Source of the agreement: a form, an import, a till. */
    source: string
    /** Time of the agreement; now when left out. */
    at?: string
    /** Address of the device, as evidence. */
    ip?: string
    /** Wording that the person agreed to. */
    text?: string
  }
  /** A contact that is the same person. */
  mergeFrom?: string
}

/** The response to Update Contact. */
export type ContactUpdateOutput = Contact & {
  /** Names of the fields that changed. */
  changed: string[]
}

/** Coupons: codes that lower a price or give tokens, with limits that hold to the unit. */
export type Coupon = {
  /** Id of the record, the same as `couponId`. */
  id: string
  /** The same as `id`. */
  couponId: string
  /** State. */
  status: 'scheduled' | 'active' | 'paused' | 'exhausted' | 'expired' | 'deleted'
  /** Name of the offer, as an audience sees it. */
  name: string
  /** Code, 3 to 64 letters, digits, `_` and `-`, kept in capital letters and compared in any case; 10 random characters when left out. */
  code: string
  /** Effect of the coupon, needed without `promotionId`; replaced as a whole. */
  discount: {
    /** `percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes pieces off, `freeShipping` the shipping, `tokens` gives tokens to the contact. */
    type: 'percent' | 'amount' | 'fixedPrice' | 'freeItem' | 'freeShipping' | 'tokens'
    /** Percent with up to two decimals, for `percent`. */
    percentOff?: number
    /** Largest discount of one use in minor units; needs `currency`. */
    maxAmount?: number
    /** Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`. */
    amount?: number
    /** Currency of the amounts. */
    currency?: string
    /** Article, for `freeItem`. */
    sku?: string
    /** Pieces of the article, for `freeItem`; 1 by default. */
    quantity?: number
    /** Token, for `tokens`; `POINTS` by default. */
    token?: string
  } | null
  /** Promotion with trigger `code` whose effects the code gives, in place of `discount`: within the state, times, limits and budget of both. What it lowers and how it combines is then said by the promotion. */
  promotionId: string | null
  /** Moment from which it can be used; that of its creation by default. */
  startsAt: string
  /** Moment from which it can be used no longer; null for never. */
  expiresAt: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Uses by all people; 1 by default for codes of a batch, null for no limit. */
  maxRedemptions: number | null
  /** Uses by one contact; 1 by default, null for no limit. */
  maxRedemptionsPerContact: number | null
  /** Sum of all discounts; null for no limit. */
  budget: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Least price of an order before discounts. */
  minSubtotal: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Part of an order that the discount lowers; all of it when left out. */
  appliesTo: {
    /** Articles; one match of `skus` or `categories` is enough. */
    skus?: string[]
    /** Categories of articles. */
    categories?: string[]
    /** Payment links. */
    paymentLinkIds?: string[]
    /** Events. */
    eventIds?: string[]
    /** Places. */
    placeIds?: string[]
    /** Vendors. */
    vendorIds?: string[]
    /** Live streams whose payment links it applies to. */
    streamIds?: string[]
  } | null
  /** People who may use it, by one of the three; everyone when left out. */
  audience: {
    /** Members of this segment. */
    segmentId?: string
    /** Contacts that satisfy this filter. */
    filter?: Record<string, unknown>
    /** This contact alone. */
    contactId?: string
  } | null
  /** Whether it is for contacts who have not bought yet. */
  firstPurchaseOnly: boolean
  /** Behaviour beside other offers; replaced as a whole. */
  stacking: {
    /** Part of the price that it lowers, and its place in the order of evaluation; follows the discount. */
    class?: 'product' | 'order' | 'shipping'
    /** Classes of offers that may apply beside it, if they agree; none. */
    combinesWith?: ('product' | 'order' | 'shipping')[]
    /** Whether it applies alone or not at all; false by default. */
    exclusive?: boolean
    /** Smaller numbers first; 100 by default. */
    priority?: number
  }
  /** Uses, without those rolled back. */
  redeemed: number
  /** Uses that are reserved and count towards the limit. */
  reserved: number
  /** Sum of the discounts of uses and reservations, less what was rolled back; null before one. */
  discountGranted: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Whether it was ever used or reserved: its effect and its audience are then fixed. */
  hasBeenUsed: boolean
  /** Batch that it was made in. */
  batchId: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Uses that are left; null without a limit. */
  remaining: number | null
  /** Address of its QR code as SVG, which holds the code. The address alone opens it. */
  qrUrl: string
}

/** Batches of coupons: generated codes with the same terms. */
export type CouponBatch = {
  /** Id of the record, the same as `batchId`. */
  id: string
  /** The same as `id`. */
  batchId: string
  /** State. */
  status: 'building' | 'ready' | 'deleted'
  /** Name of its coupons at their creation. */
  name: string
  /** Number of its codes. */
  quantity: number
  /** Codes that exist. */
  made: number
  /** Shape of generated codes. */
  codePattern: {
    /** Beginning of each code. */
    prefix?: string
    /** Random characters; 10 by default. */
    length?: number
    /** End of each code. */
    suffix?: string
  } | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The response to Batch - Get. */
export type CouponBatchGetOutput = CouponBatch & {
  /** Uses by day, oldest first: days with uses among the last 90. */
  usage?: {
    /** Day (UTC). */
    day: string
    /** Uses that began on the day, without those rolled back. */
    redeemed: number
    /** Uses that began on the day and were rolled back. */
    rolledBack: number
    /** Discounts of these uses by currency, less what was taken back. */
    discounts: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    }[]
  }[]
}

/** A page of Batch - Get All. */
export type CouponBatchList = {
  /** Items of this page, in the order of `sort`. */
  items: CouponBatch[]
  pagination: Pagination
}

/** The request of Create Coupon. */
export type CouponCreateInput = {
  /** Name of the offer, as an audience sees it. */
  name: string
  /** Code, 3 to 64 letters, digits, `_` and `-`, kept in capital letters and compared in any case; 10 random characters when left out. */
  code?: string
  /** Effect of the coupon, needed without `promotionId`; replaced as a whole. */
  discount?: {
    /** `percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes pieces off, `freeShipping` the shipping, `tokens` gives tokens to the contact. */
    type: 'percent' | 'amount' | 'fixedPrice' | 'freeItem' | 'freeShipping' | 'tokens'
    /** Percent with up to two decimals, for `percent`. */
    percentOff?: number
    /** Largest discount of one use in minor units; needs `currency`. */
    maxAmount?: number
    /** Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`. */
    amount?: number
    /** Currency of the amounts. */
    currency?: string
    /** Article, for `freeItem`. */
    sku?: string
    /** Pieces of the article, for `freeItem`; 1 by default. */
    quantity?: number
    /** Token, for `tokens`; `POINTS` by default. */
    token?: string
  } | null
  /** Promotion with trigger `code` whose effects the code gives, in place of `discount`: within the state, times, limits and budget of both. What it lowers and how it combines is then said by the promotion. */
  promotionId?: string | null
  /** Moment from which it can be used; that of its creation by default. */
  startsAt?: string
  /** Moment from which it can be used no longer; null for never. */
  expiresAt?: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows?: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Uses by all people; 1 by default for codes of a batch, null for no limit. */
  maxRedemptions?: number | null
  /** Uses by one contact; 1 by default, null for no limit. */
  maxRedemptionsPerContact?: number | null
  /** Sum of all discounts; null for no limit. */
  budget?: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Least price of an order before discounts. */
  minSubtotal?: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Part of an order that the discount lowers; all of it when left out. */
  appliesTo?: {
    /** Articles; one match of `skus` or `categories` is enough. */
    skus?: string[]
    /** Categories of articles. */
    categories?: string[]
    /** Payment links. */
    paymentLinkIds?: string[]
    /** Events. */
    eventIds?: string[]
    /** Places. */
    placeIds?: string[]
    /** Vendors. */
    vendorIds?: string[]
    /** Live streams whose payment links it applies to. */
    streamIds?: string[]
  } | null
  /** People who may use it, by one of the three; everyone when left out. */
  audience?: {
    /** Members of this segment. */
    segmentId?: string
    /** Contacts that satisfy this filter. */
    filter?: Record<string, unknown>
    /** This contact alone. */
    contactId?: string
  } | null
  /** Whether it is for contacts who have not bought yet. */
  firstPurchaseOnly?: boolean
  /** Behaviour beside other offers; replaced as a whole. */
  stacking?: {
    /** Part of the price that it lowers, and its place in the order of evaluation; follows the discount. */
    class?: 'product' | 'order' | 'shipping'
    /** Classes of offers that may apply beside it, if they agree; none. */
    combinesWith?: ('product' | 'order' | 'shipping')[]
    /** Whether it applies alone or not at all; false by default. */
    exclusive?: boolean
    /** Smaller numbers first; 100 by default. */
    priority?: number
  }
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Number of coupons; more than one have generated codes. */
  quantity?: number
  /** Shape of generated codes. */
  codePattern?: {
    /** Beginning of each code. */
    prefix?: string
    /** Random characters; 10 by default. */
    length?: number
    /** End of each code. */
    suffix?: string
  }
  /** Time from `startsAt` to the end in place of `expiresAt`: `P30D`, `PT90M`. */
  validFor?: string
}

/** The response to Create Coupon. */
export type CouponCreateOutput = Coupon & {
  /** False when it was there already. */
  created: boolean
  /** Batch of a creation with a `quantity`; null for a single coupon. */
  batch: {
    /** The batch. */
    batchId: string
    /** `building` while codes are being made. */
    status: 'building' | 'ready'
    /** Number of its codes. */
    quantity: number
    /** Codes that exist. */
    made: number
    /** Codes, the first 200. */
    codes: string[]
    /** All coupons of the batch as CSV: get it with your key and `Accept: text/csv`. */
    csvUrl: string
  } | null
}

/** The request of Delete. */
export type CouponDeleteInput = {
  /** Id: `cpn_` and 34 characters. */
  couponId?: string
  /** A batch, in place of one coupon. */
  batchId?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Delete. */
export type CouponDeleteOutput = {
  /** The coupon or the batch. */
  id: string
  /** Always `archived`. */
  status: 'archived'
}

/** The response to Get. */
export type CouponGetOutput = Coupon & {
  /** With a contact, an order or a moment: whether it can be used. */
  validation?: {
    /** Whether it can be used. */
    valid: boolean
    /** Reasons why it cannot. */
    reasons: string[]
    /** Discount of the order; null without an order. */
    discount: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Discount by line of the order; empty without an order. */
    trace: {
      /** Line of the order, `1` for the first. */
      key: string
      /** Price of the line before the discount. */
      subtotal: {
        /** Whole minor units: cents of EUR, yen of JPY. */
        amount: number
        /** Currency of ISO 4217. */
        currency: string
      }
      /** Part of the discount on the line. */
      discount: {
        /** Whole minor units: cents of EUR, yen of JPY. */
        amount: number
        /** Currency of ISO 4217. */
        currency: string
      }
      /** Price of the line after the discount. */
      total: {
        /** Whole minor units: cents of EUR, yen of JPY. */
        amount: number
        /** Currency of ISO 4217. */
        currency: string
      }
    }[]
  }
  /** Uses by day, oldest first: days with uses among the last 90. */
  usage?: {
    /** Day (UTC). */
    day: string
    /** Uses that began on the day, without those rolled back. */
    redeemed: number
    /** Uses that began on the day and were rolled back. */
    rolledBack: number
    /** Discounts of these uses by currency, less what was taken back. */
    discounts: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    }[]
  }[]
}

/** A page of Get All. */
export type CouponList = {
  /** Items of this page, in the order of `sort`. */
  items: Coupon[]
  pagination: Pagination
}

/** Coupons: codes that lower a price or give tokens, with limits that hold to the unit. As a fact has it. */
export type CouponSnapshot = {
  /** Id of the record, the same as `couponId`. */
  id: string
  /** The same as `id`. */
  couponId: string
  /** State. */
  status: 'scheduled' | 'active' | 'paused' | 'exhausted' | 'expired' | 'deleted'
  /** Name of the offer, as an audience sees it. */
  name: string
  /** Code, 3 to 64 letters, digits, `_` and `-`, kept in capital letters and compared in any case; 10 random characters when left out. */
  code: string
  /** Effect of the coupon, needed without `promotionId`; replaced as a whole. */
  discount: {
    /** `percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes pieces off, `freeShipping` the shipping, `tokens` gives tokens to the contact. */
    type: 'percent' | 'amount' | 'fixedPrice' | 'freeItem' | 'freeShipping' | 'tokens'
    /** Percent with up to two decimals, for `percent`. */
    percentOff?: number
    /** Largest discount of one use in minor units; needs `currency`. */
    maxAmount?: number
    /** Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`. */
    amount?: number
    /** Currency of the amounts. */
    currency?: string
    /** Article, for `freeItem`. */
    sku?: string
    /** Pieces of the article, for `freeItem`; 1 by default. */
    quantity?: number
    /** Token, for `tokens`; `POINTS` by default. */
    token?: string
  } | null
  /** Promotion with trigger `code` whose effects the code gives, in place of `discount`: within the state, times, limits and budget of both. What it lowers and how it combines is then said by the promotion. */
  promotionId: string | null
  /** Moment from which it can be used; that of its creation by default. */
  startsAt: string
  /** Moment from which it can be used no longer; null for never. */
  expiresAt: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Uses by all people; 1 by default for codes of a batch, null for no limit. */
  maxRedemptions: number | null
  /** Uses by one contact; 1 by default, null for no limit. */
  maxRedemptionsPerContact: number | null
  /** Sum of all discounts; null for no limit. */
  budget: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Least price of an order before discounts. */
  minSubtotal: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Part of an order that the discount lowers; all of it when left out. */
  appliesTo: {
    /** Articles; one match of `skus` or `categories` is enough. */
    skus?: string[]
    /** Categories of articles. */
    categories?: string[]
    /** Payment links. */
    paymentLinkIds?: string[]
    /** Events. */
    eventIds?: string[]
    /** Places. */
    placeIds?: string[]
    /** Vendors. */
    vendorIds?: string[]
    /** Live streams whose payment links it applies to. */
    streamIds?: string[]
  } | null
  /** People who may use it, by one of the three; everyone when left out. */
  audience: {
    /** Members of this segment. */
    segmentId?: string
    /** Contacts that satisfy this filter. */
    filter?: Record<string, unknown>
    /** This contact alone. */
    contactId?: string
  } | null
  /** Whether it is for contacts who have not bought yet. */
  firstPurchaseOnly: boolean
  /** Behaviour beside other offers; replaced as a whole. */
  stacking: {
    /** Part of the price that it lowers, and its place in the order of evaluation; follows the discount. */
    class?: 'product' | 'order' | 'shipping'
    /** Classes of offers that may apply beside it, if they agree; none. */
    combinesWith?: ('product' | 'order' | 'shipping')[]
    /** Whether it applies alone or not at all; false by default. */
    exclusive?: boolean
    /** Smaller numbers first; 100 by default. */
    priority?: number
  }
  /** Uses, without those rolled back. */
  redeemed: number
  /** Uses that are reserved and count towards the limit. */
  reserved: number
  /** Sum of the discounts of uses and reservations, less what was rolled back; null before one. */
  discountGranted: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Whether it was ever used or reserved: its effect and its audience are then fixed. */
  hasBeenUsed: boolean
  /** Batch that it was made in. */
  batchId: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Update. */
export type CouponUpdateInput = {
  /** Id: `cpn_` and 34 characters. */
  couponId: string
  /** Name of the offer, as an audience sees it. */
  name?: string
  /** Effect of the coupon, needed without `promotionId`; replaced as a whole. */
  discount?: {
    /** `percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes pieces off, `freeShipping` the shipping, `tokens` gives tokens to the contact. */
    type: 'percent' | 'amount' | 'fixedPrice' | 'freeItem' | 'freeShipping' | 'tokens'
    /** Percent with up to two decimals, for `percent`. */
    percentOff?: number
    /** Largest discount of one use in minor units; needs `currency`. */
    maxAmount?: number
    /** Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`. */
    amount?: number
    /** Currency of the amounts. */
    currency?: string
    /** Article, for `freeItem`. */
    sku?: string
    /** Pieces of the article, for `freeItem`; 1 by default. */
    quantity?: number
    /** Token, for `tokens`; `POINTS` by default. */
    token?: string
  } | null
  /** Moment from which it can be used; that of its creation by default. */
  startsAt?: string
  /** Moment from which it can be used no longer; null for never. */
  expiresAt?: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows?: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Uses by all people; 1 by default for codes of a batch, null for no limit. */
  maxRedemptions?: number | null
  /** Uses by one contact; 1 by default, null for no limit. */
  maxRedemptionsPerContact?: number | null
  /** Sum of all discounts; null for no limit. */
  budget?: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Least price of an order before discounts. */
  minSubtotal?: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Part of an order that the discount lowers; all of it when left out. */
  appliesTo?: {
    /** Articles; one match of `skus` or `categories` is enough. */
    skus?: string[]
    /** Categories of articles. */
    categories?: string[]
    /** Payment links. */
    paymentLinkIds?: string[]
    /** Events. */
    eventIds?: string[]
    /** Places. */
    placeIds?: string[]
    /** Vendors. */
    vendorIds?: string[]
    /** Live streams whose payment links it applies to. */
    streamIds?: string[]
  } | null
  /** People who may use it, by one of the three; everyone when left out. */
  audience?: {
    /** Members of this segment. */
    segmentId?: string
    /** Contacts that satisfy this filter. */
    filter?: Record<string, unknown>
    /** This contact alone. */
    contactId?: string
  } | null
  /** Whether it is for contacts who have not bought yet. */
  firstPurchaseOnly?: boolean
  /** Behaviour beside other offers; replaced as a whole. */
  stacking?: {
    /** Part of the price that it lowers, and its place in the order of evaluation; follows the discount. */
    class?: 'product' | 'order' | 'shipping'
    /** Classes of offers that may apply beside it, if they agree; none. */
    combinesWith?: ('product' | 'order' | 'shipping')[]
    /** Whether it applies alone or not at all; false by default. */
    exclusive?: boolean
    /** Smaller numbers first; 100 by default. */
    priority?: number
  }
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `pause`: it cannot be used until it resumes. `resume`: it can be used again; one that is not due, used up or over becomes that. */
  action?: 'pause' | 'resume'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Validate. */
export type CouponValidateInput = {
  /** Codes, as typed. */
  codes: string[]
  /** Contact who is to use them. */
  contactId?: string
  /** Order with `items` or a `subtotal`: the discount follows from it. */
  order: {
    /** Currency of the order. */
    currency: string
    /** Price before discounts in minor units, where there are no `items`. */
    subtotal?: number
    /** Lines of the order. */
    items?: {
      /** Article. */
      sku?: string
      /** Name of the article. */
      name?: string
      /** Categories of the article. */
      categories?: string[]
      /** Pieces; 1 by default. */
      quantity?: number
      /** Price of one piece in minor units. */
      unitAmount: number
    }[]
    /** Costs of shipping in minor units; none when left out. */
    shipping?: number
  }
}

/** The response to Validate. */
export type CouponValidateOutput = {
  /** Price before discounts, with shipping. */
  subtotal: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  }
  /** Sum of the discounts. */
  discountTotal: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  }
  /** Price after discounts. */
  total: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  }
  /** Decisions in the order of evaluation. */
  trace: {
    /** Code of the coupon. */
    code: string
    /** The coupon. */
    couponId: string
    /** Whether it lowers the price. */
    applied: boolean
    /** Reason why it does not apply; null where it does. */
    reason: string | null
    /** Discount of the coupon. */
    discount: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    }
  }[]
  /** Codes that do not apply; `unknown_code` for those that do not exist. */
  rejected: {
    /** Code in capital letters. */
    code: string
    /** Reason why it does not apply. */
    reason: string
  }[]
}

/** The deleted resource. It is kept for 30 days and no longer shown. */
export type Deleted = {
  /** The id of the deleted resource. */
  id: string
  /** Always `deleted`. */
  status: 'deleted'
}

/** Details: what is written about a video or a channel, one sheet per language. */
export type Details = {
  /** Id of the record, the same as `detailsId`. */
  id: string
  /** The same as `id`. */
  detailsId: string
  /** State. */
  status: 'draft' | 'published' | 'archived' | 'deleted'
  /** The stream, video or channel that the details describe. */
  targetType: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId: string
  /** Language of the sheet, unique per target; the language of the target when left out. */
  locale: string
  /** The title in this language. */
  title: string | null
  /** The description in this language: a subset of Markdown. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Cover image for this language. */
  coverPhotoUrl: string | null
  /** Audience that the content is fit for. mature: the page warns before it plays. adult: the page requires a confirmation of the age. The strictest of all languages and of the channel holds. */
  maturityRating: 'everyone' | 'teen' | 'mature' | 'adult'
  /** Warnings for viewers before they watch. */
  contentWarnings: string[]
  /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
  licence: string | null
  /** Parts of the video, in order; each lasts until the next. */
  chapters: {
    /** Start position; 0 for the first. */
    startSeconds: number
    /** Title. */
    title: string
  }[]
  /** Captions and subtitles, with the address and the state of each file. */
  captions: {
    /** Language of the text. */
    language: string
    /** Name of the track in the menu of a player. */
    label: string
    /** captions: speech and other audio. subtitles: translated speech. */
    kind: 'captions' | 'subtitles'
    /** Address of a WebVTT or SubRip file, fetched soon after it was sent. */
    url: string
    /** pending: the file is being fetched. ready: its text is kept. failed: `error` says why. */
    status: 'pending' | 'ready' | 'failed'
    /** The error of the last attempt, in words. */
    error: string | null
    /** Address of the kept WebVTT file; null until there is one. */
    vttUrl: string | null
  }[]
  /** Contributors, each with a role. */
  credits: {
    /** Part that the person had. */
    role: string
    /** Name of the person. */
    name: string
    /** Address of a page of the person. */
    url?: string
  }[]
  /** Products that the page shows beside the player. */
  products: {
    /** Name of the product. */
    label: string
    /** Address of the shop; exactly one of url and paymentLinkId. */
    url?: string
    /** Payment link that sells it. It is shown while the link takes payments of anyone. */
    paymentLinkId?: string
    /** Moment of the video at which the product is highlighted. */
    atSeconds?: number
  }[]
  /** Links to show beside it. */
  links: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** Up to 50 fields of your own, shown to the audience as well. */
  customFields: Record<string, string>
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Address of the chapters as a WebVTT file. */
  vttChaptersUrl: string | null
}

/** The request of Details - Create. */
export type DetailsCreateInput = {
  /** The stream, video or channel that the details describe. */
  targetType: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId: string
  /** Language of the sheet, unique per target; the language of the target when left out. */
  locale?: string
  /** The title in this language. */
  title?: string | null
  /** The description in this language: a subset of Markdown. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Cover image for this language. */
  coverPhotoUrl?: string | null
  /** Audience that the content is fit for. mature: the page warns before it plays. adult: the page requires a confirmation of the age. The strictest of all languages and of the channel holds. */
  maturityRating?: 'everyone' | 'teen' | 'mature' | 'adult'
  /** Warnings for viewers before they watch. */
  contentWarnings?: string[]
  /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
  licence?: string | null
  /** Parts of the video, in order; each lasts until the next. */
  chapters?: {
    /** Start position; 0 for the first. */
    startSeconds: number
    /** Title. */
    title: string
  }[]
  /** Caption files. They are fetched, turned into WebVTT and kept. */
  captions?: {
    /** Language of the text. */
    language: string
    /** Name of the track in the menu of a player. */
    label: string
    /** captions: speech and other audio. subtitles: translated speech. */
    kind: 'captions' | 'subtitles'
    /** Address of a WebVTT or SubRip file, fetched soon after it was sent. */
    url: string
  }[]
  /** Contributors, each with a role. */
  credits?: {
    /** Part that the person had. */
    role: string
    /** Name of the person. */
    name: string
    /** Address of a page of the person. */
    url?: string
  }[]
  /** Products that the page shows beside the player. */
  products?: {
    /** Name of the product. */
    label: string
    /** Address of the shop; exactly one of url and paymentLinkId. */
    url?: string
    /** Payment link that sells it. It is shown while the link takes payments of anyone. */
    paymentLinkId?: string
    /** Moment of the video at which the product is highlighted. */
    atSeconds?: number
  }[]
  /** Links to show beside it. */
  links?: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** Up to 50 fields of your own, shown to the audience as well. */
  customFields?: Record<string, string>
  /** Initial state. */
  status?: 'draft' | 'published'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Details - Create. */
export type DetailsCreateOutput = Details & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Details - Delete. */
export type DetailsDeleteInput = {
  /** Id: `det_` and 34 characters. */
  detailsId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Details - Get Caption. */
export type DetailsGetCaptionOutput = {
  /** The sheet. */
  id: string
  /** Position in `captions`, from 0. */
  position: number
  /** WebVTT; null while no text is kept at this position. */
  text: string | null
}

/** The response to Details - Get By ID. */
export type DetailsGetOutput = Details & {
  /** The language that was found. */
  resolvedLocale: string
}

/** A page of Details - Get All. */
export type DetailsList = {
  /** Items of this page, in the order of `sort`. */
  items: Details[]
  pagination: Pagination
}

/** The request of Details - Set Caption. */
export type DetailsSetCaptionInput = {
  /** Id: `det_` and 34 characters. */
  detailsId: string
  /** Caption to replace; left out: a new one. */
  position?: number
  /** Language of the text. */
  language: string
  /** Name of the track in the menu of a player. */
  label: string
  /** captions: speech and other audio. subtitles: translated speech. */
  kind: 'captions' | 'subtitles'
  /** WebVTT or SubRip. */
  text: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Details: what is written about a video or a channel, one sheet per language. As a fact has it. */
export type DetailsSnapshot = {
  /** Id of the record, the same as `detailsId`. */
  id: string
  /** The same as `id`. */
  detailsId: string
  /** State. */
  status: 'draft' | 'published' | 'archived' | 'deleted'
  /** The stream, video or channel that the details describe. */
  targetType: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId: string
  /** Language of the sheet, unique per target; the language of the target when left out. */
  locale: string
  /** The title in this language. */
  title: string | null
  /** The description in this language: a subset of Markdown. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Cover image for this language. */
  coverPhotoUrl: string | null
  /** Audience that the content is fit for. mature: the page warns before it plays. adult: the page requires a confirmation of the age. The strictest of all languages and of the channel holds. */
  maturityRating: 'everyone' | 'teen' | 'mature' | 'adult'
  /** Warnings for viewers before they watch. */
  contentWarnings: string[]
  /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
  licence: string | null
  /** Parts of the video, in order; each lasts until the next. */
  chapters: {
    /** Start position; 0 for the first. */
    startSeconds: number
    /** Title. */
    title: string
  }[]
  /** Caption files. They are fetched, turned into WebVTT and kept. */
  captions: {
    /** Language of the text. */
    language: string
    /** Name of the track in the menu of a player. */
    label: string
    /** captions: speech and other audio. subtitles: translated speech. */
    kind: 'captions' | 'subtitles'
    /** Address of a WebVTT or SubRip file, fetched soon after it was sent. */
    url: string
  }[]
  /** Contributors, each with a role. */
  credits: {
    /** Part that the person had. */
    role: string
    /** Name of the person. */
    name: string
    /** Address of a page of the person. */
    url?: string
  }[]
  /** Products that the page shows beside the player. */
  products: {
    /** Name of the product. */
    label: string
    /** Address of the shop; exactly one of url and paymentLinkId. */
    url?: string
    /** Payment link that sells it. It is shown while the link takes payments of anyone. */
    paymentLinkId?: string
    /** Moment of the video at which the product is highlighted. */
    atSeconds?: number
  }[]
  /** Links to show beside it. */
  links: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** Up to 50 fields of your own, shown to the audience as well. */
  customFields: Record<string, string>
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Details - Update. */
export type DetailsUpdateInput = {
  /** Id: `det_` and 34 characters. */
  detailsId: string
  /** Language of the sheet, unique per target; the language of the target when left out. */
  locale?: string
  /** The title in this language. */
  title?: string | null
  /** The description in this language: a subset of Markdown. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Cover image for this language. */
  coverPhotoUrl?: string | null
  /** Audience that the content is fit for. mature: the page warns before it plays. adult: the page requires a confirmation of the age. The strictest of all languages and of the channel holds. */
  maturityRating?: 'everyone' | 'teen' | 'mature' | 'adult'
  /** Warnings for viewers before they watch. */
  contentWarnings?: string[]
  /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
  licence?: string | null
  /** Parts of the video, in order; each lasts until the next. */
  chapters?: {
    /** Start position; 0 for the first. */
    startSeconds: number
    /** Title. */
    title: string
  }[]
  /** Caption files. They are fetched, turned into WebVTT and kept. */
  captions?: {
    /** Language of the text. */
    language: string
    /** Name of the track in the menu of a player. */
    label: string
    /** captions: speech and other audio. subtitles: translated speech. */
    kind: 'captions' | 'subtitles'
    /** Address of a WebVTT or SubRip file, fetched soon after it was sent. */
    url: string
  }[]
  /** Contributors, each with a role. */
  credits?: {
    /** Part that the person had. */
    role: string
    /** Name of the person. */
    name: string
    /** Address of a page of the person. */
    url?: string
  }[]
  /** Products that the page shows beside the player. */
  products?: {
    /** Name of the product. */
    label: string
    /** Address of the shop; exactly one of url and paymentLinkId. */
    url?: string
    /** Payment link that sells it. It is shown while the link takes payments of anyone. */
    paymentLinkId?: string
    /** Moment of the video at which the product is highlighted. */
    atSeconds?: number
  }[]
  /** Links to show beside it. */
  links?: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** Up to 50 fields of your own, shown to the audience as well. */
  customFields?: Record<string, string>
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `publish`: shows a draft. `unpublish`: makes it a draft again. `archive`: puts it away for good. */
  action?: 'publish' | 'unpublish' | 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Email sequences: mails in a row to each contact that is enrolled. */
export type EmailSequence = {
  /** Id of the record, the same as `emailSequenceId`. */
  id: string
  /** The same as `id`. */
  emailSequenceId: string
  /** State. */
  status: 'draft' | 'active' | 'archived' | 'deleted'
  /** Name. */
  name: string
  /** Version of its steps. */
  definitionVersion: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Create Email Sequence. */
export type EmailSequenceCreateInput = {
  /** Name. */
  name: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Mails, in order. */
  steps: {
    /** Name of the step within the sequence. */
    stepId: string
    /** Template of the mail. */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Time after the step before, or after the enrolment. */
    delay: string
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Condition of the mail: contacts that do not match go on to the next step. */
    condition?: Record<string, unknown>
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }[]
  /** Answers of a contact that end its enrolment. */
  stopOn?: {
    /** Whether a reply ends it. */
    reply?: boolean
    /** Whether a click on a link ends it. */
    click?: boolean
    /** Whether an unsubscription, a bounce or a complaint ends it; true when left out. */
    unsubscribe?: boolean
    /** Goal: a contact that matches is done. */
    goal?: Record<string, unknown>
  }
  /** Contacts to enrol: at most one of a segment, contacts and a trigger. */
  enrol?: {
    /** Members of this segment, those to come as well. */
    segmentId?: string
    /** These contacts. */
    contactIds?: string[]
    /** Occurrence that begins runs. */
    trigger?: {
      /** Occurrence that begins a run. */
      type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
      /** Name of the event, of type `event`. */
      event?: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
      /** Segment, of types `segmentEntered` and `segmentExited`. */
      segmentId?: string
      /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
      field?: string
      /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
      offset?: string
      /** Whether the date returns each year, as a birthday does. */
      isYearly?: boolean
      /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
      rrule?: string
      /** Zone of dates and recurrences; that of `settings` when left out. */
      timezone?: string
      /** Name of the threshold, of type `scoreCrossed`; any when left out. */
      threshold?: string
      /** Direction of the crossing; either when left out. */
      direction?: 'up' | 'down'
    }
  }
  /** Clock of send windows; `contact` when left out. */
  timezoneMode?: 'contact' | 'account'
  /** Whether a contact may be enrolled again; `never` when left out. */
  reEntry?: 'never' | 'afterExit'
  /** Sender; that of the integration when left out. */
  from?: {
    /** Name. */
    name?: string
    /** Address, of a domain that the integration has verified. */
    email: string
  }
  /** Address for answers; that of the sender when left out. */
  replyTo?: string
  /** Subscription topic of the mail. */
  topic?: string
  /** Integration that sends; the default one when left out. */
  integrationId?: string
  /** Initial state; `active` when left out. */
  status?: 'draft' | 'active'
}

/** The response to Create Email Sequence. */
export type EmailSequenceCreateOutput = EmailSequence & {
  /** Mails, in order. */
  steps: {
    /** Name of the step within the sequence. */
    stepId: string
    /** Template of the mail. */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Time after the step before, or after the enrolment. */
    delay: string
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Condition of the mail: contacts that do not match go on to the next step. */
    condition?: Record<string, unknown>
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }[]
  /** Answers of a contact that end its enrolment. */
  stopOn: {
    /** Whether a reply ends it. */
    reply?: boolean
    /** Whether a click on a link ends it. */
    click?: boolean
    /** Whether an unsubscription, a bounce or a complaint ends it; true when left out. */
    unsubscribe?: boolean
    /** Goal: a contact that matches is done. */
    goal?: Record<string, unknown>
  }
  /** Contacts to enrol: at most one of a segment, contacts and a trigger. */
  enrol: {
    /** Members of this segment, those to come as well. */
    segmentId?: string
    /** These contacts. */
    contactIds?: string[]
    /** Occurrence that begins runs. */
    trigger?: {
      /** Occurrence that begins a run. */
      type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
      /** Name of the event, of type `event`. */
      event?: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
      /** Segment, of types `segmentEntered` and `segmentExited`. */
      segmentId?: string
      /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
      field?: string
      /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
      offset?: string
      /** Whether the date returns each year, as a birthday does. */
      isYearly?: boolean
      /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
      rrule?: string
      /** Zone of dates and recurrences; that of `settings` when left out. */
      timezone?: string
      /** Name of the threshold, of type `scoreCrossed`; any when left out. */
      threshold?: string
      /** Direction of the crossing; either when left out. */
      direction?: 'up' | 'down'
    }
  }
  /** Clock of send windows. */
  timezoneMode: 'contact' | 'account'
  /** Whether a contact may be enrolled again. */
  reEntry: 'never' | 'afterExit'
  /** Sender; that of the integration when left out. */
  from: {
    /** Name. */
    name?: string
    /** Address, of a domain that the integration has verified. */
    email: string
  } | null
  /** Address for answers; that of the sender when left out. */
  replyTo: string | null
  /** Subscription topic of the mails; that of their templates when null. */
  topic: string | null
  /** Integration that sends; null for the default one. */
  integrationId: string | null
  /** Enrolments so far. */
  enrolled: number
  /** False when it was there already. */
  created: boolean
}

/** The request of Delete Email Sequence. */
export type EmailSequenceDeleteInput = {
  /** The sequence. */
  emailSequenceId: string
  /** Enrolments; `stop` when left out. */
  inFlight?: 'stop' | 'finish'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Delete Email Sequence. */
export type EmailSequenceDeleteOutput = {
  /** The id of the deleted resource. */
  id: string
  /** Always `deleted`. */
  status: 'deleted'
  /** Time of the deletion. */
  deletedAt: string
}

/** Passage of a contact through a sequence. */
export type EmailSequenceEnrolment = {
  /** The enrolment. */
  enrolmentId: string
  /** The contact. */
  contactId: string
  /** State. */
  status: 'active' | 'completed' | 'stopped' | 'failed'
  /** Step at which it is or ended. */
  currentStepId: string | null
  /** Time of the enrolment. */
  startedAt: string
  /** Time of the next step at the latest. */
  dueAt: string | null
  /** Time of the end. */
  endedAt: string | null
  /** Cause of the end. */
  reason: string | null
}

/** The request of Get Email Sequence. */
export type EmailSequenceGetInput = {
  /** The sequence. */
  emailSequenceId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Further parts of the response. */
  include?: ('stats' | 'enrolments')[]
  /** Page of the list within the record. */
  pagination?: {
    /** Items per page; 25 when left out. */
    limit?: number
    /** `nextCursor` of the page before; reaches any depth. */
    cursor?: string
  }
}

/** The response to Get Email Sequence. */
export type EmailSequenceGetOutput = EmailSequence & {
  /** Mails, in order. */
  steps: {
    /** Name of the step within the sequence. */
    stepId: string
    /** Template of the mail. */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Time after the step before, or after the enrolment. */
    delay: string
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Condition of the mail: contacts that do not match go on to the next step. */
    condition?: Record<string, unknown>
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }[]
  /** Answers of a contact that end its enrolment. */
  stopOn: {
    /** Whether a reply ends it. */
    reply?: boolean
    /** Whether a click on a link ends it. */
    click?: boolean
    /** Whether an unsubscription, a bounce or a complaint ends it; true when left out. */
    unsubscribe?: boolean
    /** Goal: a contact that matches is done. */
    goal?: Record<string, unknown>
  }
  /** Contacts to enrol: at most one of a segment, contacts and a trigger. */
  enrol: {
    /** Members of this segment, those to come as well. */
    segmentId?: string
    /** These contacts. */
    contactIds?: string[]
    /** Occurrence that begins runs. */
    trigger?: {
      /** Occurrence that begins a run. */
      type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
      /** Name of the event, of type `event`. */
      event?: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
      /** Segment, of types `segmentEntered` and `segmentExited`. */
      segmentId?: string
      /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
      field?: string
      /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
      offset?: string
      /** Whether the date returns each year, as a birthday does. */
      isYearly?: boolean
      /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
      rrule?: string
      /** Zone of dates and recurrences; that of `settings` when left out. */
      timezone?: string
      /** Name of the threshold, of type `scoreCrossed`; any when left out. */
      threshold?: string
      /** Direction of the crossing; either when left out. */
      direction?: 'up' | 'down'
    }
  }
  /** Clock of send windows. */
  timezoneMode: 'contact' | 'account'
  /** Whether a contact may be enrolled again. */
  reEntry: 'never' | 'afterExit'
  /** Sender; that of the integration when left out. */
  from: {
    /** Name. */
    name?: string
    /** Address, of a domain that the integration has verified. */
    email: string
  } | null
  /** Address for answers; that of the sender when left out. */
  replyTo: string | null
  /** Subscription topic of the mails; that of their templates when null. */
  topic: string | null
  /** Integration that sends; null for the default one. */
  integrationId: string | null
  /** Enrolments so far. */
  enrolled: number
  stats?: EmailSequenceStats
  /** Enrolments, the newest first. */
  enrolments?: EmailSequenceEnrolment[]
  pagination?: Pagination
}

/** A page of Get All Email Sequences. */
export type EmailSequenceList = {
  /** Items of this page, in the order of `sort`. */
  items: EmailSequence[]
  pagination: Pagination
}

/** The request of Get All Email Sequences. */
export type EmailSequenceListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'active' | 'archived'
}

/** Numbers of enrolments. */
export type EmailSequenceStats = {
  /** Enrolments. */
  enrolled: number
  /** Enrolments that are going on. */
  active: number
  /** Enrolments that got every mail, or reached the goal. */
  completed: number
  /** Enrolments that ended early. */
  stopped: number
  /** Enrolments that failed. */
  failed: number
  /** Numbers per step. */
  steps: {
    /** The step. */
    stepId: string
    /** Mails. */
    sent: number
    /** Mails that were opened by a person. */
    opened: number
    /** Mails with a link that a person followed. */
    clicked: number
    /** Mails that were replied to. */
    replied: number
    /** Enrolments that ended before the mail. */
    stopped: number
  }[]
}

/** The request of Update Email Sequence. */
export type EmailSequenceUpdateInput = {
  /** The sequence. */
  emailSequenceId: string
  /** Name. */
  name?: string
  /** State to move to. */
  status?: 'active' | 'archived'
  /** Mails, in order. */
  steps?: {
    /** Name of the step within the sequence. */
    stepId: string
    /** Template of the mail. */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Time after the step before, or after the enrolment. */
    delay: string
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Condition of the mail: contacts that do not match go on to the next step. */
    condition?: Record<string, unknown>
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }[]
  /** Answers of a contact that end its enrolment. */
  stopOn?: {
    /** Whether a reply ends it. */
    reply?: boolean
    /** Whether a click on a link ends it. */
    click?: boolean
    /** Whether an unsubscription, a bounce or a complaint ends it; true when left out. */
    unsubscribe?: boolean
    /** Goal: a contact that matches is done. */
    goal?: Record<string, unknown>
  }
  /** Contacts to enrol: at most one of a segment, contacts and a trigger. */
  enrol?: {
    /** Members of this segment, those to come as well. */
    segmentId?: string
    /** These contacts. */
    contactIds?: string[]
    /** Occurrence that begins runs. */
    trigger?: {
      /** Occurrence that begins a run. */
      type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
      /** Name of the event, of type `event`. */
      event?: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
      /** Segment, of types `segmentEntered` and `segmentExited`. */
      segmentId?: string
      /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
      field?: string
      /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
      offset?: string
      /** Whether the date returns each year, as a birthday does. */
      isYearly?: boolean
      /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
      rrule?: string
      /** Zone of dates and recurrences; that of `settings` when left out. */
      timezone?: string
      /** Name of the threshold, of type `scoreCrossed`; any when left out. */
      threshold?: string
      /** Direction of the crossing; either when left out. */
      direction?: 'up' | 'down'
    }
  }
  /** Clock of send windows; `contact` when left out. */
  timezoneMode?: 'contact' | 'account'
  /** Whether a contact may be enrolled again; `never` when left out. */
  reEntry?: 'never' | 'afterExit'
  /** Sender; that of the integration when left out. */
  from?: {
    /** Name. */
    name?: string
    /** Address, of a domain that the integration has verified. */
    email: string
  }
  /** Address for answers; that of the sender when left out. */
  replyTo?: string
  /** Subscription topic of the mail. */
  topic?: string
  /** Integration that sends; the default one when left out. */
  integrationId?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Update Email Sequence. */
export type EmailSequenceUpdateOutput = EmailSequence & {
  /** Mails, in order. */
  steps: {
    /** Name of the step within the sequence. */
    stepId: string
    /** Template of the mail. */
    templateId?: string
    /** Content of the message itself, in place of a template. */
    inline?: {
      /** Subject of the mail. */
      subject?: string
      /** Preview text. */
      preheader?: string
      /** Format of the body. */
      format: 'mjml' | 'html' | 'markdown' | 'text'
      /** Body, with Liquid. */
      body: string
      /** Plain text part; made from the body when left out. */
      text?: string
    }
    /** Time after the step before, or after the enrolment. */
    delay: string
    /** Hours of the contact in which the message leaves; it waits for them. */
    sendWindow?: {
      /** Days; all when left out. */
      days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
      /** Begin, `09:00`. */
      from: string
      /** End, `17:00`. */
      to: string
    }
    /** Condition of the mail: contacts that do not match go on to the next step. */
    condition?: Record<string, unknown>
    /** Subject in place of that of the template. */
    subjectOverride?: string
    /** Values of the variables of the template. */
    variables?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }[]
  /** Answers of a contact that end its enrolment. */
  stopOn: {
    /** Whether a reply ends it. */
    reply?: boolean
    /** Whether a click on a link ends it. */
    click?: boolean
    /** Whether an unsubscription, a bounce or a complaint ends it; true when left out. */
    unsubscribe?: boolean
    /** Goal: a contact that matches is done. */
    goal?: Record<string, unknown>
  }
  /** Contacts to enrol: at most one of a segment, contacts and a trigger. */
  enrol: {
    /** Members of this segment, those to come as well. */
    segmentId?: string
    /** These contacts. */
    contactIds?: string[]
    /** Occurrence that begins runs. */
    trigger?: {
      /** Occurrence that begins a run. */
      type: 'event' | 'segmentEntered' | 'segmentExited' | 'contactCreated' | 'contactUpdated' | 'dateAttribute' | 'schedule' | 'scoreCrossed' | 'couponRedeemed' | 'paymentSucceeded' | 'manual'
      /** Name of the event, of type `event`. */
      event?: string
      /** Comparisons of its properties; all of them hold. */
      where?: {
        /** Name of the property. */
        prop: string
        /** Comparison. */
        is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'contains' | 'notContains' | 'startsWith' | 'endsWith' | 'exists' | 'notExists' | 'before' | 'after' | 'withinLast' | 'withinNext' | 'any' | 'all' | 'none' | 'matches'
        /** Value to compare with. */
        value?: string | number | boolean | (string | number)[]
      }[]
      /** Segment, of types `segmentEntered` and `segmentExited`. */
      segmentId?: string
      /** Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`. */
      field?: string
      /** Duration after the date, or before it with a sign, of type `dateAttribute`. */
      offset?: string
      /** Whether the date returns each year, as a birthday does. */
      isYearly?: boolean
      /** Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`. */
      rrule?: string
      /** Zone of dates and recurrences; that of `settings` when left out. */
      timezone?: string
      /** Name of the threshold, of type `scoreCrossed`; any when left out. */
      threshold?: string
      /** Direction of the crossing; either when left out. */
      direction?: 'up' | 'down'
    }
  }
  /** Clock of send windows. */
  timezoneMode: 'contact' | 'account'
  /** Whether a contact may be enrolled again. */
  reEntry: 'never' | 'afterExit'
  /** Sender; that of the integration when left out. */
  from: {
    /** Name. */
    name?: string
    /** Address, of a domain that the integration has verified. */
    email: string
  } | null
  /** Address for answers; that of the sender when left out. */
  replyTo: string | null
  /** Subscription topic of the mails; that of their templates when null. */
  topic: string | null
  /** Integration that sends; null for the default one. */
  integrationId: string | null
  /** Enrolments so far. */
  enrolled: number
}

/** All rows that match the filters, an item of the list as JSON in each line. */
export type ExportedLines = string

/** All rows that match the filters, as a table of RFC 4180 whose header names the values of an item. */
export type ExportedTable = string

/** Addresses at which the video is watched; null while it is closed to the caller. */
export type FilePlayback = {
  /** Id in public addresses. */
  playbackId: string
  /** The page where it is watched, before, while and after it is live. */
  playerUrl: string
  /** The player alone, for frames on other pages. */
  embedUrl: string
  /** The playlist, for players of your own; null where none will ever play: a linked or archived video, and a stream that is used up without a recording. */
  hlsUrl: string | null
  /** Image of it: one of its own, else a drawn one. */
  thumbnailUrl: string
  /** The file to play in place of the playlist, where the video is a link. */
  videoUrl: string | null
  /** File for download, once it is ready. Viewers get it where `allowDownload` is on; where it is off, the owner gets an address that is valid for a day. */
  mp4Url: string | null
  /** A WebVTT track of thumbnails for seeking, where they could be made. */
  storyboardUrl: string | null
}

/** Images that the account uploaded. */
export type Image = {
  /** Id of the record, the same as `imageId`. */
  id: string
  /** The same as `id`. */
  imageId: string
  /** State. */
  status: 'stored' | 'deleted'
  /** Name for your own lists, such as that of the file. */
  name: string | null
  /** Media type, found from the bytes of the file. */
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'image/gif'
  /** Width in pixels. */
  width: number
  /** Height in pixels. */
  height: number
  /** Number of frames; 1 unless it is an animation. */
  frameCount: number
  /** Size of the file in bytes. */
  byteCount: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Address of the file. It never changes its content, and anyone may open it. */
  url: string
}

/** The request of Images - Delete. */
export type ImageDeleteInput = {
  /** Id: `img_` and 34 characters. */
  imageId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Images - Get All. */
export type ImageList = {
  /** Items of this page, in the order of `sort`. */
  items: Image[]
  pagination: Pagination
}

/** The request of Images - Request Upload. */
export type ImageRequestUploadInput = {
  /** Name of the record, such as that of the file. */
  name?: string
}

/** The response to Images - Request Upload. */
export type ImageRequestUploadOutput = {
  /** Address that takes the file. A holder of the address needs no key: keep it secret. */
  url: string
  /** HTTP method of the upload. */
  method: 'PUT'
  /** Time at which the address expires. */
  expiresAt: string
}

/** Images that the account uploaded. As a fact has it. */
export type ImageSnapshot = {
  /** Id of the record, the same as `imageId`. */
  id: string
  /** The same as `id`. */
  imageId: string
  /** State. */
  status: 'stored' | 'deleted'
  /** Name for your own lists, such as that of the file. */
  name: string | null
  /** Media type, found from the bytes of the file. */
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'image/gif'
  /** Width in pixels. */
  width: number
  /** Height in pixels. */
  height: number
  /** Number of frames; 1 unless it is an animation. */
  frameCount: number
  /** Size of the file in bytes. */
  byteCount: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Images - Update. */
export type ImageUpdateInput = {
  /** Id: `img_` and 34 characters. */
  imageId: string
  /** Name for your own lists, such as that of the file. */
  name?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Imports: files of contacts. */
export type ImportOfContacts = {
  /** Id of the record, the same as `contactImportId`. */
  id: string
  /** The same as `id`. */
  contactImportId: string
  /** State. */
  status: 'waiting' | 'reading' | 'ready' | 'checking' | 'importing' | 'done' | 'failed' | 'cancelled' | 'deleted'
  /** Name, such as that of the file. */
  name: string | null
  /** Address that the file is downloaded from, in place of an upload. */
  url: string | null
  /** Format; detected when left out. */
  format: 'csv' | 'jsonl' | null
  /** Encoding; detected when left out. */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null
  /** Separator of cells; detected when left out. */
  delimiter: 'comma' | 'semicolon' | 'tab' | 'pipe' | null
  /** Whether the first row has names; detected when left out. */
  hasHeader: boolean | null
  /** Columns to import, each with a field or an attribute; guessed from the names when left out. */
  mapping: {
    /** Name of the column, as in `columns`. */
    columnName: string
    /** Part of the contact that the column fills. */
    field?: 'email' | 'phone' | 'externalId' | 'viewerId' | 'firstName' | 'lastName' | 'locale' | 'timezone' | 'country' | 'tags' | 'topics' | 'trackingDisabled' | 'attributes' | 'status' | 'consentSource' | 'consentAt' | 'consentIp' | 'consentText'
    /** Key of the attribute that it fills instead. */
    attribute?: string
    /** Type of the attribute; `text` when left out. */
    type?: 'text' | 'number' | 'flag' | 'moment'
  }[]
  /** Contacts that exist: `skip` leaves them, `merge` takes values of the file and adds tags and topics, `overwrite` clears what is empty in the file as well. */
  onConflict: 'skip' | 'merge' | 'overwrite'
  /** State of new contacts. When left out: subscribed with `consent`, else unsubscribed. */
  contactStatus: 'subscribed' | 'unsubscribed' | null
  /** Tags that every contact of the file gets. */
  tags: string[]
  /** Topics that every contact of the file gets. */
  topics: string[]
  /** Evidence that the people of the file agreed to get mail. Columns of the file come first. */
  consent: {
    /** Source of the agreement: a form, a till, another system. */
    source?: string
    /** Time of the agreement; that of the import when left out. */
    at?: string
    /** Address of the device, as evidence. */
    ip?: string
    /** Wording that the people agreed to. */
    text?: string
  } | null
  /** Static segment that the contacts are put into. */
  segmentId: string | null
  /** Next step after the file was read. */
  goal: 'preview' | 'check' | 'import'
  /** Columns of the file. */
  columns: {
    /** Name, from the first row; made unique. */
    name: string
  }[]
  /** Bytes of the file. */
  byteCount: number
  /** Bytes that were read. */
  readByteCount: number
  /** Rows that were read, without the header and without empty ones. */
  rowCount: number
  /** New contacts. After a check: those that an import would make. */
  createdCount: number
  /** Contacts that changed. */
  updatedCount: number
  /** Contacts that have all values already. */
  unchangedCount: number
  /** Contacts that were left as they are. */
  skippedCount: number
  /** New contacts whose address is suppressed: they get no mail. */
  suppressedCount: number
  /** Rows that were left out; `contactImportError/all` lists the first 10,000 reasons. */
  errorCount: number
  /** Cause of the state `failed`. */
  failure: string | null
  /** Start of the check or of the import. */
  startedAt: string | null
  /** End of the check or of the import. */
  endedAt: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Imports of Contacts - Delete. */
export type ImportOfContactsDeleteInput = {
  /** Id: `imp_` and 34 characters. */
  contactImportId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Imports of Contacts - Get. */
export type ImportOfContactsGetInput = {
  /** Id: `imp_` and 34 characters. */
  contactImportId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

/** The response to Imports of Contacts - Get. */
export type ImportOfContactsGetOutput = ImportOfContacts & {
  /** First values of each of `columns`; none once the import has ended. */
  samples: string[][]
}

/** A page of Imports of Contacts - Get All. */
export type ImportOfContactsList = {
  /** Items of this page, in the order of `sort`. */
  items: ImportOfContacts[]
  pagination: Pagination
}

/** The request of Imports of Contacts - Get All. */
export type ImportOfContactsListInput = {
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
  status?: 'waiting' | 'reading' | 'ready' | 'checking' | 'importing' | 'done' | 'failed' | 'cancelled'
}

/** The request of Imports of Contacts - Update. */
export type ImportOfContactsUpdateInput = {
  /** Id: `imp_` and 34 characters. */
  contactImportId: string
  /** Name, such as that of the file. */
  name?: string | null
  /** Format; detected when left out. */
  format?: 'csv' | 'jsonl' | null
  /** Encoding; detected when left out. */
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null
  /** Separator of cells; detected when left out. */
  delimiter?: 'comma' | 'semicolon' | 'tab' | 'pipe' | null
  /** Whether the first row has names; detected when left out. */
  hasHeader?: boolean | null
  /** Columns to import, each with a field or an attribute; guessed from the names when left out. */
  mapping?: {
    /** Name of the column, as in `columns`. */
    columnName: string
    /** Part of the contact that the column fills. */
    field?: 'email' | 'phone' | 'externalId' | 'viewerId' | 'firstName' | 'lastName' | 'locale' | 'timezone' | 'country' | 'tags' | 'topics' | 'trackingDisabled' | 'attributes' | 'status' | 'consentSource' | 'consentAt' | 'consentIp' | 'consentText'
    /** Key of the attribute that it fills instead. */
    attribute?: string
    /** Type of the attribute; `text` when left out. */
    type?: 'text' | 'number' | 'flag' | 'moment'
  }[]
  /** Contacts that exist: `skip` leaves them, `merge` takes values of the file and adds tags and topics, `overwrite` clears what is empty in the file as well. */
  onConflict?: 'skip' | 'merge' | 'overwrite'
  /** State of new contacts. When left out: subscribed with `consent`, else unsubscribed. */
  contactStatus?: 'subscribed' | 'unsubscribed' | null
  /** Tags that every contact of the file gets. */
  tags?: string[]
  /** Topics that every contact of the file gets. */
  topics?: string[]
  /** Evidence that the people of the file agreed to get mail. Columns of the file come first. */
  consent?: {
    /** Source of the agreement: a form, a till, another system. */
    source?: string
    /** Time of the agreement; that of the import when left out. */
    at?: string
    /** Address of the device, as evidence. */
    ip?: string
    /** Wording that the people agreed to. */
    text?: string
  } | null
  /** Static segment that the contacts are put into. */
  segmentId?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `reread`: its columns are read again, in another encoding or form. `check`: all rows are checked and counted, and nothing is written. `start`: its contacts are imported. `cancel`: no further row is imported; contacts that were imported stay. */
  action?: 'reread' | 'check' | 'start' | 'cancel'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Imports of Contacts - Update. */
export type ImportOfContactsUpdateOutput = ImportOfContacts & {
  /** Request that sends the file; null for an import that takes none. */
  upload: {
    /** Address that takes the file. A holder of the address needs no key: keep it secret. */
    url: string
    /** HTTP method of the upload. */
    method: 'PUT'
    /** Time at which the address expires. A later response names another one. */
    expiresAt: string
  } | null
}

/** Integrations: services that mail leaves by, and that report what became of it. */
export type Integration = {
  /** Id of the record, the same as `integrationId`. */
  id: string
  /** The same as `id`. */
  integrationId: string
  /** State. */
  status: 'pending' | 'active' | 'error' | 'disabled' | 'deleted'
  /** Name for the people of the account. */
  name: string
  /** Kind of the service. */
  type: 'smtp' | 'ses' | 'mailgun' | 'postmark' | 'sendgrid' | 'bounceMailbox' | 'inboundWebhook' | 'outboundWebhook' | 'smsHttp' | 'segmentTrack' | 'shopFeed'
  /** Settings of the type. */
  config: {
    /** Host of the server. */
    host?: string
    /** Port; that of the protocol when left out. */
    port?: number
    /** TLS from the start, or STARTTLS, which is required then. */
    security?: 'tls' | 'starttls'
    /** Name that signs in. */
    username?: string
    /** Folder of the mailbox; INBOX when left out. */
    folder?: string
    /** Region of the provider, such as eu-central-1. */
    region?: string
    /** Sending domain at the provider. */
    domain?: string
    /** Id of the access key of Amazon. */
    accessKeyId?: string
    /** ARN of the SNS topic that reports bounces; others are refused. */
    topicArn?: string
    /** Message stream of Postmark. */
    messageStream?: string
    /** Provider behind an SMTP server that reports bounces. */
    reports?: 'brevo' | 'azure'
    /** Address that is called; with a mail provider, that of its API. */
    url?: string
    /** Body of the request, in Liquid. */
    bodyTemplate?: string
    /** Media type of the body; JSON when left out. It decides how values are escaped. */
    contentType?: string
    /** Name of the header with the secret `apiKey`; Authorization when left out. */
    headerName?: string
    /** Event that a call records; webhook.received when left out. */
    eventName?: string
    /** Path to the name of the event in the payload, such as data.type. */
    eventPath?: string
    /** Path to the mail address of the person; email when left out. */
    emailPath?: string
    /** Path to your id of the person; externalId when left out. */
    externalIdPath?: string
    /** Path to the phone number of the person; phone when left out. */
    phonePath?: string
    /** Path to the id of the call: a repeat with the same one counts once. */
    idPath?: string
    /** Path to the object with the properties of the event; the whole payload when left out. */
    propertiesPath?: string
    /** Path to an object whose members become attributes of the contact. */
    attributesPath?: string
    /** Hours between two readings of a feed; 6 when left out. */
    everyHours?: number
    /** Currency (ISO 4217) of prices of a feed that name none; without it they are left out. */
    currency?: string
  } | null
  /** Sender of mails that name none; the operator’s own when left out. */
  from: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Whether mail leaves by it where no other one is named. */
  isDefault: boolean
  /** Bounds of the provider. */
  limits: {
    /** Mails per second. */
    perSecond?: number
    /** Mails per hour. */
    perHour?: number
    /** Mails per day. */
    perDay?: number
    /** Connections at once. */
    maxConnections?: number
  } | null
  /** Slow begin of a new sender, up to the limits. */
  warmUp: {
    /** Mails of the first day; twice as many each later day. */
    startPerDay?: number
    /** Begin of the first day. */
    startsAt?: string
  } | null
  /** Time of the next check after a failure, or of the next reading of a feed. */
  nextCheckAt: string | null
  /** Last time that it worked. */
  lastOkAt: string | null
  /** Cause of the last failure since then. */
  lastError: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Secrets that are stored. */
  secrets: {
    /** `set` where there is one; it is never returned. */
    password: 'set' | null
    /** `set` where there is one; it is never returned. */
    apiKey: 'set' | null
    /** `set` where there is one; it is never returned. */
    signingKey: 'set' | null
  }
  /** Mails of a day; null without a limit or warm-up of the day. */
  today: {
    /** Mails within the last 24 hours. */
    sent: number
    /** Mails within 24 hours that may leave. */
    allowed: number
    /** Mails that may leave now. */
    remaining: number
  } | null
  /** Address that others call: reports of a provider, webhooks, text messages; null for other types. */
  inboundUrl: string | null
}

/** The request of Create Integration. */
export type IntegrationCreateInput = {
  /** Name for the people of the account. */
  name: string
  /** Kind of the service. */
  type: 'smtp' | 'ses' | 'mailgun' | 'postmark' | 'sendgrid' | 'bounceMailbox' | 'inboundWebhook' | 'outboundWebhook' | 'smsHttp' | 'segmentTrack' | 'shopFeed'
  /** Settings of the type. */
  config?: {
    /** Host of the server. */
    host?: string
    /** Port; that of the protocol when left out. */
    port?: number
    /** TLS from the start, or STARTTLS, which is required then. */
    security?: 'tls' | 'starttls'
    /** Name that signs in. */
    username?: string
    /** Folder of the mailbox; INBOX when left out. */
    folder?: string
    /** Region of the provider, such as eu-central-1. */
    region?: string
    /** Sending domain at the provider. */
    domain?: string
    /** Id of the access key of Amazon. */
    accessKeyId?: string
    /** ARN of the SNS topic that reports bounces; others are refused. */
    topicArn?: string
    /** Message stream of Postmark. */
    messageStream?: string
    /** Provider behind an SMTP server that reports bounces. */
    reports?: 'brevo' | 'azure'
    /** Address that is called; with a mail provider, that of its API. */
    url?: string
    /** Body of the request, in Liquid. */
    bodyTemplate?: string
    /** Media type of the body; JSON when left out. It decides how values are escaped. */
    contentType?: string
    /** Name of the header with the secret `apiKey`; Authorization when left out. */
    headerName?: string
    /** Event that a call records; webhook.received when left out. */
    eventName?: string
    /** Path to the name of the event in the payload, such as data.type. */
    eventPath?: string
    /** Path to the mail address of the person; email when left out. */
    emailPath?: string
    /** Path to your id of the person; externalId when left out. */
    externalIdPath?: string
    /** Path to the phone number of the person; phone when left out. */
    phonePath?: string
    /** Path to the id of the call: a repeat with the same one counts once. */
    idPath?: string
    /** Path to the object with the properties of the event; the whole payload when left out. */
    propertiesPath?: string
    /** Path to an object whose members become attributes of the contact. */
    attributesPath?: string
    /** Hours between two readings of a feed; 6 when left out. */
    everyHours?: number
    /** Currency (ISO 4217) of prices of a feed that name none; without it they are left out. */
    currency?: string
  } | null
  /** Sender of mails that name none; the operator’s own when left out. */
  from?: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Whether mail leaves by it where no other one is named. */
  isDefault?: boolean
  /** Bounds of the provider. */
  limits?: {
    /** Mails per second. */
    perSecond?: number
    /** Mails per hour. */
    perHour?: number
    /** Mails per day. */
    perDay?: number
    /** Connections at once. */
    maxConnections?: number
  } | null
  /** Slow begin of a new sender, up to the limits. */
  warmUp?: {
    /** Mails of the first day; twice as many each later day. */
    startPerDay?: number
    /** Begin of the first day. */
    startsAt?: string
  } | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Secrets; those that are sent replace the stored ones. */
  secrets?: {
    /** Password of SMTP or IMAP. */
    password?: string
    /** Key of the provider’s API; with Amazon the secret access key. */
    apiKey?: string
    /** Key by which the provider signs its reports. */
    signingKey?: string
  }
  /** Whether the service is checked; true when left out. Unchecked, it is active at once. */
  verify?: boolean
}

/** The response to Create Integration. */
export type IntegrationCreateOutput = Integration & {
  /** False when it was there already. */
  created: boolean
  /** Secret of `inboundUrl`, in this response only; else null. */
  signingSecret: string | null
  /** Result of the check of the service; null where there was none. */
  verification: {
    /** Whether the service can be used. */
    ok: boolean
    /** Steps, up to the first that failed. */
    checks: {
      /** Step, such as `connect`, `encrypt` or `signIn`. */
      name: string
      /** Whether it succeeded. */
      ok: boolean
      /** Cause of a failure. */
      message: string | null
    }[]
  } | null
}

/** The request of Delete Integration. */
export type IntegrationDeleteInput = {
  /** The integration. */
  integrationId: string
  /** Integration that takes its place. */
  replaceWith?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Get Integration. */
export type IntegrationGetInput = {
  /** Id: `int_` and 34 characters. */
  integrationId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Parts to add. */
  include?: ('health' | 'deliveries' | 'items')[]
}

/** The response to Get Integration. */
export type IntegrationGetOutput = Integration & {
  /** Condition of the integration. */
  health?: {
    /** Last time that it worked. */
    lastOkAt: string | null
    /** Cause of the last failure since then. */
    lastError: string | null
    /** Messages of the last hour that left, or were tried last, by it. */
    attempts1h: number
    /** Share of them that the service accepted; null for none. */
    successRate1h: number | null
    /** Calls of others to `inboundUrl`. */
    calls?: {
      /** Calls of the last 24 hours that became events or contacts. */
      applied: number
      /** Calls of the last 24 hours that named no person, or nothing that is read. */
      ignored: number
      /** Calls of the last 24 hours that could not be applied. */
      failed: number
      /** Newest of the ignored and failed calls. */
      problems: {
        /** Result of the call. */
        state: 'ignored' | 'failed'
        /** Cause. */
        reason: string
        /** Time of the call. */
        at: string
      }[]
    }
  }
  /** Newest messages that left, or were tried last, by it. */
  deliveries?: {
    /** The message. */
    messageId: string
    /** State of the message. */
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    /** Last words of the service. */
    reply: string | null
    /** Last attempt. */
    at: string
  }[]
  /** First 20 items of a shop feed. */
  items?: {
    /** Id in the feed. */
    key: string
    /** Title. */
    title: string
    /** Address of its page. */
    url: string | null
    /** Address of its image. */
    imageUrl: string | null
    /** Price in minor units. */
    price: number | null
    /** Currency of the price. */
    currency: string | null
    /** Category. */
    category: string | null
    /** Whether it can be bought; others stand in no mail. */
    isAvailable: boolean
    /** Last change of the item in the feed. */
    updatedAt: string
  }[]
}

/** A page of Get All Integrations. */
export type IntegrationList = {
  /** Items of this page, in the order of `sort`. */
  items: Integration[]
  pagination: Pagination
}

/** The request of Get All Integrations. */
export type IntegrationListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'pending' | 'active' | 'error' | 'disabled'
  /** Type. */
  type?: 'smtp' | 'ses' | 'mailgun' | 'postmark' | 'sendgrid' | 'bounceMailbox' | 'inboundWebhook' | 'outboundWebhook' | 'smsHttp' | 'segmentTrack' | 'shopFeed'
}

/** Integrations: services that mail leaves by, and that report what became of it. As a fact has it. */
export type IntegrationSnapshot = {
  /** Id of the record, the same as `integrationId`. */
  id: string
  /** The same as `id`. */
  integrationId: string
  /** State. */
  status: 'pending' | 'active' | 'error' | 'disabled' | 'deleted'
  /** Name for the people of the account. */
  name: string
  /** Kind of the service. */
  type: 'smtp' | 'ses' | 'mailgun' | 'postmark' | 'sendgrid' | 'bounceMailbox' | 'inboundWebhook' | 'outboundWebhook' | 'smsHttp' | 'segmentTrack' | 'shopFeed'
  /** Settings of the type. */
  config: {
    /** Host of the server. */
    host?: string
    /** Port; that of the protocol when left out. */
    port?: number
    /** TLS from the start, or STARTTLS, which is required then. */
    security?: 'tls' | 'starttls'
    /** Name that signs in. */
    username?: string
    /** Folder of the mailbox; INBOX when left out. */
    folder?: string
    /** Region of the provider, such as eu-central-1. */
    region?: string
    /** Sending domain at the provider. */
    domain?: string
    /** Id of the access key of Amazon. */
    accessKeyId?: string
    /** ARN of the SNS topic that reports bounces; others are refused. */
    topicArn?: string
    /** Message stream of Postmark. */
    messageStream?: string
    /** Provider behind an SMTP server that reports bounces. */
    reports?: 'brevo' | 'azure'
    /** Address that is called; with a mail provider, that of its API. */
    url?: string
    /** Body of the request, in Liquid. */
    bodyTemplate?: string
    /** Media type of the body; JSON when left out. It decides how values are escaped. */
    contentType?: string
    /** Name of the header with the secret `apiKey`; Authorization when left out. */
    headerName?: string
    /** Event that a call records; webhook.received when left out. */
    eventName?: string
    /** Path to the name of the event in the payload, such as data.type. */
    eventPath?: string
    /** Path to the mail address of the person; email when left out. */
    emailPath?: string
    /** Path to your id of the person; externalId when left out. */
    externalIdPath?: string
    /** Path to the phone number of the person; phone when left out. */
    phonePath?: string
    /** Path to the id of the call: a repeat with the same one counts once. */
    idPath?: string
    /** Path to the object with the properties of the event; the whole payload when left out. */
    propertiesPath?: string
    /** Path to an object whose members become attributes of the contact. */
    attributesPath?: string
    /** Hours between two readings of a feed; 6 when left out. */
    everyHours?: number
    /** Currency (ISO 4217) of prices of a feed that name none; without it they are left out. */
    currency?: string
  } | null
  /** Sender of mails that name none; the operator’s own when left out. */
  from: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Whether mail leaves by it where no other one is named. */
  isDefault: boolean
  /** Bounds of the provider. */
  limits: {
    /** Mails per second. */
    perSecond?: number
    /** Mails per hour. */
    perHour?: number
    /** Mails per day. */
    perDay?: number
    /** Connections at once. */
    maxConnections?: number
  } | null
  /** Slow begin of a new sender, up to the limits. */
  warmUp: {
    /** Mails of the first day; twice as many each later day. */
    startPerDay?: number
    /** Begin of the first day. */
    startsAt?: string
  } | null
  /** Time of the next check after a failure, or of the next reading of a feed. */
  nextCheckAt: string | null
  /** Last time that it worked. */
  lastOkAt: string | null
  /** Cause of the last failure since then. */
  lastError: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Update Integration. */
export type IntegrationUpdateInput = {
  /** Id: `int_` and 34 characters. */
  integrationId: string
  /** Name for the people of the account. */
  name?: string
  /** Settings of the type. */
  config?: {
    /** Host of the server. */
    host?: string
    /** Port; that of the protocol when left out. */
    port?: number
    /** TLS from the start, or STARTTLS, which is required then. */
    security?: 'tls' | 'starttls'
    /** Name that signs in. */
    username?: string
    /** Folder of the mailbox; INBOX when left out. */
    folder?: string
    /** Region of the provider, such as eu-central-1. */
    region?: string
    /** Sending domain at the provider. */
    domain?: string
    /** Id of the access key of Amazon. */
    accessKeyId?: string
    /** ARN of the SNS topic that reports bounces; others are refused. */
    topicArn?: string
    /** Message stream of Postmark. */
    messageStream?: string
    /** Provider behind an SMTP server that reports bounces. */
    reports?: 'brevo' | 'azure'
    /** Address that is called; with a mail provider, that of its API. */
    url?: string
    /** Body of the request, in Liquid. */
    bodyTemplate?: string
    /** Media type of the body; JSON when left out. It decides how values are escaped. */
    contentType?: string
    /** Name of the header with the secret `apiKey`; Authorization when left out. */
    headerName?: string
    /** Event that a call records; webhook.received when left out. */
    eventName?: string
    /** Path to the name of the event in the payload, such as data.type. */
    eventPath?: string
    /** Path to the mail address of the person; email when left out. */
    emailPath?: string
    /** Path to your id of the person; externalId when left out. */
    externalIdPath?: string
    /** Path to the phone number of the person; phone when left out. */
    phonePath?: string
    /** Path to the id of the call: a repeat with the same one counts once. */
    idPath?: string
    /** Path to the object with the properties of the event; the whole payload when left out. */
    propertiesPath?: string
    /** Path to an object whose members become attributes of the contact. */
    attributesPath?: string
    /** Hours between two readings of a feed; 6 when left out. */
    everyHours?: number
    /** Currency (ISO 4217) of prices of a feed that name none; without it they are left out. */
    currency?: string
  } | null
  /** Sender of mails that name none; the operator’s own when left out. */
  from?: {
    /** Name of the sender. */
    name?: string
    /** Address of the sender. */
    email?: string
  } | null
  /** Whether mail leaves by it where no other one is named. */
  isDefault?: boolean
  /** Bounds of the provider. */
  limits?: {
    /** Mails per second. */
    perSecond?: number
    /** Mails per hour. */
    perHour?: number
    /** Mails per day. */
    perDay?: number
    /** Connections at once. */
    maxConnections?: number
  } | null
  /** Slow begin of a new sender, up to the limits. */
  warmUp?: {
    /** Mails of the first day; twice as many each later day. */
    startPerDay?: number
    /** Begin of the first day. */
    startsAt?: string
  } | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `enable`: it is used again, once it works. `disable`: nothing leaves by it. */
  action?: 'enable' | 'disable'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Secrets; those that are sent replace the stored ones. */
  secrets?: {
    /** Password of SMTP or IMAP. */
    password?: string
    /** Key of the provider’s API; with Amazon the secret access key. */
    apiKey?: string
    /** Key by which the provider signs its reports. */
    signingKey?: string
  }
  /** Whether `inboundUrl` gets a new secret. */
  rotateSecret?: boolean
  /** Whether the service is checked again. */
  reVerify?: boolean
  /** Whether campaigns that send by it pause when it is disabled. */
  force?: boolean
}

/** The response to Update Integration. */
export type IntegrationUpdateOutput = Integration & {
  /** Secret of `inboundUrl`, in this response only; else null. */
  signingSecret: string | null
  /** Result of the check of the service; null where there was none. */
  verification: {
    /** Whether the service can be used. */
    ok: boolean
    /** Steps, up to the first that failed. */
    checks: {
      /** Step, such as `connect`, `encrypt` or `signIn`. */
      name: string
      /** Whether it succeeded. */
      ok: boolean
      /** Cause of a failure. */
      message: string | null
    }[]
  } | null
}

/** Keys of the account. */
export type Key = {
  /** Id of the record, the same as `keyId`. */
  id: string
  /** The same as `id`. */
  keyId: string
  /** State. */
  status: 'active' | 'revoked' | 'deleted'
  /** Purpose, in your words. */
  name: string
  /** secret: every scope. restricted: the listed scopes. public: the scopes of an audience. */
  kind: 'secret' | 'restricted' | 'public'
  /** Prefix and last four characters of the key. */
  hint: string
  /** Scopes of a restricted key, such as `places.place:read`, `livestream.*:read` or `*`. */
  scopes: string[]
  /** Origins from which a public key may be used: exact, or with one wildcard label in front. */
  allowedOrigins: string[]
  /** App ids that a public key accepts in X-Client-App. They stop mistakes, not attackers. */
  allowedApps: string[]
  /** Addresses or CIDR ranges that the key may be used from. Empty: any. */
  allowedAddresses: string[]
  /** Time at which the key stops working. */
  expiresAt: string | null
  /** Time of the last use, to the minute. */
  lastUsedAt: string | null
  /** The key that replaces it. */
  rotatedToId: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Keys - Create. */
export type KeyCreateInput = {
  /** Purpose, in your words. */
  name: string
  /** secret: every scope. restricted: the listed scopes. public: the scopes of an audience. */
  kind: 'secret' | 'restricted' | 'public'
  /** Scopes of a restricted key, such as `places.place:read`, `livestream.*:read` or `*`. */
  scopes?: string[]
  /** Origins from which a public key may be used: exact, or with one wildcard label in front. */
  allowedOrigins?: string[]
  /** App ids that a public key accepts in X-Client-App. They stop mistakes, not attackers. */
  allowedApps?: string[]
  /** Addresses or CIDR ranges that the key may be used from. Empty: any. */
  allowedAddresses?: string[]
  /** Time at which the key stops working. */
  expiresAt?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Keys - Create. */
export type KeyCreateOutput = Key & {
  /** False when it was there already. */
  created: boolean
  /** The key itself, in this response alone: keep it where secrets are kept. */
  secret?: string
}

/** A page of Keys - Get All. */
export type KeyList = {
  /** Items of this page, in the order of `sort`. */
  items: Key[]
  pagination: Pagination
}

/** The request of Keys - Revoke. */
export type KeyRevokeInput = {
  /** Id: `key_` and 34 characters. */
  keyId: string
}

/** The request of Keys - Rotate. */
export type KeyRotateInput = {
  /** Id: `key_` and 34 characters. */
  keyId: string
  /** Seconds for which the old key stays valid; 86,400 when left out. */
  overlapSeconds?: number
}

/** The response to Keys - Rotate. */
export type KeyRotateOutput = Key & {
  /** True where the key had a successor already. */
  wasRotated: boolean
  /** The key itself, in this response alone: keep it where secrets are kept. */
  secret?: string
  /** The id of the old key. */
  replaces: string
  /** Time at which the old key stops working. */
  replacedExpiresAt: string
}

/** The request of Keys - Update. */
export type KeyUpdateInput = {
  /** Id: `key_` and 34 characters. */
  keyId: string
  /** Purpose, in your words. */
  name?: string
  /** Scopes of a restricted key, such as `places.place:read`, `livestream.*:read` or `*`. */
  scopes?: string[]
  /** Origins from which a public key may be used: exact, or with one wildcard label in front. */
  allowedOrigins?: string[]
  /** App ids that a public key accepts in X-Client-App. They stop mistakes, not attackers. */
  allowedApps?: string[]
  /** Addresses or CIDR ranges that the key may be used from. Empty: any. */
  allowedAddresses?: string[]
  /** Time at which the key stops working. */
  expiresAt?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Live drops: a coupon for the first viewers of a stream who tap in time, exactly as many as it has coupons. */
export type LiveDrop = {
  /** Id of the record, the same as `dropId`. */
  id: string
  /** The same as `id`. */
  dropId: string
  /** State. */
  status: 'scheduled' | 'open' | 'full' | 'ended' | 'deleted'
  /** Name of the drop, as viewers see it. */
  name: string
  /** Live stream whose page shows it. */
  streamId: string
  /** Coupon of which each of the viewers gets a copy for one use. */
  couponId: string
  /** Viewers who get the coupon. */
  quantity: number
  /** Seconds for which it is open. */
  seconds: number
  /** Moment at which it opens; at once when left out. */
  opensAt: string
  /** Moment at which its time is over. */
  endsAt: string
  /** Moment at which it was full or ended; null before. */
  closedAt: string | null
  /** Viewers who got it. */
  claimed: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Live drop - Create. */
export type LiveDropCreateInput = {
  /** Name of the drop, as viewers see it. */
  name: string
  /** Live stream whose page shows it. */
  streamId: string
  /** Coupon of which each of the viewers gets a copy for one use. */
  couponId: string
  /** Viewers who get the coupon. */
  quantity: number
  /** Seconds for which it is open. */
  seconds: number
  /** Moment at which it opens; at once when left out. */
  opensAt?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Live drop - Create. */
export type LiveDropCreateOutput = LiveDrop & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Live drop - Delete. */
export type LiveDropDeleteInput = {
  /** Id: `drp_` and 34 characters. */
  dropId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Live drop - End. */
export type LiveDropEndInput = {
  /** Id: `drp_` and 34 characters. */
  dropId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Live drop - Get All. */
export type LiveDropList = {
  /** Items of this page, in the order of `sort`. */
  items: LiveDrop[]
  pagination: Pagination
}

/** Categories of channels and videos: the upper of two levels, owned by the account. */
export type LivestreamCategory = {
  /** Id of the record, the same as `categoryId`. */
  id: string
  /** The same as `id`. */
  categoryId: string
  /** State. */
  status: 'active' | 'inactive' | 'deleted'
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug: string
  /** Content of the category. */
  description: string | null
  /** Address of a small image. */
  iconUrl: string | null
  /** Colour of its badge, `#rrggbb`. */
  color: string | null
  /** Position in the list, from 0; the end when left out. */
  position: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Number of its sub-categories; for the public, of active ones. */
  subCategoryCount: number
  /** Channels linked to it; the public counts public ones. */
  channelCount: number
  /** Recorded videos linked to it; the public counts published public ones. */
  staticCount: number
  /** Streams linked to it; the public counts public ones. */
  streamCount: number
  /** Streams linked to it that are live now; the public counts public ones. */
  liveNowCount: number
}

/** The request of Category - Create. */
export type LivestreamCategoryCreateInput = {
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug?: string
  /** Content of the category. */
  description?: string | null
  /** Address of a small image. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Position in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Category - Create. */
export type LivestreamCategoryCreateOutput = LivestreamCategory & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Category - Delete. */
export type LivestreamCategoryDeleteInput = {
  /** Id: `cat_` and 34 characters. */
  categoryId: string
  /** Category that its members move to. */
  moveToCategoryId?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Category - Delete. */
export type LivestreamCategoryDeleteOutput = {
  /** The id of the deleted resource. */
  id: string
  /** Always `deleted`. */
  status: 'deleted'
  /** Members that moved. */
  movedCount: number
}

/** The response to Category - Get By ID. */
export type LivestreamCategoryGetOutput = LivestreamCategory & {
  /** Sub-categories of the category, in their order. */
  subCategories: LivestreamSubCategory[]
}

/** A page of Category - Get All. */
export type LivestreamCategoryList = {
  /** Items of this page, in the order of `sort`. */
  items: LivestreamCategoryListItem[]
  pagination: Pagination
}

/** An item of Category - Get All. */
export type LivestreamCategoryListItem = LivestreamCategory & {
  /** Sub-categories of the category, in their order. */
  subCategories?: LivestreamSubCategory[]
}

/** Categories of channels and videos: the upper of two levels, owned by the account. As a fact has it. */
export type LivestreamCategorySnapshot = {
  /** Id of the record, the same as `categoryId`. */
  id: string
  /** The same as `id`. */
  categoryId: string
  /** State. */
  status: 'active' | 'inactive' | 'deleted'
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug: string
  /** Content of the category. */
  description: string | null
  /** Address of a small image. */
  iconUrl: string | null
  /** Colour of its badge, `#rrggbb`. */
  color: string | null
  /** Position in the list, from 0; the end when left out. */
  position: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Category - Update. */
export type LivestreamCategoryUpdateInput = {
  /** Id: `cat_` and 34 characters. */
  categoryId: string
  /** Unique among its siblings, case and accents aside. */
  name?: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug?: string
  /** Content of the category. */
  description?: string | null
  /** Address of a small image. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Position in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Sub-categories of channels and videos: the lower of two levels, inside a category. */
export type LivestreamSubCategory = {
  /** Id of the record, the same as `subCategoryId`. */
  id: string
  /** The same as `id`. */
  subCategoryId: string
  /** State. */
  status: 'active' | 'inactive' | 'deleted'
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug: string
  /** Content of the category. */
  description: string | null
  /** Address of a small image. */
  iconUrl: string | null
  /** Colour of its badge, `#rrggbb`. */
  color: string | null
  /** Position in the list, from 0; the end when left out. */
  position: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive: boolean
  /** Category of the sub-category. */
  categoryId: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Name of its category. */
  categoryName: string
  /** Channels linked to it; the public counts public ones. */
  channelCount: number
  /** Recorded videos linked to it; the public counts published public ones. */
  staticCount: number
  /** Streams linked to it; the public counts public ones. */
  streamCount: number
  /** Streams linked to it that are live now; the public counts public ones. */
  liveNowCount: number
}

/** The request of SubCategory - Create. */
export type LivestreamSubCategoryCreateInput = {
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug?: string
  /** Content of the category. */
  description?: string | null
  /** Address of a small image. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Position in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive?: boolean
  /** Category of the sub-category. */
  categoryId: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to SubCategory - Create. */
export type LivestreamSubCategoryCreateOutput = LivestreamSubCategory & {
  /** False when it was there already. */
  created: boolean
}

/** The request of SubCategory - Delete. */
export type LivestreamSubCategoryDeleteInput = {
  /** Id: `sub_` and 34 characters. */
  subCategoryId: string
  /** Sub-category that its members move to. */
  moveToSubCategoryId?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to SubCategory - Delete. */
export type LivestreamSubCategoryDeleteOutput = {
  /** The id of the deleted resource. */
  id: string
  /** Always `deleted`. */
  status: 'deleted'
  /** Members that moved. */
  movedCount: number
}

/** A page of SubCategory - Get All. */
export type LivestreamSubCategoryList = {
  /** Items of this page, in the order of `sort`. */
  items: LivestreamSubCategory[]
  pagination: Pagination
}

/** Sub-categories of channels and videos: the lower of two levels, inside a category. As a fact has it. */
export type LivestreamSubCategorySnapshot = {
  /** Id of the record, the same as `subCategoryId`. */
  id: string
  /** The same as `id`. */
  subCategoryId: string
  /** State. */
  status: 'active' | 'inactive' | 'deleted'
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug: string
  /** Content of the category. */
  description: string | null
  /** Address of a small image. */
  iconUrl: string | null
  /** Colour of its badge, `#rrggbb`. */
  color: string | null
  /** Position in the list, from 0; the end when left out. */
  position: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive: boolean
  /** Category of the sub-category. */
  categoryId: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of SubCategory - Update. */
export type LivestreamSubCategoryUpdateInput = {
  /** Id: `sub_` and 34 characters. */
  subCategoryId: string
  /** Unique among its siblings, case and accents aside. */
  name?: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug?: string
  /** Content of the category. */
  description?: string | null
  /** Address of a small image. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Position in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive?: boolean
  /** Category of the sub-category. */
  categoryId?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Tickets - Get. */
export type LivestreamTicket = {
  /** Id: `tkt_` and 34 characters. */
  id: string
  /** The same as `id`. */
  ticketId: string
  /** active: its code opens the video. revoked: it never does again. */
  status: 'active' | 'revoked'
  /** The event that the ticket is for. */
  ticketingEventId: string
  /** Id at the provider; with generic the mail address, with a number for its further tickets, or a name derived from the code. */
  externalTicketId: string
  /** Mail address of the ticket holder. */
  email: string | null
  /** Name of the ticket holder; null when it is not known. */
  name: string | null
  /** Type of the ticket, by its id at the provider; null without types. */
  ticketTypeId: string | null
  /** The last four characters of its code. */
  codeLast4: string
  /** State of the mail with the code. */
  mailStatus: 'none' | 'pending' | 'sent' | 'failed'
  /** Time at which the mail was sent, or given up. */
  mailedAt: string | null
  /** Reason of the failure. */
  mailError: string | null
  /** Reason of the revocation; null for an active ticket. */
  revokedReason: 'provider' | 'transferred' | 'owner' | null
  /** Time of the revocation; null for an active ticket. */
  revokedAt: string | null
  /** Time of the first admission at a door; null without one. */
  admittedAt: string | null
  /** Time of issue. */
  createdAt: string
  /** The code that opens the video. A second person with the code takes the place of its owner. */
  code: string
  /** The address that opens the video by itself. */
  accessUrl: string
}

/** The request of Tickets - Admit. */
export type LivestreamTicketAdmitInput = {
  /** The event that the code is for. */
  ticketingEventId: string
  /** The code as it is scanned or typed. */
  code: string
}

/** The response to Tickets - Admit. */
export type LivestreamTicketAdmitOutput = {
  /** The ticket of the code. */
  id: string
  /** admitted: by this call. repeated: by an earlier one. Else the reason. */
  status: 'admitted' | 'repeated' | 'notOpenYet' | 'closed' | 'revoked'
  /** Time of the first admission; null without one. */
  admittedAt: string | null
  /** Name of the ticket holder. */
  name: string | null
  /** Mail address of the ticket holder. */
  email: string | null
  /** Type of the ticket; null without types. */
  ticketTypeId: string | null
  /** Time from which tickets are admitted; null: at once. */
  opensAt: string | null
  /** Time at which admission ends; null: never. */
  closesAt: string | null
}

/** The request of Tickets - Check. */
export type LivestreamTicketCheckInput = {
  /** The event that the code is for. */
  ticketingEventId: string
  /** The code as its holder types it. */
  code: string
}

/** The response to Tickets - Check. */
export type LivestreamTicketCheckOutput = {
  /** The ticket of the code. */
  id: string
  /** Whether the code opens the video now, else the reason. */
  status: 'opens' | 'notOpenYet' | 'closed' | 'revoked'
  /** Name of the ticket holder. */
  name: string | null
  /** Mail address of the ticket holder. */
  email: string | null
  /** Time from which tickets open it; null: at once. */
  opensAt: string | null
  /** Time at which tickets stop opening it; null: never. */
  closesAt: string | null
}

/** The request of Tickets - Issue. */
export type LivestreamTicketIssueInput = {
  /** The event that the tickets are for. */
  ticketingEventId: string
  /** Holders, of 200 tickets together at most. */
  attendees: {
    /** Mail address to which the code is sent. */
    email?: string
    /** Name for the greeting. */
    name?: string
    /** The code that is on the ticket already, hard to guess; made when left out. Distinguishes tickets of one person. */
    ticketCode?: string
    /** Type of the ticket. */
    ticketTypeId?: string
    /** Tickets for this address, each with a code of its own; 1 when left out. */
    count?: number
  }[]
  /** Whether nothing is issued and the results say what would be. */
  isTrial?: boolean
}

/** The response to Tickets - Issue. */
export type LivestreamTicketIssueOutput = {
  /** One result for each holder, in their order. */
  results: {
    /** Tickets that were issued; with isTrial: that would be. */
    issued: number
    /** Tickets that the holder has already. */
    known: number
    /** Tickets that were not issued. */
    refused: number
    /** Reason of a refusal. incomplete: neither address nor code. address: no mail address. code: unusable, or with a count. type: does not open the event. revoked: by you, earlier. full: the event has no room. */
    reason: 'incomplete' | 'address' | 'code' | 'type' | 'revoked' | 'full' | null
  }[]
  /** Tickets of the event that are valid now. */
  ticketsSold: number
}

/** A page of Tickets - Get All. */
export type LivestreamTicketList = {
  /** Items of this page, in the order of `sort`. */
  items: LivestreamTicketListItem[]
  pagination: Pagination
}

/** An item of Tickets - Get All. */
export type LivestreamTicketListItem = {
  /** Id: `tkt_` and 34 characters. */
  id: string
  /** The same as `id`. */
  ticketId: string
  /** active: its code opens the video. revoked: it never does again. */
  status: 'active' | 'revoked'
  /** The event that the ticket is for. */
  ticketingEventId: string
  /** Id at the provider; with generic the mail address, with a number for its further tickets, or a name derived from the code. */
  externalTicketId: string
  /** Mail address of the ticket holder. */
  email: string | null
  /** Name of the ticket holder; null when it is not known. */
  name: string | null
  /** Type of the ticket, by its id at the provider; null without types. */
  ticketTypeId: string | null
  /** The last four characters of its code. */
  codeLast4: string
  /** State of the mail with the code. */
  mailStatus: 'none' | 'pending' | 'sent' | 'failed'
  /** Time at which the mail was sent, or given up. */
  mailedAt: string | null
  /** Reason of the failure. */
  mailError: string | null
  /** Reason of the revocation; null for an active ticket. */
  revokedReason: 'provider' | 'transferred' | 'owner' | null
  /** Time of the revocation; null for an active ticket. */
  revokedAt: string | null
  /** Time of the first admission at a door; null without one. */
  admittedAt: string | null
  /** Time of issue. */
  createdAt: string
}

/** The request of Tickets - Readmit. */
export type LivestreamTicketReadmitInput = {
  /** Id: `tkt_` and 34 characters. */
  ticketId: string
}

/** The response to Tickets - Readmit. */
export type LivestreamTicketReadmitOutput = {
  /** The ticket. */
  id: string
  /** State of the ticket, which stays as it is. */
  status: 'active' | 'revoked'
}

/** The request of Tickets - Resend. */
export type LivestreamTicketResendInput = {
  /** Id: `tkt_` and 34 characters. */
  ticketId: string
}

/** The response to Tickets - Resend. */
export type LivestreamTicketResendOutput = {
  /** The ticket. */
  id: string
  /** Always `active`. */
  status: 'active'
  /** pending: the mail leaves within seconds. none: the ticket has no mail address. */
  mailStatus: 'none' | 'pending'
}

/** The request of Tickets - Revoke. */
export type LivestreamTicketRevokeInput = {
  /** Id: `tkt_` and 34 characters. */
  ticketId: string
}

/** The response to Tickets - Revoke. */
export type LivestreamTicketRevokeOutput = {
  /** Id: `tkt_` and 34 characters. */
  id: string
  /** Always `revoked`. */
  status: 'revoked'
}

/** The request of Video - Open. */
export type LivestreamVideoAccessInput = {
  /** Id: `plb_` and 34 characters. */
  playbackId: string
  /** The password of the video. */
  password?: string
  /** The code of a ticket. */
  ticket?: string
  /** The token of a signed address. */
  token?: string
  /** A random id that the device keeps; needed with a ticket, or with `maxSessions`. */
  viewerId?: string
}

/** The response to Video - Open. */
export type LivestreamVideoAccessOutput = {
  /** Id: `plb_` and 34 characters. */
  id: string
  /** Always `open`. */
  status: 'open'
  /** Opens the video until it expires. */
  token: string | null
  /** Time of expiry. */
  expiresAt: string | null
  /** The playlist; null while there is nothing to be played. */
  hlsUrl: string | null
  /** Token of a new viewer, who counts with it: it stands in heartbeats, and as `v` in the query of `hlsUrl`. */
  viewToken: string
}

/** The request of Video - Clip. */
export type LivestreamVideoClipInput = {
  /** Id: `plb_` and 34 characters. */
  playbackId: string
  /** A viewer token, for a closed video. */
  token?: string
  /** The random id of the viewer that heartbeats have. We keep a keyed hash of it. Viewers without one, or who have not watched lately, share the bounds of their network. */
  viewerId?: string
  /** Name of the viewer, shown beside the clip. */
  authorName?: string
  /** Programme time at which it begins. */
  startTime: string
  /** Programme time at which it ends. */
  endTime: string
  /** Title; the title of the video when left out. */
  title?: string
}

/** The response to Video - Clip. */
export type LivestreamVideoClipOutput = {
  /** The clip: a recorded video of its own. */
  id: string
  /** The same. */
  clipId: string
  /** The same. */
  staticId: string
  /** processing, until it is cut. */
  status: string
  /** Address of the page. */
  clipUrl: string
  playback: Playback
  /** Session of the stream that the clip shows; null without one. */
  sessionId: string | null
  /** The part of the programme that the clip shows. */
  clipRange: {
    /** Programme time of the first frame. */
    startTime: string
    /** Programme time behind the last frame. */
    endTime: string
  }
  /** Expected time at which it can be watched. */
  expectedReadyInSeconds: number
}

/** The request of Video - Heartbeat. */
export type LivestreamVideoHeartbeatInput = {
  /** Playback id of the video. */
  playbackId: string
  /** Access token of a closed video. */
  token?: string
  /** Token of the viewer, from `access` or from the playlist that it plays. Without it nothing counts. */
  viewToken?: string
  /** Id of the play session, a new random one for each and for each live session. */
  viewId: string
  /** Id of the viewer, random and kept by the player. We keep a keyed hash of it. */
  viewerId: string
  /** Number of the heartbeat within the play session, from 0; a repeat has the same number. */
  number: number
  /** Milliseconds of media played since the last heartbeat, capped at the time since then. */
  playedMs: number
  /** Position of the playhead: seconds of the recorded video, or since the start of the live session. */
  positionSeconds: number
  /** Milliseconds of rebuffering since the last heartbeat. */
  rebufferMs: number
  /** Milliseconds from the play command to the first frame, sent once. More than 10 minutes is not counted. */
  startupMs?: number
  /** Milliseconds between camera and display, of a live session. */
  latencyMs?: number
  /** Bitrate of the played rendition. */
  bitrateKbps?: number
  /** Rendition that played since the last heartbeat: `source` for `video-….m3u8` or a file, else the first word of its playlist, such as `720p`. Left out where the player does not know it. */
  rendition?: 'source' | '720p' | '480p' | 'audio'
  /** Short code of an error. */
  error?: string
  /** hls: HLS by a script; native: HLS by the browser; mp4: a file. */
  protocol?: 'hls' | 'native' | 'mp4'
  /** Page that led to the video. Only its host is stored. */
  referrer?: string
  /** Viewer token of a signed-in viewer (`account.viewer.createToken`), for pages of other sites: its contact earns the watch time. On pages of this server the cookie of the sign-in says who it is. */
  viewerToken?: string
  /** Whether the player is embedded in a page of another site. */
  isEmbedded?: boolean
}

/** The response to Video - Heartbeat. */
export type LivestreamVideoHeartbeatOutput = {
  /** Id: `plb_` and 34 characters. */
  id: string
  /** `own` for a view by an address with `opensPreview`: the owner is no audience and counts nowhere. `ignored`: it counts nowhere, for the `reason` beside it. */
  status: 'counted' | 'own' | 'ignored'
  /** view_token: without a valid `viewToken`. not_served: no media was served to it. network_full: its network has as many viewers as count. other_viewer: the token is in use by another viewer or view. */
  reason: 'view_token' | 'not_served' | 'network_full' | 'other_viewer' | null
}

/** The response to Redemption - Get. */
export type LoyaltyRedemption = {
  /** Id of the use. */
  id: string
  /** The same as `id`. */
  redemptionId: string
  /** State of the use. */
  status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
  /** The coupon. */
  couponId: string
  /** Code of the coupon. */
  code: string
  /** Contact who used it; null without one. */
  contactId: string | null
  /** Your own name for the use, unique per coupon. */
  clientReference: string
  /** Purchase that it belongs to; null for none. */
  reference: string | null
  /** Discount of the order; null without a price. */
  discount: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Part of the discount that was taken back; null without a price. */
  rolledBack: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Tokens that the use gives to the contact; null for none. */
  tokens: {
    /** The token. */
    token: string
    /** Number of tokens. */
    amount: number
  } | null
  /** Reason of the roll-back; null without one. */
  reason: string | null
  /** End of the reservation; null for none and without an end. */
  reservedUntil: string | null
  /** Moment of the use or the reservation. */
  createdAt: string
  /** Moment from which it counts for good; null before. */
  redeemedAt: string | null
  /** Moment of the release or the last roll-back; null before. */
  endedAt: string | null
  /** Counts its changes. */
  version: number
}

/** The request of Redeem. */
export type LoyaltyRedemptionCreateInput = {
  /** Id: `cpn_` and 34 characters. */
  couponId?: string
  /** Code, in any case, in place of the id; the content of a QR code. */
  code?: string
  /** Your own name for the use, such as an order number; a repeat answers the first use. */
  clientReference?: string
  /** Contact who uses it; that of a coupon for one contact when left out. */
  contactId?: string
  /** Order with `items` or a `subtotal`: the discount follows from it. */
  order?: {
    /** Currency of the order. */
    currency: string
    /** Price before discounts in minor units, where there are no `items`. */
    subtotal?: number
    /** Lines of the order. */
    items?: {
      /** Article. */
      sku?: string
      /** Name of the article. */
      name?: string
      /** Categories of the article. */
      categories?: string[]
      /** Pieces; 1 by default. */
      quantity?: number
      /** Price of one piece in minor units. */
      unitAmount: number
    }[]
    /** Costs of shipping in minor units; none when left out. */
    shipping?: number
  }
  /** `reserve` holds the use for `ttl`; `redeem` by default. */
  mode?: 'redeem' | 'reserve'
  /** Length of the reservation, 15 minutes by default and at most seven days. */
  ttl?: string
  /** Reservation that becomes a use for good; goes alone. */
  reservationId?: string
}

/** The response to Redeem. */
export type LoyaltyRedemptionCreateOutput = LoyaltyRedemption & {
  /** False for a repeat of a use that was there already. */
  created: boolean
}

/** A page of Redemption - Get All. */
export type LoyaltyRedemptionList = {
  /** Items of this page, in the order of `sort`. */
  items: LoyaltyRedemption[]
  pagination: Pagination
}

/** The request of Roll Back. */
export type LoyaltyRedemptionRollbackInput = {
  /** The use. */
  redemptionId: string
  /** Discount taken back in all, in minor units; all of it and the use itself when left out. */
  amount?: number
  /** Reason, for the records. */
  reason?: string
}

/** The response to Transaction - Get. */
export type LoyaltyTransaction = {
  /** The transaction. */
  id: string
  /** The same as `id`. */
  transactionId: string
  /** `grant`, `rule`, `offer`, `spend`, `transfer`, `hold`, `capture`, `expire` … */
  kind: string
  /** Name of the transaction: a repeat under it moves nothing. */
  reference: string
  /** Reward that moved the tokens; null for none. */
  rewardId: string | null
  /** Transaction that it takes back; null for none. */
  reversesId: string | null
  /** Whether a seal covers it, as `audit` proves. */
  isSealed: boolean
  /** Entries by ledger. */
  entries: {
    /** `member`, `pending` and `hold` belong to a contact; `issuer`, `redeemed` and `expired` to the account. */
    ledger: string
    /** Contact of the ledger; null for one of the account. */
    contactId: string | null
    /** Name of the token. */
    token: string
    /** Signed number of tokens. The entries of a transaction sum to zero. */
    amount: number
    /** Balance of the ledger afterwards; null for a ledger of the account, which has no single one. */
    balanceAfter: number | null
  }[]
  /** Moment of the transaction. */
  createdAt: string
}

/** A page of Transaction - Get All. */
export type LoyaltyTransactionList = {
  /** Items of this page, in the order of `sort`. */
  items: LoyaltyTransaction[]
  pagination: Pagination
}

/** The request of Wallet - Claim a live drop. */
export type LoyaltyWalletClaimDropInput = {
  /** The account to read from, where neither an id nor the key names it. */
  accountId: string
  /** The drop. */
  dropId: string
  /** Viewer token, in place of the cookie. */
  viewerToken?: string
}

/** The response to Wallet - Claim a live drop. */
export type LoyaltyWalletClaimDropOutput = {
  /** The copy of the coupon, in the wallet of the person. */
  couponId: string
  /** Code of the copy. */
  code: string
  /** Whether the person had it before. */
  isRepeat: boolean
}

/** The request of Wallet - Take a perk. */
export type LoyaltyWalletTakePerkInput = {
  /** The account to read from, where neither an id nor the key names it. */
  accountId: string
  /** The perk. */
  rewardId: string
  /** Name of the attempt, random: a repeat, such as a double click, takes it once. */
  attempt: string
  /** Viewer token, in place of the cookie. */
  viewerToken?: string
}

/** The response to Wallet - Take a perk. */
export type LoyaltyWalletTakePerkOutput = {
  /** Whether it was taken before by this attempt. */
  isRepeat: boolean
}

/** Moments that are marked while a stream is live; they become chapters of its replay. */
export type Marker = {
  /** Id of the record, the same as `markerId`. */
  id: string
  /** The same as `id`. */
  markerId: string
  /** State. */
  status: 'active' | 'deleted'
  /** The stream, which is live. */
  streamId: string
  /** The session that was live. */
  sessionId: string | null
  /** Programme time of the moment; the newest one when left out. */
  markedAt: string | null
  /** Title of the chapter; its position when left out. */
  title: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Marker - Create. */
export type MarkerCreateInput = {
  /** The stream, which is live. */
  streamId: string
  /** Programme time of the moment; the newest one when left out. */
  markedAt?: string | null
  /** Title of the chapter; its position when left out. */
  title?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Marker - Create. */
export type MarkerCreateOutput = Marker & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Marker - Delete. */
export type MarkerDeleteInput = {
  /** Id: `mrk_` and 34 characters. */
  markerId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Marker - Get All. */
export type MarkerList = {
  /** Items of this page, in the order of `sort`. */
  items: Marker[]
  pagination: Pagination
}

/** The request of Marker - Update. */
export type MarkerUpdateInput = {
  /** Id: `mrk_` and 34 characters. */
  markerId: string
  /** Title of the chapter; its position when left out. */
  title?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Errors of Imports - Get All. */
export type MarketingContactImportErrorList = {
  /** Items of this page, in the order of `sort`. */
  items: MarketingContactImportErrorListItem[]
  pagination: Pagination
}

/** The request of Errors of Imports - Get All. */
export type MarketingContactImportErrorListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Only of this import. */
  contactImportId?: string
}

/** An item of Errors of Imports - Get All. */
export type MarketingContactImportErrorListItem = {
  /** Id: that of the import, the row and the number of the reason. */
  id: string
  /** The import. */
  contactImportId: string
  /** Number of the row. */
  row: number
  /** Name of the column; null for the row as a whole. */
  column: string | null
  /** Part of the contact. */
  field: string | null
  /** Value of the cell, shortened; null for an empty one, for the row as a whole, and in columns of secrets. */
  value: string | null
  /** Reason why the row was left out. */
  reason: string
}

/** The request of Events - Track. */
export type MarketingEventTrackInput = {
  /** Events. */
  events: {
    /** Name of the event. It must not begin with the name of a product and a dot. */
    name: string
    /** Your id of the event: a repeat with the same one counts once. */
    eventId?: string
    /** Moment of the event, in the last 13 months; now when left out. */
    at?: string
    /** The contact. One of these four is needed. */
    contactId?: string
    /** Your id of the person; an unknown one makes a contact. */
    externalId?: string
    /** Id of the person as a viewer; an unknown one makes a contact. */
    viewerId?: string
    /** Mail address of the person; an unknown one makes a contact. */
    email?: string
    /** Subject of the event: an order, a page. */
    subject?: string
    /** Properties of the event: up to 200 keys, 16 KB, three levels. */
    properties?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }[]
}

/** The response to Events - Track. */
export type MarketingEventTrackOutput = {
  /** The account to read from, where neither an id nor the key names it. */
  id: string
  /** Always `recorded`. */
  status: 'recorded'
  /** Events that are new. */
  recorded: number
  /** Events whose `eventId` was known. */
  repeated: number
  /** Contacts that were made. */
  contactsCreated: number
}

/** The response to Get Lead Score. */
export type MarketingLeadScore = {
  /** The contact; the account in the form of the model. */
  id: string
  /** Highest threshold that the total reaches, `cold` below all; of a model `ready` or `applying`. */
  status: string
  /** The contact. */
  contactId?: string
  /** Points for properties of the contact. */
  fit?: number
  /** Points for its actions; these decay. */
  engagement?: number
  /** Both together. */
  total?: number
  /** Grade of the fit. */
  grade?: 'A' | 'B' | 'C' | 'D'
  /** Moment that the scores are computed for. */
  asOf?: string
  /** The next threshold that decay or an expiry takes the total over, if nothing happens. */
  nextCrossing?: {
    /** Name of the threshold. */
    threshold: string
    /** Whether it is reached or left. */
    direction: 'up' | 'down'
    /** Moment. */
    at: string
  } | null
  /** Entries that count, the newest 200, with `include`. */
  breakdown?: {
    /** Id of the entry. */
    id: string
    /** Score that it counts for. */
    score: 'fit' | 'engagement'
    /** Rule that gave the points; null for points of a person or a step. */
    ruleId: string | null
    /** Reason, or name of the rule. */
    reason: string | null
    /** Points as they were given. */
    points: number
    /** Moment from which they decay. */
    at: string
    /** Moment at which they are gone; null: never. */
    expiresAt: string | null
    /** Points that decay has left. */
    decayed: number
  }[]
  /** Parts beside `breakdown`: with them, the entries sum up to the scores. */
  breakdownRest?: {
    /** Older entries that count and are not listed. */
    entries: number
    /** Fit of these entries. */
    fit: number
    /** Engagement of these entries that decay has left. */
    engagement: number
    /** Points that the floor of decay and the bounds add to each score or take from it. */
    limits: {
      /** Fit. */
      fit: number
      /** Engagement. */
      engagement: number
      /** Total. */
      total: number
    }
  }
  /** All entries, the newest 200, with `include`; the time line of the contact has the older ones. */
  history?: {
    /** Id of the entry. */
    id: string
    /** Score that it counts for. */
    score: 'fit' | 'engagement'
    /** Rule that gave the points; null for points of a person or a step. */
    ruleId: string | null
    /** Reason, or name of the rule. */
    reason: string | null
    /** Points as they were given. */
    points: number
    /** Moment from which they decay. */
    at: string
    /** Moment at which they are gone; null: never. */
    expiresAt: string | null
    /** rule, withdrawn, manual, set or automation. */
    kind: string
  }[]
  /** Model of the account. */
  model?: {
    /** Counts the changes of the model; 0: the account has none yet. */
    version: number
    /** Rules. */
    rules: ScoreRule[]
    /** Decay of the engagement. */
    decay: {
      /** Half-life; null: no decay. */
      halfLife: string | null
      /** Decay alone takes no engagement below this. */
      floor: number
    }
    /** Bands of the total, ascending. */
    thresholds: {
      /** Name of the band from here on. */
      name: string
      /** Total from which it is reached. */
      min: number
    }[]
    /** Bounds of each score and of the total. */
    bounds: {
      /** Least score. */
      min: number
      /** Greatest score. */
      max: number
    }
  }
  /** Progress of a full computation. */
  progress?: {
    /** Contacts. */
    total: number
    /** Contacts that the model has been applied to. */
    done: number
    /** Moment of the end; null while it runs. */
    finishedAt: string | null
  }
  /** Effect of a model that is not kept. */
  preview?: {
    /** Contacts that were computed. */
    contacts: number
    /** Whether there are more contacts than were computed. */
    isSample: boolean
    /** Contacts with points by status. */
    before: Record<string, number>
    /** Contacts with points by status. */
    after: Record<string, number>
  }
}

/** The request of Get Lead Score. */
export type MarketingLeadScoreGetInput = {
  /** The contact. */
  contactId?: string
  /** Mail address of the contact, in place of the id. */
  email?: string
  /** Id of the contact in a system of yours, in place of the id. */
  externalId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Moment to compute for; now when left out. */
  at?: string
  /** `breakdown`: entries that count. `history`: all of them. The newest 200 each: `breakdownRest` sums up the others that count. */
  include?: ('breakdown' | 'history')[]
}

/** The request of Update Lead Score. */
export type MarketingLeadScoreUpdateInput = {
  /** The contact, in the form of a contact. */
  contactId?: string
  /** Points to add to the engagement; they decay from now on. */
  delta?: number
  /** Scores to set, in place of `delta`. */
  set?: {
    /** Fit from now on. */
    fit?: number
    /** Engagement from now on; it decays. */
    engagement?: number
  }
  /** Reason, shown in the explanation of the score. */
  reason?: string
  /** Moment at which the points of `delta` are gone. */
  expiresAt?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** The whole model. */
  model?: {
    /** Rules. */
    rules: {
      /** Your id of the rule, unique in the model. */
      ruleId: string
      /** Name. */
      name: string
      /** fit: for its properties. engagement: for its actions; this one decays. */
      score: 'fit' | 'engagement'
      /** An event, `{event, where}`: each one that fits gives points. Or a filter of contacts: it gives points while it matches. */
      when: Record<string, unknown>
      /** Points; below zero to take some away. */
      points: number
      /** Most points that the rule gives to one contact; for events. */
      cap?: {
        /** Most points within the period. */
        max: number
        /** Period that ends with the event. */
        per: string
      }
      /** Time after which the points are gone. */
      expiresAfter?: string
    }[]
    /** Decay of the engagement; none when left out. */
    decay?: {
      /** Time in which engagement falls to a half; null: it stays. */
      halfLife: string | null
      /** Decay alone takes no engagement below this; 0 by default. */
      floor?: number
    }
    /** Bands of the total, ascending; warm 25, hot 50, mql 80 when left out. */
    thresholds?: {
      /** Name of the band from here on. */
      name: string
      /** Total from which it is reached. */
      min: number
    }[]
    /** Bounds of each score and of the total. */
    bounds?: {
      /** 0 by default. */
      min?: number
      /** 1,000 by default. */
      max?: number
    }
  }
  /** forward: given points stay. full: past events are scored again by the new rules. */
  recompute?: 'forward' | 'full'
  /** Returns contacts by status before and after, and changes nothing. */
  dryRun?: boolean
}

/** The request of Message - Unsubscribe. */
export type MarketingMessageUnsubscribeInput = {
  /** The message. */
  messageId: string
  /** Proof of the link. */
  proof: string
}

/** The response to Message - Unsubscribe. */
export type MarketingMessageUnsubscribeOutput = {
  /** State of the contact. */
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived'
}

/** Members of the account. */
export type Member = {
  /** Id of the record, the same as `memberId`. */
  id: string
  /** The same as `id`. */
  memberId: string
  /** State. */
  status: 'invited' | 'active' | 'deleted'
  /** E-mail address of the person. */
  email: string
  /** Name of the person; empty until they join. */
  name: string
  /** Role, which decides the scopes. */
  role: 'owner' | 'developer' | 'operator' | 'analyst' | 'reader'
  /** The person; null until they join. */
  personId: string | null
  /** Time at which the person joined. */
  joinedAt: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Members - Invite. */
export type MemberCreateInput = {
  /** E-mail address of the person. */
  email: string
  /** Role: owner, developer, operator, analyst or reader. */
  role: 'owner' | 'developer' | 'operator' | 'analyst' | 'reader'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

/** The response to Members - Invite. */
export type MemberCreateOutput = Member & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Members - Remove. */
export type MemberDeleteInput = {
  /** Id: `amb_` and 34 characters. */
  memberId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Members - Get All. */
export type MemberList = {
  /** Items of this page, in the order of `sort`. */
  items: Member[]
  pagination: Pagination
}

/** The request of Members - Resend the invitation. */
export type MemberResendInput = {
  /** Id: `amb_` and 34 characters. */
  memberId: string
}

/** The request of Members - Update. */
export type MemberUpdateInput = {
  /** Id: `amb_` and 34 characters. */
  memberId: string
  /** Role: owner, developer, operator, analyst or reader. */
  role?: 'owner' | 'developer' | 'operator' | 'analyst' | 'reader'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Position of the page in its list. `nextCursor` leads to the next page and is null on the last. */
export type Pagination = {
  /** Items per page. */
  limit: number
  /** Items skipped before this page. */
  offset: number
  /** Whether another page follows. */
  hasMore: boolean
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null
  /** Items of all pages, with `withTotal` and on the first page alone. */
  total?: number
  /** True when there are more items than `total` counts. */
  totalIsCapped?: boolean
}

/** Payments that links took. */
export type Payment = {
  /** Id of the record, the same as `paymentId`. */
  id: string
  /** The same as `id`. */
  paymentId: string
  /** State. */
  status: 'created' | 'processing' | 'requiresAction' | 'succeeded' | 'partiallyRefunded' | 'refunded' | 'disputed' | 'lost' | 'failed' | 'cancelled' | 'expired' | 'deleted'
  /** Link of the payment. */
  paymentLinkId: string
  /** Title of the link at the time of the payment. */
  title: string
  /** Kind of the provider. */
  provider: 'sandbox' | 'stripe'
  /** Provider that takes the money. */
  providerId: string
  /** Currency of all amounts. */
  currency: string
  /** Price before discounts, in minor units. */
  subtotal: number
  /** Sum of all discounts. */
  discountTotal: number
  /** Value of the tokens that paid a part. */
  tokenValue: number
  /** Amount that the provider takes. */
  amount: number
  /** Refunded amount. */
  amountRefunded: number
  /** Amount of refunds that the provider has not confirmed. */
  refundPending: number
  /** Amount of disputes that were lost. */
  amountLost: number
  /** Fee of the provider. */
  fee: number
  /** Lines of the payment. */
  lineItems: {
    /** Name of the product. */
    name: string
    /** Your name for the product. */
    sku?: string
    /** Number of pieces. */
    quantity: number
    /** Price of one. */
    unitAmount: number
    /** Part of the discounts. */
    discount: number
    /** Price of the line after discounts. */
    amount: number
  }[]
  /** Coupons and promotions that lowered the price. */
  discounts: {
    /** Coupon or promotion. */
    offerId: string
    /** Kind of the offer. */
    kind: 'coupon' | 'promotion'
    /** Title of the offer. */
    title: string
    /** Code that the payer entered. */
    code?: string
    /** Amount that it takes off. */
    amount: number
  }[]
  /** The payer, as entered. Keys without `marketing.contact:read` see a masked address alone; facts lack it. */
  customer: {
    /** Mail address. */
    email?: string
    /** Name. */
    name?: string
    /** Phone number. */
    phone?: string
    /** Postal address. */
    address?: string
    /** Language, BCP 47. */
    language?: string
  } | null
  /** Answers to the questions of the link; facts lack them. */
  answers: {
    /** Key of the question. */
    key: string
    /** Question. */
    label: string
    /** Answer. */
    value: string
  }[]
  /** Contact of the payer. */
  contactId: string | null
  /** Live stream of the link at the time of the payment. */
  streamId: string | null
  /** Tag of the source: `source` of the address of the page, else that of the link. */
  sourceTag: string | null
  /** Method of the payment. */
  method: {
    /** Kind of the payment method, such as `card`. */
    type: string
    /** Brand of the card. */
    brand?: string
    /** Last four digits. */
    last4?: string
  } | null
  /** Failed attempts, and the one that succeeded. */
  attempts: number
  /** Code of the last failure, such as `card_declined`. */
  failureCode: string | null
  /** Session at the provider. */
  providerReference: string | null
  /** Charge at the provider. */
  chargeReference: string | null
  /** Whether it succeeded after its hold had ended and a limit was reached since: the money has moved. */
  isOverLimit: boolean
  /** Time at which an open payment expires. */
  expiresAt: string
  /** Time of the success. */
  paidAt: string | null
  /** Time of the success at the provider. */
  capturedAt: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Amount less refunds, lost disputes and fee; zero before the success. */
  amountNet: number
  /** Address of the receipt; null before the success, and for keys that may not read contacts. */
  receiptUrl: string | null
}

/** The response to Payment - Get. */
export type PaymentGetOutput = Payment & {
  /** Refunds of the payment, newest first. */
  refunds: {
    /** The refund. */
    id: string
    /** pending until the provider confirms it. */
    status: 'pending' | 'succeeded' | 'failed'
    /** Refunded amount in minor units. */
    amount: number
    /** Currency of the amount. */
    currency: string
    /** Your reason. */
    reason: string | null
    /** api: requested here. provider: made at the provider. */
    origin: 'api' | 'provider'
    /** Code of the failure. */
    failureCode: string | null
    /** Time of the request. */
    createdAt: string
  }[]
  /** Disputes of the payment, oldest first. */
  disputes: {
    /** Dispute at the provider. */
    providerReference: string
    /** open, or how it ended. */
    state: 'open' | 'won' | 'lost'
    /** Disputed amount in minor units. */
    amount: number
    /** Reason of the payer’s bank. */
    reason: string | null
    /** Time of the dispute. */
    openedAt: string
    /** Time of the decision. */
    closedAt: string | null
  }[]
  /** Steps of the payment, oldest first. */
  timeline: {
    /** Kind of the step. */
    kind: 'created' | 'opened' | 'processing' | 'requiresAction' | 'declined' | 'succeeded' | 'failed' | 'cancelled' | 'expired' | 'refundRequested' | 'refunded' | 'refundFailed' | 'disputed' | 'disputeWon' | 'disputeLost' | 'receiptSent'
    /** Time of the step, at the provider where it reports one. */
    at: string
    /** Code or text of the provider. */
    detail: string | null
  }[]
}

/** Payment links: pages that take payments of products or of an amount that the payer chooses. */
export type PaymentLink = {
  /** Id of the record, the same as `paymentLinkId`. */
  id: string
  /** The same as `id`. */
  paymentLinkId: string
  /** State. */
  status: 'active' | 'inactive' | 'completed' | 'expired' | 'deleted'
  /** Title of the page and of the payment at the provider. */
  title: string
  /** Text below the title. */
  description: string | null
  /** Last part of the address. */
  slug: string | null
  /** fixed: the lines make the price. customer: the payer chooses an amount. */
  amountMode: 'fixed' | 'customer'
  /** Currency of all amounts of the link. */
  currency: string
  /** Products of a link with amountMode fixed. */
  lineItems: {
    /** Name of the product. */
    name: string
    /** Price of one, in minor units of the currency. */
    amount: number
    /** Number of pieces; 1 when left out. */
    quantity?: number
    /** Your name for the product, which promotions compare. */
    sku?: string
    /** Bounds within which the payer chooses the quantity. */
    adjustable?: {
      /** Fewest pieces. */
      min: number
      /** Most pieces. */
      max: number
    }
    /** Address of its image. */
    imageUrl?: string
  }[]
  /** Bounds of the amount with amountMode customer. */
  customerAmount: {
    /** Least amount. */
    min: number
    /** Largest amount; no bound when left out. */
    max?: number
    /** Amount that the page suggests. */
    preset?: number
  } | null
  /** Payments it takes at most; 1 for a one-time link. */
  maxPayments: number | null
  /** Time from which it takes no payments. */
  expiresAt: string | null
  /** Lets payers pay in parts, on a one-time link of fixed lines without coupons, promotions and tokens. */
  allowPartial: {
    /** Least amount of the first part, in minor units. */
    firstMin: number
  } | null
  /** Whether the payer may enter codes of coupons. */
  allowCoupons: boolean
  /** Whether active promotions apply by themselves. */
  autoPromotions: boolean
  /** Tokens as part payment, for payers who are signed in. */
  acceptTokens: {
    /** Token that pays a part, such as POINTS. */
    token: string
    /** Minor units of the currency that one token pays. */
    rate: number
    /** Largest part of the price that tokens may pay. */
    maxPercent: number
  } | null
  /** Data of the payer beside the mail address. */
  collect: {
    /** Whether the payer enters a name. */
    name?: boolean
    /** Whether the payer enters a phone number. */
    phone?: boolean
    /** Whether the payer enters a postal address. */
    address?: boolean
  } | null
  /** Questions to the payer, up to five. */
  customFields: {
    /** Name of the answer in a payment. */
    key: string
    /** Question that the payer reads. */
    label: string
    /** Type of the answer; text when left out. */
    kind?: 'text' | 'number'
    /** Whether a payment needs an answer. */
    isRequired?: boolean
  }[]
  /** Either an address or a text for the time after a payment. */
  afterPayment: {
    /** Address that the payer is sent to, by https, on this server or an origin of a public key. */
    redirectUrl?: string
    /** Text on the page after the payment. */
    message?: string
  } | null
  /** Contact of the payer, for a link to one person. */
  contactId: string | null
  /** Mails of an open link to its contact, each once: after the creation of the link or before its end. */
  reminders: {
    /** Time after the creation of the link. */
    after?: string
    /** Time before the end of the link. */
    before?: string
  }[]
  /** Provider that takes the money; the default of the account when left out. */
  providerId: string | null
  /** Live stream that it belongs to: its page shows the link, and offers and payments name the stream. */
  streamId: string | null
  /** Tag of its payments, such as a place of publication; `source` of the address replaces it. */
  sourceTag: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Address of the page. */
  url: string
  /** Address of the page’s QR code, as SVG. */
  qrUrl: string
  /** Counts of the link. */
  stats: {
    /** Visits of the page. */
    views: number
    /** Payments that were started. */
    started: number
    /** Payments that succeeded. */
    succeeded: number
    /** Sum of their amounts in minor units, refunds included. */
    amount: number
    /** Payments it can still take; null without a limit, and for one that takes parts. */
    remaining: number | null
    /** Amount that running payments are about to pay; null for a link that takes no parts. */
    held: number | null
    /** Amount that is neither paid nor held; null for a link that takes no parts. */
    open: number | null
  }
}

/** The request of Payment link - Create. */
export type PaymentLinkCreateInput = {
  /** Title of the page and of the payment at the provider. */
  title: string
  /** Text below the title. */
  description?: string | null
  /** fixed: the lines make the price. customer: the payer chooses an amount. */
  amountMode?: 'fixed' | 'customer'
  /** Currency of all amounts of the link. */
  currency: string
  /** Products of a link with amountMode fixed. */
  lineItems?: {
    /** Name of the product. */
    name: string
    /** Price of one, in minor units of the currency. */
    amount: number
    /** Number of pieces; 1 when left out. */
    quantity?: number
    /** Your name for the product, which promotions compare. */
    sku?: string
    /** Bounds within which the payer chooses the quantity. */
    adjustable?: {
      /** Fewest pieces. */
      min: number
      /** Most pieces. */
      max: number
    }
    /** Address of its image. */
    imageUrl?: string
  }[]
  /** Bounds of the amount with amountMode customer. */
  customerAmount?: {
    /** Least amount. */
    min: number
    /** Largest amount; no bound when left out. */
    max?: number
    /** Amount that the page suggests. */
    preset?: number
  } | null
  /** Payments it takes at most; 1 for a one-time link. */
  maxPayments?: number | null
  /** Time from which it takes no payments. */
  expiresAt?: string | null
  /** Lets payers pay in parts, on a one-time link of fixed lines without coupons, promotions and tokens. */
  allowPartial?: {
    /** Least amount of the first part, in minor units. */
    firstMin: number
  } | null
  /** Whether the payer may enter codes of coupons. */
  allowCoupons?: boolean
  /** Whether active promotions apply by themselves. */
  autoPromotions?: boolean
  /** Tokens as part payment, for payers who are signed in. */
  acceptTokens?: {
    /** Token that pays a part, such as POINTS. */
    token: string
    /** Minor units of the currency that one token pays. */
    rate: number
    /** Largest part of the price that tokens may pay. */
    maxPercent: number
  } | null
  /** Data of the payer beside the mail address. */
  collect?: {
    /** Whether the payer enters a name. */
    name?: boolean
    /** Whether the payer enters a phone number. */
    phone?: boolean
    /** Whether the payer enters a postal address. */
    address?: boolean
  } | null
  /** Questions to the payer, up to five. */
  customFields?: {
    /** Name of the answer in a payment. */
    key: string
    /** Question that the payer reads. */
    label: string
    /** Type of the answer; text when left out. */
    kind?: 'text' | 'number'
    /** Whether a payment needs an answer. */
    isRequired?: boolean
  }[]
  /** Either an address or a text for the time after a payment. */
  afterPayment?: {
    /** Address that the payer is sent to, by https, on this server or an origin of a public key. */
    redirectUrl?: string
    /** Text on the page after the payment. */
    message?: string
  } | null
  /** Contact of the payer, for a link to one person. */
  contactId?: string | null
  /** Mails of an open link to its contact, each once: after the creation of the link or before its end. */
  reminders?: {
    /** Time after the creation of the link. */
    after?: string
    /** Time before the end of the link. */
    before?: string
  }[]
  /** Provider that takes the money; the default of the account when left out. */
  providerId?: string | null
  /** Live stream that it belongs to: its page shows the link, and offers and payments name the stream. */
  streamId?: string | null
  /** Tag of its payments, such as a place of publication; `source` of the address replaces it. */
  sourceTag?: string | null
  /** Initial state. */
  status?: 'active' | 'inactive'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Payment link - Create. */
export type PaymentLinkCreateOutput = PaymentLink & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Payment link - Delete. */
export type PaymentLinkDeleteInput = {
  /** Id: `pln_` and 34 characters. */
  paymentLinkId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Payment link - Get embed code. */
export type PaymentLinkGetEmbedCodeInput = {
  /** The link. */
  paymentLinkId: string
  /** Form of the code; a button when left out. */
  style?: 'button' | 'link' | 'qr'
  /** Text of the button or link; in the language of the account when left out. */
  label?: string
}

/** The response to Payment link - Get embed code. */
export type PaymentLinkGetEmbedCodeOutput = {
  /** The link. */
  id: string
  /** State of the link. */
  status: 'active' | 'inactive' | 'completed' | 'expired'
  /** Form of the code. */
  style: 'button' | 'link' | 'qr'
  /** HTML to paste. */
  code: string
  /** Address of the page of the link. */
  url: string
  /** QR code of the address, as SVG. */
  qrSvg: string
}

/** The response to Payment link - Get. */
export type PaymentLinkGetOutput = PaymentLink & {
  /** Figures by day, oldest first: days with any among the last 90. */
  days?: {
    /** Day in the time zone of the account. */
    day: string
    /** Visits of the page. */
    views: number
    /** Payments that were started. */
    started: number
    /** Payments that succeeded. */
    succeeded: number
    /** Sum of their amounts in minor units, refunds included. */
    amount: number
  }[]
}

/** The request of Get Payments. */
export type PaymentLinkGetPaymentsInput = {
  /** The link; payments of all links when left out. */
  paymentLinkId?: string
  /** Part of the list. */
  pagination?: {
    /** Payments per page; 25 when left out, 200 at most. */
    limit?: number
    /** Payments to skip. */
    offset?: number
  }
  /** Only payments in these states. */
  status?: ('created' | 'processing' | 'requiresAction' | 'succeeded' | 'partiallyRefunded' | 'refunded' | 'disputed' | 'lost' | 'failed' | 'cancelled' | 'expired')[]
  /** Only payments from this time on. */
  createdAfter?: string
  /** Only payments until this time. */
  createdBefore?: string
  /** Only payments of the link with this reference of yours. */
  clientReference?: string
  /** Only payments with this tag of their source. */
  sourceTag?: string
}

/** An item of Get Payments. */
export type PaymentLinkGetPaymentsItem = {
  /** Id of the record, the same as `paymentId`. */
  id: string
  /** The same as `id`. */
  paymentId: string
  /** State. */
  status: 'created' | 'processing' | 'requiresAction' | 'succeeded' | 'partiallyRefunded' | 'refunded' | 'disputed' | 'lost' | 'failed' | 'cancelled' | 'expired' | 'deleted'
  /** Link of the payment. */
  paymentLinkId: string
  /** Title of the link at the time of the payment. */
  title: string
  /** Kind of the provider. */
  provider: 'sandbox' | 'stripe'
  /** Provider that takes the money. */
  providerId: string
  /** Currency of all amounts. */
  currency: string
  /** Price before discounts, in minor units. */
  subtotal: number
  /** Sum of all discounts. */
  discountTotal: number
  /** Value of the tokens that paid a part. */
  tokenValue: number
  /** Amount that the provider takes. */
  amount: number
  /** Refunded amount. */
  amountRefunded: number
  /** Amount of refunds that the provider has not confirmed. */
  refundPending: number
  /** Amount of disputes that were lost. */
  amountLost: number
  /** Fee of the provider. */
  fee: number
  /** Lines of the payment. */
  lineItems: {
    /** Name of the product. */
    name: string
    /** Your name for the product. */
    sku?: string
    /** Number of pieces. */
    quantity: number
    /** Price of one. */
    unitAmount: number
    /** Part of the discounts. */
    discount: number
    /** Price of the line after discounts. */
    amount: number
  }[]
  /** Coupons and promotions that lowered the price. */
  discounts: {
    /** Coupon or promotion. */
    offerId: string
    /** Kind of the offer. */
    kind: 'coupon' | 'promotion'
    /** Title of the offer. */
    title: string
    /** Code that the payer entered. */
    code?: string
    /** Amount that it takes off. */
    amount: number
  }[]
  /** The payer. */
  customer: {
    /** Name; null without the right to read it. */
    name: string | null
    /** Mail address; masked without the right to read it. */
    email: string | null
  } | null
  /** Answers to the questions of the link; facts lack them. */
  answers: {
    /** Key of the question. */
    key: string
    /** Question. */
    label: string
    /** Answer. */
    value: string
  }[]
  /** Contact of the payer. */
  contactId: string | null
  /** Live stream of the link at the time of the payment. */
  streamId: string | null
  /** Tag of the source: `source` of the address of the page, else that of the link. */
  sourceTag: string | null
  /** Method of the payment. */
  method: {
    /** Kind of the payment method, such as `card`. */
    type: string
    /** Brand of the card. */
    brand: string | null
    /** Last four digits. */
    last4: string | null
  } | null
  /** Failed attempts, and the one that succeeded. */
  attempts: number
  /** Code of the last failure, such as `card_declined`. */
  failureCode: string | null
  /** Session at the provider. */
  providerReference: string | null
  /** Charge at the provider. */
  chargeReference: string | null
  /** Whether it succeeded after its hold had ended and a limit was reached since: the money has moved. */
  isOverLimit: boolean
  /** Time at which an open payment expires. */
  expiresAt: string
  /** Time of the success. */
  paidAt: string | null
  /** Time of the success at the provider. */
  capturedAt: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Amount less refunds, lost disputes and fee; zero before the success. */
  amountNet: number
  /** Address of the receipt; null before the success, and for keys that may not read contacts. */
  receiptUrl: string | null
}

/** A page of Get Payments. */
export type PaymentLinkGetPaymentsOutput = {
  /** Payments, newest first. */
  items: PaymentLinkGetPaymentsItem[]
  /** The link; absent for all links. */
  id?: string
  /** State of the link; `all` for all links. */
  status: string
  /** Part of the list. */
  pagination: {
    /** Payments per page, as served. */
    limit: number
    /** Payments skipped. */
    offset: number
    /** Payments of all pages, counted to 10,000. */
    total: number
    /** True when there are more than `total`. */
    totalIsCapped: boolean
    /** Whether another page follows. */
    hasMore: boolean
  }
  /** Sums of all pages by currency. */
  totals: {
    /** Currency of the sums. */
    currency: string
    /** Payments of the filter. */
    count: number
    /** Captured amount in minor units. */
    succeeded: number
    /** Refunded amount. */
    refunded: number
    /** Captured less refunds, lost disputes and fees. */
    net: number
  }[]
}

/** A page of Payment links - Get All. */
export type PaymentLinkList = {
  /** Items of this page, in the order of `sort`. */
  items: PaymentLink[]
  pagination: Pagination
}

/** The request of Payment link - Preview. */
export type PaymentLinkPreviewInput = {
  /** Title of the page and of the payment at the provider. */
  title?: string
  /** Text below the title. */
  description?: string | null
  /** fixed: the lines make the price. customer: the payer chooses an amount. */
  amountMode?: 'fixed' | 'customer'
  /** Currency of all amounts of the link. */
  currency?: string
  /** Products of a link with amountMode fixed. */
  lineItems?: {
    /** Name of the product. */
    name: string
    /** Price of one, in minor units of the currency. */
    amount: number
    /** Number of pieces; 1 when left out. */
    quantity?: number
    /** Your name for the product, which promotions compare. */
    sku?: string
    /** Bounds within which the payer chooses the quantity. */
    adjustable?: {
      /** Fewest pieces. */
      min: number
      /** Most pieces. */
      max: number
    }
    /** Address of its image. */
    imageUrl?: string
  }[]
  /** Bounds of the amount with amountMode customer. */
  customerAmount?: {
    /** Least amount. */
    min: number
    /** Largest amount; no bound when left out. */
    max?: number
    /** Amount that the page suggests. */
    preset?: number
  } | null
  /** Payments it takes at most; 1 for a one-time link. */
  maxPayments?: number | null
  /** Time from which it takes no payments. */
  expiresAt?: string | null
  /** Lets payers pay in parts, on a one-time link of fixed lines without coupons, promotions and tokens. */
  allowPartial?: {
    /** Least amount of the first part, in minor units. */
    firstMin: number
  } | null
  /** Whether the payer may enter codes of coupons. */
  allowCoupons?: boolean
  /** Whether active promotions apply by themselves. */
  autoPromotions?: boolean
  /** Tokens as part payment, for payers who are signed in. */
  acceptTokens?: {
    /** Token that pays a part, such as POINTS. */
    token: string
    /** Minor units of the currency that one token pays. */
    rate: number
    /** Largest part of the price that tokens may pay. */
    maxPercent: number
  } | null
  /** Data of the payer beside the mail address. */
  collect?: {
    /** Whether the payer enters a name. */
    name?: boolean
    /** Whether the payer enters a phone number. */
    phone?: boolean
    /** Whether the payer enters a postal address. */
    address?: boolean
  } | null
  /** Questions to the payer, up to five. */
  customFields?: {
    /** Name of the answer in a payment. */
    key: string
    /** Question that the payer reads. */
    label: string
    /** Type of the answer; text when left out. */
    kind?: 'text' | 'number'
    /** Whether a payment needs an answer. */
    isRequired?: boolean
  }[]
  /** Either an address or a text for the time after a payment. */
  afterPayment?: {
    /** Address that the payer is sent to, by https, on this server or an origin of a public key. */
    redirectUrl?: string
    /** Text on the page after the payment. */
    message?: string
  } | null
  /** Contact of the payer, for a link to one person. */
  contactId?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Language of the payer; that of the account when left out. */
  language?: string
}

/** The response to Payment link - Preview. */
export type PaymentLinkPreviewOutput = {
  /** HTML of the page without its head. */
  html: string
}

/** The request of Payment link - Refund payment. */
export type PaymentLinkRefundPaymentInput = {
  /** The payment. */
  paymentId: string
  /** Amount in minor units; all that is left when left out. */
  amount?: number
  /** Your reason. */
  reason?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string
}

/** The response to Payment link - Refund payment. */
export type PaymentLinkRefundPaymentOutput = Refund & {
  /** False when it was there already. */
  created: boolean
}

/** Payment links: pages that take payments of products or of an amount that the payer chooses. As a fact has it. */
export type PaymentLinkSnapshot = {
  /** Id of the record, the same as `paymentLinkId`. */
  id: string
  /** The same as `id`. */
  paymentLinkId: string
  /** State. */
  status: 'active' | 'inactive' | 'completed' | 'expired' | 'deleted'
  /** Title of the page and of the payment at the provider. */
  title: string
  /** Text below the title. */
  description: string | null
  /** Last part of the address. */
  slug: string | null
  /** fixed: the lines make the price. customer: the payer chooses an amount. */
  amountMode: 'fixed' | 'customer'
  /** Currency of all amounts of the link. */
  currency: string
  /** Products of a link with amountMode fixed. */
  lineItems: {
    /** Name of the product. */
    name: string
    /** Price of one, in minor units of the currency. */
    amount: number
    /** Number of pieces; 1 when left out. */
    quantity?: number
    /** Your name for the product, which promotions compare. */
    sku?: string
    /** Bounds within which the payer chooses the quantity. */
    adjustable?: {
      /** Fewest pieces. */
      min: number
      /** Most pieces. */
      max: number
    }
    /** Address of its image. */
    imageUrl?: string
  }[]
  /** Bounds of the amount with amountMode customer. */
  customerAmount: {
    /** Least amount. */
    min: number
    /** Largest amount; no bound when left out. */
    max?: number
    /** Amount that the page suggests. */
    preset?: number
  } | null
  /** Payments it takes at most; 1 for a one-time link. */
  maxPayments: number | null
  /** Time from which it takes no payments. */
  expiresAt: string | null
  /** Lets payers pay in parts, on a one-time link of fixed lines without coupons, promotions and tokens. */
  allowPartial: {
    /** Least amount of the first part, in minor units. */
    firstMin: number
  } | null
  /** Whether the payer may enter codes of coupons. */
  allowCoupons: boolean
  /** Whether active promotions apply by themselves. */
  autoPromotions: boolean
  /** Tokens as part payment, for payers who are signed in. */
  acceptTokens: {
    /** Token that pays a part, such as POINTS. */
    token: string
    /** Minor units of the currency that one token pays. */
    rate: number
    /** Largest part of the price that tokens may pay. */
    maxPercent: number
  } | null
  /** Data of the payer beside the mail address. */
  collect: {
    /** Whether the payer enters a name. */
    name?: boolean
    /** Whether the payer enters a phone number. */
    phone?: boolean
    /** Whether the payer enters a postal address. */
    address?: boolean
  } | null
  /** Questions to the payer, up to five. */
  customFields: {
    /** Name of the answer in a payment. */
    key: string
    /** Question that the payer reads. */
    label: string
    /** Type of the answer; text when left out. */
    kind?: 'text' | 'number'
    /** Whether a payment needs an answer. */
    isRequired?: boolean
  }[]
  /** Either an address or a text for the time after a payment. */
  afterPayment: {
    /** Address that the payer is sent to, by https, on this server or an origin of a public key. */
    redirectUrl?: string
    /** Text on the page after the payment. */
    message?: string
  } | null
  /** Contact of the payer, for a link to one person. */
  contactId: string | null
  /** Mails of an open link to its contact, each once: after the creation of the link or before its end. */
  reminders: {
    /** Time after the creation of the link. */
    after?: string
    /** Time before the end of the link. */
    before?: string
  }[]
  /** Provider that takes the money; the default of the account when left out. */
  providerId: string | null
  /** Live stream that it belongs to: its page shows the link, and offers and payments name the stream. */
  streamId: string | null
  /** Tag of its payments, such as a place of publication; `source` of the address replaces it. */
  sourceTag: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Payment link - Update. */
export type PaymentLinkUpdateInput = {
  /** Id: `pln_` and 34 characters. */
  paymentLinkId: string
  /** Title of the page and of the payment at the provider. */
  title?: string
  /** Text below the title. */
  description?: string | null
  /** Products of a link with amountMode fixed. */
  lineItems?: {
    /** Name of the product. */
    name: string
    /** Price of one, in minor units of the currency. */
    amount: number
    /** Number of pieces; 1 when left out. */
    quantity?: number
    /** Your name for the product, which promotions compare. */
    sku?: string
    /** Bounds within which the payer chooses the quantity. */
    adjustable?: {
      /** Fewest pieces. */
      min: number
      /** Most pieces. */
      max: number
    }
    /** Address of its image. */
    imageUrl?: string
  }[]
  /** Bounds of the amount with amountMode customer. */
  customerAmount?: {
    /** Least amount. */
    min: number
    /** Largest amount; no bound when left out. */
    max?: number
    /** Amount that the page suggests. */
    preset?: number
  } | null
  /** Payments it takes at most; 1 for a one-time link. */
  maxPayments?: number | null
  /** Time from which it takes no payments. */
  expiresAt?: string | null
  /** Whether the payer may enter codes of coupons. */
  allowCoupons?: boolean
  /** Whether active promotions apply by themselves. */
  autoPromotions?: boolean
  /** Tokens as part payment, for payers who are signed in. */
  acceptTokens?: {
    /** Token that pays a part, such as POINTS. */
    token: string
    /** Minor units of the currency that one token pays. */
    rate: number
    /** Largest part of the price that tokens may pay. */
    maxPercent: number
  } | null
  /** Data of the payer beside the mail address. */
  collect?: {
    /** Whether the payer enters a name. */
    name?: boolean
    /** Whether the payer enters a phone number. */
    phone?: boolean
    /** Whether the payer enters a postal address. */
    address?: boolean
  } | null
  /** Questions to the payer, up to five. */
  customFields?: {
    /** Name of the answer in a payment. */
    key: string
    /** Question that the payer reads. */
    label: string
    /** Type of the answer; text when left out. */
    kind?: 'text' | 'number'
    /** Whether a payment needs an answer. */
    isRequired?: boolean
  }[]
  /** Either an address or a text for the time after a payment. */
  afterPayment?: {
    /** Address that the payer is sent to, by https, on this server or an origin of a public key. */
    redirectUrl?: string
    /** Text on the page after the payment. */
    message?: string
  } | null
  /** Mails of an open link to its contact, each once: after the creation of the link or before its end. */
  reminders?: {
    /** Time after the creation of the link. */
    after?: string
    /** Time before the end of the link. */
    before?: string
  }[]
  /** Provider that takes the money; the default of the account when left out. */
  providerId?: string | null
  /** Live stream that it belongs to: its page shows the link, and offers and payments name the stream. */
  streamId?: string | null
  /** Tag of its payments, such as a place of publication; `source` of the address replaces it. */
  sourceTag?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `deactivate`: it takes no payments. `activate`: it takes payments, while it has time and payments left. */
  action?: 'deactivate' | 'activate'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Payments - Get All. */
export type PaymentList = {
  /** Items of this page, in the order of `sort`. */
  items: Payment[]
  pagination: Pagination
}

/** Payment providers: companies that take payments, with your keys. */
export type PaymentProvider = {
  /** Id of the record, the same as `providerId`. */
  id: string
  /** The same as `id`. */
  providerId: string
  /** State. */
  status: 'active' | 'error' | 'disabled' | 'deleted'
  /** Name for the people of the account. */
  name: string
  /** Company: the built-in sandbox, which moves no money, or Stripe. */
  kind: 'sandbox' | 'stripe'
  /** Whether payments go through it where a link names no provider. The first one is. */
  isDefault: boolean
  /** Whether it moves real money, by its key. */
  mode: 'live' | 'test'
  /** Whether its keys are those of the settings of the server. */
  hasSettingsKeys: boolean
  /** Webhook endpoint at Stripe that this server has registered; null for one of yours. */
  webhookEndpoint: string | null
  /** Cause of a failed registration of the webhook endpoint, and the way out; null where nothing is wrong. */
  webhookError: string | null
  /** Last time that a check of its keys succeeded. */
  lastOkAt: string | null
  /** Cause of the last failure since then. */
  lastError: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Keys that are stored. */
  secrets: {
    /** `set` where there is one; it is never returned. */
    secretKey: 'set' | null
    /** `set` where there is one; it is never returned. */
    webhookSecret: 'set' | null
  }
  /** Address for the webhooks of the company. */
  webhookUrl: string
}

/** The request of Payment Providers - Check. */
export type PaymentProviderCheckInput = {
  /** The provider. */
  providerId: string
}

/** The response to Payment Providers - Check. */
export type PaymentProviderCheckOutput = PaymentProvider & {
  /** Whether the keys work. */
  ok: boolean
}

/** The request of Payment Providers - Create. */
export type PaymentProviderCreateInput = {
  /** Name for the people of the account. */
  name: string
  /** Company: the built-in sandbox, which moves no money, or Stripe. */
  kind: 'sandbox' | 'stripe'
  /** Whether payments go through it where a link names no provider. The first one is. */
  isDefault?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Keys of Stripe; those that are sent replace the stored ones. */
  secrets?: {
    /** Secret or restricted key, `sk_…` or `rk_…`. */
    secretKey?: string
    /** Signing secret of the webhook endpoint, `whsec_…`; without it the server registers an endpoint. */
    webhookSecret?: string
  }
}

/** The response to Payment Providers - Create. */
export type PaymentProviderCreateOutput = PaymentProvider & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Payment Providers - Delete. */
export type PaymentProviderDeleteInput = {
  /** The provider. */
  providerId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Payment Providers - Get All. */
export type PaymentProviderList = {
  /** Items of this page, in the order of `sort`. */
  items: PaymentProvider[]
  pagination: Pagination
}

/** Payment providers: companies that take payments, with your keys. As a fact has it. */
export type PaymentProviderSnapshot = {
  /** Id of the record, the same as `providerId`. */
  id: string
  /** The same as `id`. */
  providerId: string
  /** State. */
  status: 'active' | 'error' | 'disabled' | 'deleted'
  /** Name for the people of the account. */
  name: string
  /** Company: the built-in sandbox, which moves no money, or Stripe. */
  kind: 'sandbox' | 'stripe'
  /** Whether payments go through it where a link names no provider. The first one is. */
  isDefault: boolean
  /** Whether it moves real money, by its key. */
  mode: 'live' | 'test'
  /** Whether its keys are those of the settings of the server. */
  hasSettingsKeys: boolean
  /** Webhook endpoint at Stripe that this server has registered; null for one of yours. */
  webhookEndpoint: string | null
  /** Cause of a failed registration of the webhook endpoint, and the way out; null where nothing is wrong. */
  webhookError: string | null
  /** Last time that a check of its keys succeeded. */
  lastOkAt: string | null
  /** Cause of the last failure since then. */
  lastError: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Payment Providers - Update. */
export type PaymentProviderUpdateInput = {
  /** Id: `ppr_` and 34 characters. */
  providerId: string
  /** Name for the people of the account. */
  name?: string
  /** Whether payments go through it where a link names no provider. The first one is. */
  isDefault?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `enable`: payments go through it again, once its keys work. `disable`: no new payment goes through it. */
  action?: 'enable' | 'disable'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Keys of Stripe; those that are sent replace the stored ones. */
  secrets?: {
    /** Secret or restricted key, `sk_…` or `rk_…`. */
    secretKey?: string
    /** Signing secret of the webhook endpoint, `whsec_…`; without it the server registers an endpoint. */
    webhookSecret?: string
  }
}

/** Payments that links took. As a fact has it. */
export type PaymentSnapshot = {
  /** Id of the record, the same as `paymentId`. */
  id: string
  /** The same as `id`. */
  paymentId: string
  /** State. */
  status: 'created' | 'processing' | 'requiresAction' | 'succeeded' | 'partiallyRefunded' | 'refunded' | 'disputed' | 'lost' | 'failed' | 'cancelled' | 'expired' | 'deleted'
  /** Link of the payment. */
  paymentLinkId: string
  /** Title of the link at the time of the payment. */
  title: string
  /** Kind of the provider. */
  provider: 'sandbox' | 'stripe'
  /** Provider that takes the money. */
  providerId: string
  /** Currency of all amounts. */
  currency: string
  /** Price before discounts, in minor units. */
  subtotal: number
  /** Sum of all discounts. */
  discountTotal: number
  /** Value of the tokens that paid a part. */
  tokenValue: number
  /** Amount that the provider takes. */
  amount: number
  /** Refunded amount. */
  amountRefunded: number
  /** Amount of refunds that the provider has not confirmed. */
  refundPending: number
  /** Amount of disputes that were lost. */
  amountLost: number
  /** Fee of the provider. */
  fee: number
  /** Lines of the payment. */
  lineItems: {
    /** Name of the product. */
    name: string
    /** Your name for the product. */
    sku?: string
    /** Number of pieces. */
    quantity: number
    /** Price of one. */
    unitAmount: number
    /** Part of the discounts. */
    discount: number
    /** Price of the line after discounts. */
    amount: number
  }[]
  /** Coupons and promotions that lowered the price. */
  discounts: {
    /** Coupon or promotion. */
    offerId: string
    /** Kind of the offer. */
    kind: 'coupon' | 'promotion'
    /** Title of the offer. */
    title: string
    /** Code that the payer entered. */
    code?: string
    /** Amount that it takes off. */
    amount: number
  }[]
  /** The payer, as entered. Keys without `marketing.contact:read` see a masked address alone; facts lack it. */
  customer: {
    /** Mail address. */
    email?: string
    /** Name. */
    name?: string
    /** Phone number. */
    phone?: string
    /** Postal address. */
    address?: string
    /** Language, BCP 47. */
    language?: string
  } | null
  /** Answers to the questions of the link; facts lack them. */
  answers: {
    /** Key of the question. */
    key: string
    /** Question. */
    label: string
    /** Answer. */
    value: string
  }[]
  /** Contact of the payer. */
  contactId: string | null
  /** Live stream of the link at the time of the payment. */
  streamId: string | null
  /** Tag of the source: `source` of the address of the page, else that of the link. */
  sourceTag: string | null
  /** Method of the payment. */
  method: {
    /** Kind of the payment method, such as `card`. */
    type: string
    /** Brand of the card. */
    brand?: string
    /** Last four digits. */
    last4?: string
  } | null
  /** Failed attempts, and the one that succeeded. */
  attempts: number
  /** Code of the last failure, such as `card_declined`. */
  failureCode: string | null
  /** Session at the provider. */
  providerReference: string | null
  /** Charge at the provider. */
  chargeReference: string | null
  /** Whether it succeeded after its hold had ended and a limit was reached since: the money has moved. */
  isOverLimit: boolean
  /** Time at which an open payment expires. */
  expiresAt: string
  /** Time of the success. */
  paidAt: string | null
  /** Time of the success at the provider. */
  capturedAt: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The response to Checkout - Get. */
export type PaymentsCheckout = {
  /** The payment. */
  id: string
  /** State of the payment. */
  status: 'created' | 'processing' | 'requiresAction' | 'succeeded' | 'partiallyRefunded' | 'refunded' | 'disputed' | 'lost' | 'failed' | 'cancelled' | 'expired'
  /** Link of the payment. */
  paymentLinkId: string
  /** Title of the link. */
  title: string
  /** Amount that the provider takes, in minor units. */
  amount: number
  /** Currency of the amount. */
  currency: string
  /** Proof from the start: ids alone show nothing. */
  proof: string
  /** Page of the provider where the payer pays; null until it is open, and after the end. */
  redirectUrl: string | null
  /** Whether the page of the provider is still being opened, which takes seconds: get the payment again until it has `redirectUrl`, or has ended. No other start is needed. */
  isOpening: boolean
  /** Page that shows how the payment stands. */
  returnUrl: string
  /** Receipt; null before the success. */
  receiptUrl: string | null
  /** Code of the last failed attempt. */
  failureCode: string | null
  /** Text of the link for the time after the payment; null before the success. */
  message: string | null
  /** Address of the link for the time after the payment; null before the success. */
  afterUrl: string | null
  /** Time at which an open payment expires. */
  expiresAt: string
}

/** The request of Checkout - Cancel. */
export type PaymentsCheckoutCancelInput = {
  /** The payment. */
  paymentId: string
  /** Proof from the start: ids alone show nothing. */
  proof: string
}

/** The request of Checkout - Quote. */
export type PaymentsCheckoutQuoteInput = {
  /** Last part of the address of the link. */
  slug: string
  /** Quantities by line, in the order of the link; those of the link when left out. */
  quantities?: number[]
  /** Amount in minor units, where the payer chooses it or pays a part; all that is open when left out. */
  amount?: number
  /** Codes of coupons. */
  codes?: string[]
  /** Tokens that pay a part, for a payer who is signed in. */
  tokens?: number
  /** Token of a signed-in payer, where the cookie of the sign-in is not sent. */
  viewerToken?: string
  /** Random id of the browser. */
  visitorId?: string
}

/** The response to Checkout - Quote. */
export type PaymentsCheckoutQuoteOutput = {
  /** The link. */
  id: string
  /** State of the link. */
  status: string
  /** Currency of all amounts. */
  currency: string
  /** Price before discounts, in minor units. */
  subtotal: number
  /** Sum of all discounts. */
  discountTotal: number
  /** Price after discounts. */
  total: number
  /** Amount to pay with money. */
  due: number
  /** Chosen lines. */
  lines: {
    /** Name of the product. */
    name: string
    /** Number of pieces. */
    quantity: number
    /** Price of one. */
    unitAmount: number
    /** Part of the discounts. */
    discount: number
    /** Price of the line after discounts. */
    total: number
  }[]
  /** Offers that apply. */
  discounts: {
    /** Kind of the offer. */
    kind: 'coupon' | 'promotion'
    /** Title of the offer. */
    title: string
    /** Code that was entered. */
    code: string | null
    /** Amount that it takes off. */
    amount: number
  }[]
  /** Codes that do not apply. */
  rejected: {
    /** Code that was entered. */
    code: string
    /** Reason why it does not apply; the same for unknown and foreign codes. */
    reason: string
  }[]
  /** Tokens as part payment; null where they are not taken. */
  tokens: {
    /** Name of the token. */
    token: string
    /** Tokens that may be used. */
    usable: number
    /** Tokens that are used. */
    used: number
    /** Value of the used tokens in minor units. */
    value: number
  } | null
  /** Names this very price; a start with it is refused when the price has changed. */
  quoteHash: string
}

/** The request of Checkout - Refresh. */
export type PaymentsCheckoutRefreshInput = {
  /** The payment. */
  paymentId: string
  /** Proof from the start: ids alone show nothing. */
  proof: string
}

/** The request of Checkout - Start. */
export type PaymentsCheckoutStartInput = {
  /** Last part of the address of the link. */
  slug: string
  /** Quantities by line, in the order of the link; those of the link when left out. */
  quantities?: number[]
  /** Amount in minor units, where the payer chooses it or pays a part; all that is open when left out. */
  amount?: number
  /** Codes of coupons. */
  codes?: string[]
  /** Tokens that pay a part, for a payer who is signed in. */
  tokens?: number
  /** Token of a signed-in payer, where the cookie of the sign-in is not sent. */
  viewerToken?: string
  /** Random id of the browser. */
  visitorId?: string
  /** Random id of this attempt: the same one again gives the same payment, so a double click pays once. */
  attemptId: string
  /** Mail address of the payer; the receipt goes there. */
  email: string
  /** Name of the payer. */
  name?: string
  /** Phone number, E.164. */
  phone?: string
  /** Postal address. */
  address?: string
  /** Answers to the questions of the link, in their order. */
  answers?: string[]
  /** Tag of the source of the payment, in place of that of the link. */
  source?: string
  /** Hash of the quote that the payer saw. */
  quoteHash?: string
  /** Language of the payer. */
  language?: string
}

/** The request of Sandbox - Pay. */
export type PaymentsSandboxPayInput = {
  /** Session of the sandbox. */
  sessionId: string
  /** Number of a test card. */
  card?: string
  /** Answer to the extra step of the payer’s bank. */
  decision?: 'approve' | 'refuse'
}

/** The response to Sandbox - Pay. */
export type PaymentsSandboxPayOutput = {
  /** The session. */
  id: string
  /** State of the session. */
  status: string
  /** Address that the payer returns to. */
  returnUrl: string
}

/** Places where people go or meet, in the world or online. */
export type Place = {
  /** Id of the record, the same as `placeId`. */
  id: string
  /** The same as `id`. */
  placeId: string
  /** State. */
  status: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged' | 'deleted'
  /** Name. Places may share one. */
  name: string
  /** Kind of the place. `online` needs `onlineUrl`. */
  type: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Name in the address of its page, `/place/{slug}`, unique on the whole instance: derived from the first name, with the city or a number where another place has it, then constant. */
  slug: string
  /** Text about the place, for visitors, in Markdown; null without one. */
  description: string | null
  /** Postal address; replaced as a whole. */
  address: {
    /** Street and house number. */
    line1?: string
    /** Building, floor or unit. */
    line2?: string
    /** City or town. */
    city?: string
    /** State, province or county. */
    region?: string
    /** Postal code. */
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Coordinates in degrees (WGS 84). */
  location: {
    /** Degrees north of the equator, -90 to 90. */
    latitude: number
    /** Degrees east of Greenwich, -180 to 180. */
    longitude: number
  } | null
  /** Address on the web. */
  onlineUrl: string | null
  /** IANA time zone. It defaults to the zone of `location`, else of the account, and follows the location until a request sets it. null in an update: follow the location again. */
  timezone: string
  /** Source of `timezone`. */
  timezoneSource: 'given' | 'location' | 'account'
  /** Opening hours, by the wall clock of the time zone of the place. */
  openingHours: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity: number | null
  /** Rooms and areas. */
  spaces: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    /** Name of the space. */
    name: string
    /** People it holds. */
    capacity?: number
    /** Floor that the space is on, as people say it. */
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** Facilities for visitors with disabilities; left out: unknown. */
  accessibility: {
    /** Access for wheelchairs. */
    wheelchair?: boolean
    /** Hearing loop. */
    hearingLoop?: boolean
    /** Entrance without a step. */
    stepFree?: boolean
    /** Accessible toilet. */
    toilet?: boolean
  } | null
  /** Directions for visitors. */
  contact: {
    /** E.164, such as +4930123456. */
    phone?: string
    /** Mail address for visitors. */
    email?: string
    /** Website of the place. */
    website?: string
  } | null
  /** Photos, the best one first. */
  photos: {
    /** Address of the photo. */
    url: string
    /** Text in place of the photo, for readers that do not see it. */
    altText: string
    /** Author of the photo. */
    credit?: string
  }[]
  /** Categories of the offer, in your words. */
  categories: string[]
  /** Labels of your own. */
  tags: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel: number | null
  /** Ids in other directories, such as `google`, `osm`, `foursquare`: up to 20. */
  externalIds: Record<string, string>
  /** The place that it is part of. */
  parentPlaceId: string | null
  /** Distance in metres within which a visitor counts as present. */
  geofenceRadiusM: number
  /** `private`: never shown to public keys and other accounts. */
  visibility: 'public' | 'private'
  /** The place that stands for this one. */
  mergedIntoId: string | null
  /** The state that `restore` leads back to. */
  statusBeforeArchive: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Whether it is open at this moment; null when its hours are not known. */
  isOpen: boolean | null
}

/** The request of Create. */
export type PlaceCreateInput = {
  /** Name. Places may share one. */
  name: string
  /** Kind of the place. `online` needs `onlineUrl`. */
  type: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Text about the place, for visitors, in Markdown; null without one. */
  description?: string | null
  /** Postal address; replaced as a whole. */
  address?: {
    /** Street and house number. */
    line1?: string
    /** Building, floor or unit. */
    line2?: string
    /** City or town. */
    city?: string
    /** State, province or county. */
    region?: string
    /** Postal code. */
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Coordinates in degrees (WGS 84). */
  location?: {
    /** Degrees north of the equator, -90 to 90. */
    latitude: number
    /** Degrees east of Greenwich, -180 to 180. */
    longitude: number
  } | null
  /** Address on the web. */
  onlineUrl?: string | null
  /** IANA time zone. It defaults to the zone of `location`, else of the account, and follows the location until a request sets it. null in an update: follow the location again. */
  timezone?: string
  /** Opening hours, by the wall clock of the time zone of the place. */
  openingHours?: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity?: number | null
  /** Rooms and areas. */
  spaces?: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    /** Name of the space. */
    name: string
    /** People it holds. */
    capacity?: number
    /** Floor that the space is on, as people say it. */
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** Facilities for visitors with disabilities; left out: unknown. */
  accessibility?: {
    /** Access for wheelchairs. */
    wheelchair?: boolean
    /** Hearing loop. */
    hearingLoop?: boolean
    /** Entrance without a step. */
    stepFree?: boolean
    /** Accessible toilet. */
    toilet?: boolean
  } | null
  /** Directions for visitors. */
  contact?: {
    /** E.164, such as +4930123456. */
    phone?: string
    /** Mail address for visitors. */
    email?: string
    /** Website of the place. */
    website?: string
  } | null
  /** Photos, the best one first. */
  photos?: {
    /** Address of the photo. */
    url: string
    /** Text in place of the photo, for readers that do not see it. */
    altText: string
    /** Author of the photo. */
    credit?: string
  }[]
  /** Categories of the offer, in your words. */
  categories?: string[]
  /** Labels of your own. */
  tags?: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel?: number | null
  /** Ids in other directories, such as `google`, `osm`, `foursquare`: up to 20. */
  externalIds?: Record<string, string>
  /** The place that it is part of. */
  parentPlaceId?: string | null
  /** Distance in metres within which a visitor counts as present. */
  geofenceRadiusM?: number
  /** `private`: never shown to public keys and other accounts. */
  visibility?: 'public' | 'private'
  /** Initial state. */
  status?: 'draft' | 'active'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Looks for a like name within 150 m, or the same name in the same city. `warn`, when left out: they come along as `possibleDuplicates`. `block`: 409 `possible_duplicate`. `off`: does not look. */
  duplicateCheck?: 'warn' | 'block' | 'off'
}

/** The response to Create. */
export type PlaceCreateOutput = Place & {
  /** False when it was there already. */
  created: boolean
  /** Places that it may repeat; absent when none were looked for. */
  possibleDuplicates?: {
    /** The place, `plc_…`. */
    id: string
    /** Name of the place. */
    name: string
    /** State of the place. */
    status: string
    /** City of the place; null when it has none. */
    city: string | null
    /** Country, ISO 3166-1 alpha-2; null when it has none. */
    countryCode: string | null
    /** Distance from `near` of the request, or the place, in metres. */
    distanceM: number | null
  }[]
}

/** The request of Delete. */
export type PlaceDeleteInput = {
  /** Id: `plc_` and 34 characters. */
  placeId: string
  /** `restrict`, when left out: 409 `in_use` with the counts. */
  onReferences?: 'restrict' | 'detach'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Delete. */
export type PlaceDeleteOutput = {
  /** The id of the deleted resource. */
  id: string
  /** Always `deleted`. */
  status: 'deleted'
  /** Counts of the references that the deletion cleared. */
  detached: {
    /** Places that were part of it. */
    childPlaces: number
  }
}

/** The response to Duplicates. */
export type PlaceDuplicatesOutput = {
  /** The other places, the most similar first. */
  items: {
    /** The place, `plc_…`. */
    id: string
    /** Name of the place. */
    name: string
    /** State of the place. */
    status: string
    /** City of the place; null when it has none. */
    city: string | null
    /** Country, ISO 3166-1 alpha-2; null when it has none. */
    countryCode: string | null
    /** Distance from `near` of the request, or the place, in metres. */
    distanceM: number | null
  }[]
}

/** The response to Get By Name. */
export type PlaceGetOutput = Place & {
  /** Next opening; null while the place is open, or when no opening is known. */
  nextOpenAt: string | null
  /** Public streams that are live here, 24 at most; null without `streams`. */
  liveStreams: {
    /** Stream. */
    id: string
    /** Title. */
    title: string
    /** Cover photo; null without one. */
    imageUrl: string | null
    /** Address of its watch page. */
    url: string | null
  }[] | null
  /** The merged place that the request named. */
  redirectedFrom?: string
  /** Visitors per day, added up over 400 days, merged places included; a minute or so behind. */
  viewCount: number
}

/** A page of Get All. */
export type PlaceList = {
  /** Items of this page, in the order of `sort`. */
  items: PlaceListItem[]
  pagination: Pagination
}

/** An item of Get All. */
export type PlaceListItem = Place & {
  /** Metres from `near`; only when it was sent. */
  distanceM?: number
}

/** The response to Map. */
export type PlaceMapOutput = {
  /** Cells that have places, those of the most places first. */
  items: {
    /** Number of places in the cell. */
    count: number
    /** Mean latitude of the places, in degrees. */
    latitude: number
    /** Mean longitude of the places, in degrees. */
    longitude: number
    /** `west,south,east,north` of the outermost places, in degrees. */
    bbox: string
    /** The place, where the cell has only one. */
    placeId: string | null
    /** Name of the only place. */
    name: string | null
    /** Type of the only place. */
    type: string | null
    /** State of the only place. */
    status: string | null
  }[]
  /** Number of places in the box. */
  count: number
  /** Whether the box has more places than were counted. */
  countIsCapped: boolean
}

/** Places where people go or meet, in the world or online. As a fact has it. */
export type PlaceSnapshot = {
  /** Id of the record, the same as `placeId`. */
  id: string
  /** The same as `id`. */
  placeId: string
  /** State. */
  status: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged' | 'deleted'
  /** Name. Places may share one. */
  name: string
  /** Kind of the place. `online` needs `onlineUrl`. */
  type: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Name in the address of its page, `/place/{slug}`, unique on the whole instance: derived from the first name, with the city or a number where another place has it, then constant. */
  slug: string
  /** Text about the place, for visitors, in Markdown; null without one. */
  description: string | null
  /** Postal address; replaced as a whole. */
  address: {
    /** Street and house number. */
    line1?: string
    /** Building, floor or unit. */
    line2?: string
    /** City or town. */
    city?: string
    /** State, province or county. */
    region?: string
    /** Postal code. */
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Coordinates in degrees (WGS 84). */
  location: {
    /** Degrees north of the equator, -90 to 90. */
    latitude: number
    /** Degrees east of Greenwich, -180 to 180. */
    longitude: number
  } | null
  /** Address on the web. */
  onlineUrl: string | null
  /** IANA time zone. It defaults to the zone of `location`, else of the account, and follows the location until a request sets it. null in an update: follow the location again. */
  timezone: string
  /** Source of `timezone`. */
  timezoneSource: 'given' | 'location' | 'account'
  /** Opening hours, by the wall clock of the time zone of the place. */
  openingHours: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity: number | null
  /** Rooms and areas. */
  spaces: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    /** Name of the space. */
    name: string
    /** People it holds. */
    capacity?: number
    /** Floor that the space is on, as people say it. */
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** Facilities for visitors with disabilities; left out: unknown. */
  accessibility: {
    /** Access for wheelchairs. */
    wheelchair?: boolean
    /** Hearing loop. */
    hearingLoop?: boolean
    /** Entrance without a step. */
    stepFree?: boolean
    /** Accessible toilet. */
    toilet?: boolean
  } | null
  /** Directions for visitors. */
  contact: {
    /** E.164, such as +4930123456. */
    phone?: string
    /** Mail address for visitors. */
    email?: string
    /** Website of the place. */
    website?: string
  } | null
  /** Photos, the best one first. */
  photos: {
    /** Address of the photo. */
    url: string
    /** Text in place of the photo, for readers that do not see it. */
    altText: string
    /** Author of the photo. */
    credit?: string
  }[]
  /** Categories of the offer, in your words. */
  categories: string[]
  /** Labels of your own. */
  tags: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel: number | null
  /** Ids in other directories, such as `google`, `osm`, `foursquare`: up to 20. */
  externalIds: Record<string, string>
  /** The place that it is part of. */
  parentPlaceId: string | null
  /** Distance in metres within which a visitor counts as present. */
  geofenceRadiusM: number
  /** `private`: never shown to public keys and other accounts. */
  visibility: 'public' | 'private'
  /** The place that stands for this one. */
  mergedIntoId: string | null
  /** The state that `restore` leads back to. */
  statusBeforeArchive: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Update. */
export type PlaceUpdateInput = {
  /** Id: `plc_` and 34 characters. */
  placeId: string
  /** Name. Places may share one. */
  name?: string
  /** Kind of the place. `online` needs `onlineUrl`. */
  type?: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Text about the place, for visitors, in Markdown; null without one. */
  description?: string | null
  /** Postal address; replaced as a whole. */
  address?: {
    /** Street and house number. */
    line1?: string
    /** Building, floor or unit. */
    line2?: string
    /** City or town. */
    city?: string
    /** State, province or county. */
    region?: string
    /** Postal code. */
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Coordinates in degrees (WGS 84). */
  location?: {
    /** Degrees north of the equator, -90 to 90. */
    latitude: number
    /** Degrees east of Greenwich, -180 to 180. */
    longitude: number
  } | null
  /** Address on the web. */
  onlineUrl?: string | null
  /** IANA time zone; null: follow the location again. */
  timezone?: string | null
  /** Opening hours, by the wall clock of the time zone of the place. */
  openingHours?: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity?: number | null
  /** Rooms and areas. */
  spaces?: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    /** Name of the space. */
    name: string
    /** People it holds. */
    capacity?: number
    /** Floor that the space is on, as people say it. */
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** Facilities for visitors with disabilities; left out: unknown. */
  accessibility?: {
    /** Access for wheelchairs. */
    wheelchair?: boolean
    /** Hearing loop. */
    hearingLoop?: boolean
    /** Entrance without a step. */
    stepFree?: boolean
    /** Accessible toilet. */
    toilet?: boolean
  } | null
  /** Directions for visitors. */
  contact?: {
    /** E.164, such as +4930123456. */
    phone?: string
    /** Mail address for visitors. */
    email?: string
    /** Website of the place. */
    website?: string
  } | null
  /** Photos, the best one first. */
  photos?: {
    /** Address of the photo. */
    url: string
    /** Text in place of the photo, for readers that do not see it. */
    altText: string
    /** Author of the photo. */
    credit?: string
  }[]
  /** Categories of the offer, in your words. */
  categories?: string[]
  /** Labels of your own. */
  tags?: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel?: number | null
  /** Ids in other directories, such as `google`, `osm`, `foursquare`: up to 20. */
  externalIds?: Record<string, string>
  /** The place that it is part of. */
  parentPlaceId?: string | null
  /** Distance in metres within which a visitor counts as present. */
  geofenceRadiusM?: number
  /** `private`: never shown to public keys and other accounts. */
  visibility?: 'public' | 'private'
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `activate`: a draft becomes a place that visitors see. `closeTemporarily`: it is closed for a while. `reopen`: it is open again. `closePermanently`: it is closed for good. `archive`: it is put away, with everything that refers to it. `restore`: back to the state that it was archived in. */
  action?: 'activate' | 'closeTemporarily' | 'reopen' | 'closePermanently' | 'archive' | 'restore'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Adds, changes and removes single spaces, in this order; not together with `spaces`. */
  spaceChanges?: {
    /** add needs `name`, the others `id`. */
    change: 'add' | 'update' | 'remove'
    /** The space to update or to remove. */
    id?: string
    /** Name of the space. */
    name?: string
    /** People that the space holds; null clears it. */
    capacity?: number | null
    /** Floor that the space is on; null clears it. */
    floor?: string | null
    /** Whether bookings exclude one another. */
    isExclusive?: boolean
  }[]
  /** Id of the place that replaces this one. This one becomes `merged`, its parts move over, and reads return the other. Allowed alone or with `ifVersion`. */
  mergeIntoPlaceId?: string
}

/** The request of View. */
export type PlaceViewInput = {
  /** Id: `plc_` and 34 characters. */
  placeId: string
  /** Id of the visitor, opaque to the server, such as a random id that the visitor keeps. */
  viewer: string
}

/** The response to View. */
export type PlaceViewOutput = {
  /** Id: `plc_` and 34 characters. */
  id: string
  /** Always `counted`. */
  status: 'counted'
}

/** The request of Visit. */
export type PlaceVisitInput = {
  /** Id: `plc_` and 34 characters. */
  placeId: string
}

/** The response to Visit. */
export type PlaceVisitOutput = {
  /** Id: `plc_` and 34 characters. */
  id: string
  /** `ignored` for a program that is no browser. */
  status: 'counted' | 'ignored'
}

/** Addresses at which the video is watched; null while it is closed to the caller. */
export type Playback = {
  /** Id in public addresses. */
  playbackId: string
  /** The page where it is watched, before, while and after it is live. */
  playerUrl: string
  /** The player alone, for frames on other pages. */
  embedUrl: string
  /** The playlist, for players of your own; null where none will ever play: a linked or archived video, and a stream that is used up without a recording. */
  hlsUrl: string | null
  /** Image of it: one of its own, else a drawn one. */
  thumbnailUrl: string
}

/** Promotions: rules that lower prices of carts, of themselves or by a code. */
export type Promotion = {
  /** Id of the record, the same as `promotionId`. */
  id: string
  /** The same as `id`. */
  promotionId: string
  /** State. */
  status: 'draft' | 'scheduled' | 'active' | 'paused' | 'exhausted' | 'ended' | 'archived' | 'deleted'
  /** Name for the team. */
  name: string
  /** Applies of itself, or where its code or that of one of its coupons is typed. */
  trigger: 'automatic' | 'code'
  /** Code for trigger `code`, kept in capital letters and compared in any case; without one, its coupons give it. */
  code: string | null
  /** Moment from which it applies; that of its creation by default. */
  startsAt: string
  /** Moment from which it applies no longer; null for never. */
  endsAt: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Carts and contacts that it applies to. Beside the fields of contacts: `cart.subtotal`, `cart.quantity`, `cart.currency`, `cart.skus`, `cart.categories`, `paymentLink.id`, `event.id`, `place.id`, `vendor.id`, `stream.id`, `time.now`, `time.hour`, `time.weekday`, `time.date`. */
  filter: Record<string, unknown> | null
  /** Effects, applied in their order. */
  effects: {
    /** `orderPercent` and `orderAmount` lower the price of all lines, `itemPercent` and `itemAmount` that of each piece; `fixedPrice` is a new price of each piece, `freeItem` takes pieces off, `buyXGetY` makes the cheapest pieces of a set cheaper, `bundlePrice` is the price of a set, `tieredSpend` depends on the amount spent, `freeShipping` takes the shipping off; `grantTokens` and `issueCoupon` give something for the purchase. */
    type: 'orderPercent' | 'orderAmount' | 'itemPercent' | 'itemAmount' | 'fixedPrice' | 'freeItem' | 'buyXGetY' | 'bundlePrice' | 'tieredSpend' | 'freeShipping' | 'grantTokens' | 'issueCoupon'
    /** Percent with up to two decimals. */
    percentOff?: number
    /** Minor units of `currency`; whole tokens for `grantTokens`. */
    amount?: number
    /** Article of `freeItem`. */
    sku?: string
    /** Pieces of `freeItem`, or of a set of `bundlePrice`. */
    quantity?: number
    /** Pieces of a set at their price. */
    buy?: number
    /** Pieces of a set that cost less: the cheapest ones. */
    get?: number
    /** Most sets of one cart. */
    maxSets?: number
    /** Articles of a set of `bundlePrice`; any pieces of the target when left out. */
    items?: {
      /** Article. */
      sku: string
      /** Pieces of it. */
      quantity: number
    }[]
    /** Tiers of `tieredSpend`; the highest one reached holds. */
    tiers?: {
      /** Amount spent from which the tier holds. */
      from: number
      /** Percent off. */
      percentOff?: number
      /** Amount off. */
      amount?: number
    }[]
    /** Token of `grantTokens`; `POINTS` by default. */
    token?: string
    /** Reward that the tokens belong to. */
    rewardId?: string
    /** Gives `amount` tokens for each such amount that is paid. */
    perAmount?: number
    /** Coupon of which `issueCoupon` gives the buyer a copy. */
    couponId?: string
    /** Lines that the effect is for; all when left out. */
    target?: {
      /** Articles; one match of `skus` or `categories` is enough. */
      skus?: string[]
      /** Categories of articles. */
      categories?: string[]
      /** Carts of these payment links. */
      paymentLinkIds?: string[]
      /** Carts of these events. */
      eventIds?: string[]
      /** Carts of these places. */
      placeIds?: string[]
      /** Carts of these vendors. */
      vendorIds?: string[]
      /** Lines that satisfy this filter: its fields are `line.sku`, `line.quantity`, …. */
      filter?: Record<string, unknown>
    }
  }[]
  /** Currency of its amounts; needed where it has any. */
  currency: string | null
  /** Largest discount of one cart in minor units. */
  maxAmount: number | null
  /** Most uses; null for no limit. */
  limits: {
    /** Uses by all people. */
    total?: number
    /** Uses by one contact; people without a contact are refused at checkout. */
    perContact?: number
    /** Uses of one day, in the time zone of the account. */
    perDay?: number
  } | null
  /** Budget; null for none. */
  budget: {
    /** Sum of discounts in minor units, or a number of uses. */
    type: 'spend' | 'usage'
    /** The budget. */
    amount: number
  } | null
  /** Behaviour beside other offers; replaced as a whole. */
  stacking: {
    /** Part of the price that it lowers, and its place in the order of evaluation. */
    class: 'product' | 'order' | 'shipping'
    /** Classes of offers that may apply beside it, if they agree. */
    combinesWith: ('product' | 'order' | 'shipping')[]
    /** Whether it applies alone or not at all. */
    exclusive: boolean
    /** Name of a group of promotions. */
    group?: string
    /** Most promotions of the group on one cart; 1 by default. */
    groupLimit?: number
    /** Smaller numbers first. */
    priority: number
    /** Percentages are of the price that earlier offers left, or of the price before any. */
    percentOf: 'running' | 'initial'
  }
  /** Among offers that do not combine: the largest discount, or the smallest priority. */
  strategy: 'best' | 'priority'
  /** Appearance to buyers. */
  display: {
    /** Title, as buyers see it. */
    title?: string
    /** Short label. */
    badge?: string
    /** Image. */
    imageUrl?: string
    /** Terms. */
    terms?: string
  } | null
  /** Percent of people who do not get it, to measure what it changes. */
  holdoutPercent: number
  /** Counts changes of `filter` and `effects` after the first use. */
  revision: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Promotion - Create. */
export type PromotionCreateInput = {
  /** Name for the team. */
  name: string
  /** Applies of itself, or where its code or that of one of its coupons is typed. */
  trigger?: 'automatic' | 'code'
  /** Code for trigger `code`, kept in capital letters and compared in any case; without one, its coupons give it. */
  code?: string | null
  /** Moment from which it applies; that of its creation by default. */
  startsAt?: string
  /** Moment from which it applies no longer; null for never. */
  endsAt?: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows?: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Carts and contacts that it applies to. Beside the fields of contacts: `cart.subtotal`, `cart.quantity`, `cart.currency`, `cart.skus`, `cart.categories`, `paymentLink.id`, `event.id`, `place.id`, `vendor.id`, `stream.id`, `time.now`, `time.hour`, `time.weekday`, `time.date`. */
  filter?: Record<string, unknown> | null
  /** Effects, applied in their order. */
  effects: {
    /** `orderPercent` and `orderAmount` lower the price of all lines, `itemPercent` and `itemAmount` that of each piece; `fixedPrice` is a new price of each piece, `freeItem` takes pieces off, `buyXGetY` makes the cheapest pieces of a set cheaper, `bundlePrice` is the price of a set, `tieredSpend` depends on the amount spent, `freeShipping` takes the shipping off; `grantTokens` and `issueCoupon` give something for the purchase. */
    type: 'orderPercent' | 'orderAmount' | 'itemPercent' | 'itemAmount' | 'fixedPrice' | 'freeItem' | 'buyXGetY' | 'bundlePrice' | 'tieredSpend' | 'freeShipping' | 'grantTokens' | 'issueCoupon'
    /** Percent with up to two decimals. */
    percentOff?: number
    /** Minor units of `currency`; whole tokens for `grantTokens`. */
    amount?: number
    /** Article of `freeItem`. */
    sku?: string
    /** Pieces of `freeItem`, or of a set of `bundlePrice`. */
    quantity?: number
    /** Pieces of a set at their price. */
    buy?: number
    /** Pieces of a set that cost less: the cheapest ones. */
    get?: number
    /** Most sets of one cart. */
    maxSets?: number
    /** Articles of a set of `bundlePrice`; any pieces of the target when left out. */
    items?: {
      /** Article. */
      sku: string
      /** Pieces of it. */
      quantity: number
    }[]
    /** Tiers of `tieredSpend`; the highest one reached holds. */
    tiers?: {
      /** Amount spent from which the tier holds. */
      from: number
      /** Percent off. */
      percentOff?: number
      /** Amount off. */
      amount?: number
    }[]
    /** Token of `grantTokens`; `POINTS` by default. */
    token?: string
    /** Reward that the tokens belong to. */
    rewardId?: string
    /** Gives `amount` tokens for each such amount that is paid. */
    perAmount?: number
    /** Coupon of which `issueCoupon` gives the buyer a copy. */
    couponId?: string
    /** Lines that the effect is for; all when left out. */
    target?: {
      /** Articles; one match of `skus` or `categories` is enough. */
      skus?: string[]
      /** Categories of articles. */
      categories?: string[]
      /** Carts of these payment links. */
      paymentLinkIds?: string[]
      /** Carts of these events. */
      eventIds?: string[]
      /** Carts of these places. */
      placeIds?: string[]
      /** Carts of these vendors. */
      vendorIds?: string[]
      /** Lines that satisfy this filter: its fields are `line.sku`, `line.quantity`, …. */
      filter?: Record<string, unknown>
    }
  }[]
  /** Currency of its amounts; needed where it has any. */
  currency?: string | null
  /** Largest discount of one cart in minor units. */
  maxAmount?: number | null
  /** Most uses; null for no limit. */
  limits?: {
    /** Uses by all people. */
    total?: number
    /** Uses by one contact; people without a contact are refused at checkout. */
    perContact?: number
    /** Uses of one day, in the time zone of the account. */
    perDay?: number
  } | null
  /** Budget; null for none. */
  budget?: {
    /** Sum of discounts in minor units, or a number of uses. */
    type: 'spend' | 'usage'
    /** The budget. */
    amount: number
  } | null
  /** Behaviour beside other offers; replaced as a whole. */
  stacking?: {
    /** Part of the price that it lowers, and its place in the order of evaluation. */
    class: 'product' | 'order' | 'shipping'
    /** Classes of offers that may apply beside it, if they agree. */
    combinesWith: ('product' | 'order' | 'shipping')[]
    /** Whether it applies alone or not at all. */
    exclusive: boolean
    /** Name of a group of promotions. */
    group?: string
    /** Most promotions of the group on one cart; 1 by default. */
    groupLimit?: number
    /** Smaller numbers first. */
    priority: number
    /** Percentages are of the price that earlier offers left, or of the price before any. */
    percentOf: 'running' | 'initial'
  }
  /** Among offers that do not combine: the largest discount, or the smallest priority. */
  strategy?: 'best' | 'priority'
  /** Appearance to buyers. */
  display?: {
    /** Title, as buyers see it. */
    title?: string
    /** Short label. */
    badge?: string
    /** Image. */
    imageUrl?: string
    /** Terms. */
    terms?: string
  } | null
  /** Percent of people who do not get it, to measure what it changes. */
  holdoutPercent?: number
  /** Initial state. */
  status?: 'draft' | 'active'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Promotion - Create. */
export type PromotionCreateOutput = Promotion & {
  /** False when it was there already. */
  created: boolean
  /** Other running promotions that meet it on one cart; 20 at most. */
  warnings: {
    /** Another promotion that runs at the same time. */
    promotionId: string
    /** Name of the other promotion. */
    name: string
    /** `excludes`: only one of both applies to a cart. `stacks`: both lower the same part of the price. */
    kind: 'excludes' | 'stacks'
  }[]
}

/** The request of Promotion - Delete. */
export type PromotionDeleteInput = {
  /** Id: `prm_` and 34 characters. */
  promotionId: string
  /** Future of the coupons: they stay without effect, or are archived within seconds; `keep` by default. */
  couponAction?: 'keep' | 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Promotion - Delete. */
export type PromotionDeleteOutput = {
  /** The promotion. */
  id: string
  /** Always `archived`. */
  status: 'archived'
}

/** The request of Promotion - Evaluate. */
export type PromotionEvaluateInput = {
  /** Contact of the buyer. */
  contactId?: string
  /** Your stable name of a buyer without a contact, by which holdouts are formed. */
  visitorId?: string
  /** The cart. */
  cart: {
    /** Currency of the cart. */
    currency: string
    /** Lines. */
    items: {
      /** Your name of the line; its number when left out. */
      key?: string
      /** Name of the article. */
      name?: string
      /** Article. */
      sku?: string
      /** Categories of the article. */
      categories?: string[]
      /** Pieces; 1 by default. */
      quantity?: number
      /** Price of one piece in minor units. */
      unitAmount: number
    }[]
    /** Costs of shipping in minor units. */
    shipping?: number
    /** Codes of promotions and coupons. */
    codes?: string[]
    /** Records that the cart belongs to. */
    about?: {
      /** Payment link. */
      paymentLinkId?: string
      /** Event. */
      eventId?: string
      /** Place. */
      placeId?: string
      /** Vendor. */
      vendorId?: string
      /** Live stream. */
      streamId?: string
    }
  }
  /** Promotions to try whatever their state is; not with `commit`. */
  tryPromotionIds?: string[]
  /** Whether the buyer sees the price: counts them in the comparison with a holdout. */
  isShown?: boolean
  /** Counts the offers as used by a purchase. */
  commit?: {
    /** Your name of the purchase: a repeat counts once. */
    clientReference: string
    /** Hash of the price that the buyer saw; the present price when left out. */
    quoteHash?: string
  }
}

/** The response to Promotion - Evaluate. */
export type PromotionEvaluateOutput = {
  /** Currency of all amounts. */
  currency: string
  /** Price before discounts, shipping included. */
  subtotal: number
  /** Sum of all discounts. */
  discountTotal: number
  /** Price after discounts: the sum of the lines and of shipping. */
  total: number
  /** Lines, in the order of the cart. */
  lines: {
    /** Name of the line within its cart. */
    key: string
    /** Price before discounts. */
    subtotal: number
    /** Sum of its discounts. */
    discount: number
    /** Price after discounts. */
    total: number
    /** Discounts by offer. */
    discounts: {
      /** The promotion or coupon. */
      offerId: string
      /** Amount off. */
      amount: number
    }[]
  }[]
  /** Costs of shipping. */
  shipping: {
    /** Before discounts. */
    subtotal: number
    /** Amount off. */
    discount: number
    /** After discounts. */
    total: number
  }
  /** Effects of the offers that apply, in the order of evaluation. */
  effects: {
    /** The promotion or coupon. */
    offerId: string
    /** Kind of the offer. */
    kind: 'promotion' | 'coupon'
    /** Title of the offer. */
    title: string
    /** Code of the offer. */
    code?: string
    /** Promotion whose effect a coupon gives. */
    promotionId?: string
    /** Type of the effect. */
    type: string
    /** Amount off. */
    discount?: number
    /** Token that the purchase gives. */
    token?: string
    /** Tokens that the purchase gives. */
    amount?: number
    /** Reward that the tokens belong to. */
    rewardId?: string
    /** Coupon of which the purchase gives a copy. */
    couponId?: string
  }[]
  /** Offers and codes that do not apply. */
  rejected: {
    /** The promotion or coupon; null for a code that is none. */
    offerId: string | null
    /** The promotion, that of a coupon too; null for another coupon and for a code that is none. */
    promotionId: string | null
    /** Code of the offer; null for an automatic promotion. */
    code: string | null
    /** Reason why it does not apply. */
    reason: 'unknown_code' | 'not_active' | 'promotion_not_running' | 'not_started' | 'expired' | 'outside_window' | 'exhausted' | 'per_contact_limit' | 'per_day_limit' | 'budget_exhausted' | 'not_eligible' | 'first_purchase_only' | 'contact_needed' | 'code_needed' | 'holdout' | 'min_subtotal' | 'currency_mismatch' | 'no_effect' | 'not_combinable' | 'group_limit'
    /** Offer that keeps it out. */
    with?: string
  }[]
  /** Tokens that pay a part; null without. */
  tokens: {
    /** Token. */
    token: string
    /** Most tokens that the buyer may use. */
    usable: number
    /** Tokens used. */
    used: number
    /** Value of the used tokens in minor units. */
    value: number
  } | null
  /** Amount that is left to pay with money. */
  due: number
  /** Hash of the price: a reservation at another price is refused. */
  quoteHash: string
  /** Promotions that apply, as buyers see them: `display` of each. */
  display: {
    /** The promotion. */
    promotionId: string
    /** Title; the name of a promotion without one. */
    title: string
    /** Short label; null without one. */
    badge: string | null
    /** Image; null without one. */
    imageUrl: string | null
    /** Terms; null without them. */
    terms: string | null
  }[]
  /** Each decision, in the order of evaluation. */
  trace: {
    /** The promotion or coupon. */
    offerId: string
    /** Kind of the offer. */
    kind: 'promotion' | 'coupon'
    /** Title of the offer. */
    title: string
    /** Class of the offer. */
    class: 'product' | 'order' | 'shipping'
    /** Priority within the class. */
    priority: number
    /** Whether it applies. */
    isApplied: boolean
    /** Reason why it does not apply. */
    reason?: 'unknown_code' | 'not_active' | 'promotion_not_running' | 'not_started' | 'expired' | 'outside_window' | 'exhausted' | 'per_contact_limit' | 'per_day_limit' | 'budget_exhausted' | 'not_eligible' | 'first_purchase_only' | 'contact_needed' | 'code_needed' | 'holdout' | 'min_subtotal' | 'currency_mismatch' | 'no_effect' | 'not_combinable' | 'group_limit'
    /** Offer that keeps it out. */
    with?: string
    /** Discount of the offer if it were the only one. */
    alone?: number
    /** Price that earlier offers left. */
    before?: number
    /** Amount off. */
    discount: number
    /** Price that it leaves. */
    after?: number
  }[]
}

/** The response to Promotion - Get. */
export type PromotionGetOutput = Promotion & {
  /** Statistics. */
  stats?: {
    /** People who saw a price with it, or were held out. */
    evaluated: number
    /** Uses that count now, reservations of open purchases included. */
    applied: number
    /** Uses of purchases that were paid. */
    redemptions: number
    /** Uses taken back after a refund. */
    rolledBack: number
    /** Discounts by currency, less what was returned. */
    discount: {
      /** Currency. */
      currency: string
      /** Sum of discounts in minor units. */
      amount: number
    }[]
    /** Tokens given. */
    tokens: number
    /** Uses by day, the last 90 days that have any. */
    days: {
      /** Day of the account. */
      day: string
      /** Uses. */
      used: number
    }[]
    /** Purchases compared with the holdout; null before both groups have people. */
    liftVsHoldout: {
      /** People who got it. */
      people: number
      /** Those of them who bought. */
      buyers: number
      /** People who were held out. */
      peopleHeldOut: number
      /** Those of them who bought. */
      buyersHeldOut: number
      /** Share of buyers among people who got it. */
      rate: number
      /** Share of buyers among people who were held out. */
      rateHeldOut: number
      /** Difference of both shares. */
      difference: number
      /** Lower end of the 95 % confidence interval of the difference. */
      low: number
      /** Upper end of it. */
      high: number
      /** Difference as a part of the share of the holdout; null where none of it bought. */
      lift: number | null
    } | null
  }
  /** Other running promotions that meet it on one cart; 20 at most. */
  warnings?: {
    /** Another promotion that runs at the same time. */
    promotionId: string
    /** Name of the other promotion. */
    name: string
    /** `excludes`: only one of both applies to a cart. `stacks`: both lower the same part of the price. */
    kind: 'excludes' | 'stacks'
  }[]
  /** With a `cart`: effects of the offers that apply, and each decision. Nothing is counted. */
  evaluation?: {
    /** Effects of the offers that apply, in the order of evaluation. */
    effects: {
      /** The promotion or coupon. */
      offerId: string
      /** Kind of the offer. */
      kind: 'promotion' | 'coupon'
      /** Title of the offer. */
      title: string
      /** Code of the offer. */
      code?: string
      /** Promotion whose effect a coupon gives. */
      promotionId?: string
      /** Type of the effect. */
      type: string
      /** Amount off. */
      discount?: number
      /** Token that the purchase gives. */
      token?: string
      /** Tokens that the purchase gives. */
      amount?: number
      /** Reward that the tokens belong to. */
      rewardId?: string
      /** Coupon of which the purchase gives a copy. */
      couponId?: string
    }[]
    /** Each decision, in the order of evaluation. */
    trace: {
      /** The promotion or coupon. */
      offerId: string
      /** Kind of the offer. */
      kind: 'promotion' | 'coupon'
      /** Title of the offer. */
      title: string
      /** Class of the offer. */
      class: 'product' | 'order' | 'shipping'
      /** Priority within the class. */
      priority: number
      /** Whether it applies. */
      isApplied: boolean
      /** Reason why it does not apply. */
      reason?: 'unknown_code' | 'not_active' | 'promotion_not_running' | 'not_started' | 'expired' | 'outside_window' | 'exhausted' | 'per_contact_limit' | 'per_day_limit' | 'budget_exhausted' | 'not_eligible' | 'first_purchase_only' | 'contact_needed' | 'code_needed' | 'holdout' | 'min_subtotal' | 'currency_mismatch' | 'no_effect' | 'not_combinable' | 'group_limit'
      /** Offer that keeps it out. */
      with?: string
      /** Discount of the offer if it were the only one. */
      alone?: number
      /** Price that earlier offers left. */
      before?: number
      /** Amount off. */
      discount: number
      /** Price that it leaves. */
      after?: number
    }[]
  }
}

/** A page of Promotion - Get All. */
export type PromotionList = {
  /** Items of this page, in the order of `sort`. */
  items: Promotion[]
  pagination: Pagination
}

/** The request of Promotion - Update. */
export type PromotionUpdateInput = {
  /** Id: `prm_` and 34 characters. */
  promotionId: string
  /** Name for the team. */
  name?: string
  /** Applies of itself, or where its code or that of one of its coupons is typed. */
  trigger?: 'automatic' | 'code'
  /** Code for trigger `code`, kept in capital letters and compared in any case; without one, its coupons give it. */
  code?: string | null
  /** Moment from which it applies; that of its creation by default. */
  startsAt?: string
  /** Moment from which it applies no longer; null for never. */
  endsAt?: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows?: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Carts and contacts that it applies to. Beside the fields of contacts: `cart.subtotal`, `cart.quantity`, `cart.currency`, `cart.skus`, `cart.categories`, `paymentLink.id`, `event.id`, `place.id`, `vendor.id`, `stream.id`, `time.now`, `time.hour`, `time.weekday`, `time.date`. */
  filter?: Record<string, unknown> | null
  /** Effects, applied in their order. */
  effects?: {
    /** `orderPercent` and `orderAmount` lower the price of all lines, `itemPercent` and `itemAmount` that of each piece; `fixedPrice` is a new price of each piece, `freeItem` takes pieces off, `buyXGetY` makes the cheapest pieces of a set cheaper, `bundlePrice` is the price of a set, `tieredSpend` depends on the amount spent, `freeShipping` takes the shipping off; `grantTokens` and `issueCoupon` give something for the purchase. */
    type: 'orderPercent' | 'orderAmount' | 'itemPercent' | 'itemAmount' | 'fixedPrice' | 'freeItem' | 'buyXGetY' | 'bundlePrice' | 'tieredSpend' | 'freeShipping' | 'grantTokens' | 'issueCoupon'
    /** Percent with up to two decimals. */
    percentOff?: number
    /** Minor units of `currency`; whole tokens for `grantTokens`. */
    amount?: number
    /** Article of `freeItem`. */
    sku?: string
    /** Pieces of `freeItem`, or of a set of `bundlePrice`. */
    quantity?: number
    /** Pieces of a set at their price. */
    buy?: number
    /** Pieces of a set that cost less: the cheapest ones. */
    get?: number
    /** Most sets of one cart. */
    maxSets?: number
    /** Articles of a set of `bundlePrice`; any pieces of the target when left out. */
    items?: {
      /** Article. */
      sku: string
      /** Pieces of it. */
      quantity: number
    }[]
    /** Tiers of `tieredSpend`; the highest one reached holds. */
    tiers?: {
      /** Amount spent from which the tier holds. */
      from: number
      /** Percent off. */
      percentOff?: number
      /** Amount off. */
      amount?: number
    }[]
    /** Token of `grantTokens`; `POINTS` by default. */
    token?: string
    /** Reward that the tokens belong to. */
    rewardId?: string
    /** Gives `amount` tokens for each such amount that is paid. */
    perAmount?: number
    /** Coupon of which `issueCoupon` gives the buyer a copy. */
    couponId?: string
    /** Lines that the effect is for; all when left out. */
    target?: {
      /** Articles; one match of `skus` or `categories` is enough. */
      skus?: string[]
      /** Categories of articles. */
      categories?: string[]
      /** Carts of these payment links. */
      paymentLinkIds?: string[]
      /** Carts of these events. */
      eventIds?: string[]
      /** Carts of these places. */
      placeIds?: string[]
      /** Carts of these vendors. */
      vendorIds?: string[]
      /** Lines that satisfy this filter: its fields are `line.sku`, `line.quantity`, …. */
      filter?: Record<string, unknown>
    }
  }[]
  /** Currency of its amounts; needed where it has any. */
  currency?: string | null
  /** Largest discount of one cart in minor units. */
  maxAmount?: number | null
  /** Most uses; null for no limit. */
  limits?: {
    /** Uses by all people. */
    total?: number
    /** Uses by one contact; people without a contact are refused at checkout. */
    perContact?: number
    /** Uses of one day, in the time zone of the account. */
    perDay?: number
  } | null
  /** Budget; null for none. */
  budget?: {
    /** Sum of discounts in minor units, or a number of uses. */
    type: 'spend' | 'usage'
    /** The budget. */
    amount: number
  } | null
  /** Behaviour beside other offers; replaced as a whole. */
  stacking?: {
    /** Part of the price that it lowers, and its place in the order of evaluation. */
    class: 'product' | 'order' | 'shipping'
    /** Classes of offers that may apply beside it, if they agree. */
    combinesWith: ('product' | 'order' | 'shipping')[]
    /** Whether it applies alone or not at all. */
    exclusive: boolean
    /** Name of a group of promotions. */
    group?: string
    /** Most promotions of the group on one cart; 1 by default. */
    groupLimit?: number
    /** Smaller numbers first. */
    priority: number
    /** Percentages are of the price that earlier offers left, or of the price before any. */
    percentOf: 'running' | 'initial'
  }
  /** Among offers that do not combine: the largest discount, or the smallest priority. */
  strategy?: 'best' | 'priority'
  /** Appearance to buyers. */
  display?: {
    /** Title, as buyers see it. */
    title?: string
    /** Short label. */
    badge?: string
    /** Image. */
    imageUrl?: string
    /** Terms. */
    terms?: string
  } | null
  /** Percent of people who do not get it, to measure what it changes. */
  holdoutPercent?: number
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `activate`: carts get it, from its start on. `pause`: carts get it no longer until it is activated. `end`: carts get it never again. `archive`: it leaves the list of the present ones. */
  action?: 'activate' | 'pause' | 'end' | 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Promotion - Update. */
export type PromotionUpdateOutput = Promotion & {
  /** Other running promotions that meet it on one cart; 20 at most. */
  warnings: {
    /** Another promotion that runs at the same time. */
    promotionId: string
    /** Name of the other promotion. */
    name: string
    /** `excludes`: only one of both applies to a cart. `stacks`: both lower the same part of the price. */
    kind: 'excludes' | 'stacks'
  }[]
}

/** Channels: the permanent homes of streamers, each with one page and one handle. The form for public keys and other accounts. */
export type PublicChannel = {
  /** Id of the record, the same as `channelId`. */
  id: string
  /** The same as `id`. */
  channelId: string
  /** State. */
  status: 'active'
  /** Text for the audience. */
  name: string
  /** Name in addresses, unique on the whole instance; derived from the name when left out. A previous handle redirects for 30 days, during which no other channel can take it. */
  handle: string
  /** Text about the channel. */
  description: string | null
  /** Address of a square image. */
  avatarUrl: string | null
  /** Address of a wide image. */
  coverPhotoUrl: string | null
  /** Category. */
  categoryId: string | null
  /** Sub-category; sets the category as well. */
  subCategoryId: string | null
  /** Language; the language of the account when left out. */
  language: string
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Links to show on the channel’s page, in this order. */
  links: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new videos need a ticket. */
  visibility: 'public' | 'unlisted' | 'private' | 'ticketed'
  /** Whether new videos give rewards, where neither they nor `defaults` say it. */
  isRewardsEnabled: boolean
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Name of its category. */
  category: string | null
  /** Name of its sub-category. */
  subCategory: string | null
  /** Whether a stream visible to you is live on the channel. */
  isLive: boolean
  /** The stream there that went live last. */
  liveStreamId: string | null
  /** Address of its page. */
  channelUrl: string
  /** Latest videos, as RSS. */
  feedUrl: string
  /** Scheduled streams, as iCalendar. */
  calendarUrl: string
  /** A player that shows what is live there, else the latest video. */
  embedUrl: string
}

/** The response to Channel - Get By ID (public). */
export type PublicChannelGetOutput = PublicChannel & {
  liveStream: null | PublicStream
  /** The next scheduled streams, at most 10. */
  upcomingStreams: PublicStream[]
  /** Latest published videos, at most 10. */
  recentStatics: PublicStaticVideo[]
  /** The handle of the request, when the channel has another one now. */
  redirectedFrom?: string
  details: null | PublicDetails
}

/** A page of Channel - Get All (public). */
export type PublicChannelList = {
  /** Items of this page, in the order of `sort`. */
  items: PublicChannel[]
  pagination: Pagination
}

/** The response to Get (public). */
export type PublicCouponGetOutput = {
  /** Id of the record, the same as `couponId`. */
  id: string
  /** The same as `id`. */
  couponId: string
  /** State. */
  status: 'scheduled' | 'active' | 'paused' | 'exhausted' | 'expired' | 'deleted'
  /** Name of the offer, as an audience sees it. */
  name: string
  /** Code, 3 to 64 letters, digits, `_` and `-`, kept in capital letters and compared in any case; 10 random characters when left out. */
  code: string
  /** Effect of the coupon, needed without `promotionId`; replaced as a whole. */
  discount: {
    /** `percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes pieces off, `freeShipping` the shipping, `tokens` gives tokens to the contact. */
    type: 'percent' | 'amount' | 'fixedPrice' | 'freeItem' | 'freeShipping' | 'tokens'
    /** Percent with up to two decimals, for `percent`. */
    percentOff?: number
    /** Largest discount of one use in minor units; needs `currency`. */
    maxAmount?: number
    /** Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`. */
    amount?: number
    /** Currency of the amounts. */
    currency?: string
    /** Article, for `freeItem`. */
    sku?: string
    /** Pieces of the article, for `freeItem`; 1 by default. */
    quantity?: number
    /** Token, for `tokens`; `POINTS` by default. */
    token?: string
  } | null
  /** Moment from which it can be used; that of its creation by default. */
  startsAt: string
  /** Moment from which it can be used no longer; null for never. */
  expiresAt: string | null
  /** Hours in which it can be used; always when empty. */
  validWindows: {
    /** Days; all when left out. */
    days?: ('mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su')[]
    /** Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts from the begin of the offer. */
    rrule?: string
    /** Begin, `17:00`. */
    from: string
    /** End, `19:00`; at or before `from` it is on the next day. */
    to: string
    /** Time zone of the clock; that of the account when left out. */
    timezone?: string
  }[]
  /** Least price of an order before discounts. */
  minSubtotal: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
}

/** Details: what is written about a video or a channel, one sheet per language. The form for public keys and other accounts. */
export type PublicDetails = {
  /** Id of the record, the same as `detailsId`. */
  id: string
  /** The same as `id`. */
  detailsId: string
  /** State. */
  status: 'draft' | 'published' | 'archived'
  /** The stream, video or channel that the details describe. */
  targetType: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId: string
  /** Language of the sheet, unique per target; the language of the target when left out. */
  locale: string
  /** The title in this language. */
  title: string | null
  /** The description in this language: a subset of Markdown. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Cover image for this language. */
  coverPhotoUrl: string | null
  /** Audience that the content is fit for. mature: the page warns before it plays. adult: the page requires a confirmation of the age. The strictest of all languages and of the channel holds. */
  maturityRating: 'everyone' | 'teen' | 'mature' | 'adult'
  /** Warnings for viewers before they watch. */
  contentWarnings: string[]
  /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
  licence: string | null
  /** Contributors, each with a role. */
  credits: {
    /** Part that the person had. */
    role: string
    /** Name of the person. */
    name: string
    /** Address of a page of the person. */
    url?: string
  }[]
  /** Products that the page shows beside the player. */
  products: {
    /** Name of the product. */
    label: string
    /** Address of the shop; exactly one of url and paymentLinkId. */
    url?: string
    /** Payment link that sells it. It is shown while the link takes payments of anyone. */
    paymentLinkId?: string
    /** Moment of the video at which the product is highlighted. */
    atSeconds?: number
  }[]
  /** Links to show beside it. */
  links: {
    /** Text of the link. */
    label: string
    /** Target of the link. */
    url: string
  }[]
  /** Up to 50 fields of your own, shown to the audience as well. */
  customFields: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Parts of a video that is open, in order; else none. */
  chapters: {
    /** Start position; 0 for the first. */
    startSeconds: number
    /** Title. */
    title: string
  }[]
  /** Captions of a video that is open, once they are fetched; else none. */
  captions: {
    /** Language of the text. */
    language: string
    /** Name of the track in the menu of a player. */
    label: string
    /** captions: speech and other audio. subtitles: translated speech. */
    kind: 'captions' | 'subtitles'
    /** Address of the kept WebVTT file. */
    vttUrl: string
  }[]
  /** Address of the chapters as a WebVTT file. */
  vttChaptersUrl: string | null
}

/** The response to Details - Get By ID (public). */
export type PublicDetailsGetOutput = PublicDetails & {
  /** The language that was found. */
  resolvedLocale: string
}

/** A page of Details - Get All (public). */
export type PublicDetailsList = {
  /** Items of this page, in the order of `sort`. */
  items: PublicDetails[]
  pagination: Pagination
}

/** Categories of channels and videos: the upper of two levels, owned by the account. The form for public keys and other accounts. */
export type PublicLivestreamCategory = {
  /** Id of the record, the same as `categoryId`. */
  id: string
  /** The same as `id`. */
  categoryId: string
  /** State. */
  status: 'active' | 'inactive'
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug: string
  /** Content of the category. */
  description: string | null
  /** Address of a small image. */
  iconUrl: string | null
  /** Colour of its badge, `#rrggbb`. */
  color: string | null
  /** Position in the list, from 0; the end when left out. */
  position: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive: boolean
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Number of its sub-categories; for the public, of active ones. */
  subCategoryCount: number
  /** Channels linked to it; the public counts public ones. */
  channelCount: number
  /** Recorded videos linked to it; the public counts published public ones. */
  staticCount: number
  /** Streams linked to it; the public counts public ones. */
  streamCount: number
  /** Streams linked to it that are live now; the public counts public ones. */
  liveNowCount: number
}

/** The response to Category - Get By ID (public). */
export type PublicLivestreamCategoryGetOutput = PublicLivestreamCategory & {
  /** Sub-categories of the category, in their order. */
  subCategories: PublicLivestreamSubCategory[]
}

/** A page of Category - Get All (public). */
export type PublicLivestreamCategoryList = {
  /** Items of this page, in the order of `sort`. */
  items: PublicLivestreamCategoryListItem[]
  pagination: Pagination
}

/** An item of Category - Get All (public). */
export type PublicLivestreamCategoryListItem = PublicLivestreamCategory & {
  /** Sub-categories of the category, in their order. */
  subCategories?: PublicLivestreamSubCategory[]
}

/** Sub-categories of channels and videos: the lower of two levels, inside a category. The form for public keys and other accounts. */
export type PublicLivestreamSubCategory = {
  /** Id of the record, the same as `subCategoryId`. */
  id: string
  /** The same as `id`. */
  subCategoryId: string
  /** State. */
  status: 'active' | 'inactive'
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** Name in addresses, unique among its siblings; derived from the name when left out. */
  slug: string
  /** Content of the category. */
  description: string | null
  /** Address of a small image. */
  iconUrl: string | null
  /** Colour of its badge, `#rrggbb`. */
  color: string | null
  /** Position in the list, from 0; the end when left out. */
  position: number
  /** False hides it from pickers and discovery; its members stay linked. */
  isActive: boolean
  /** Category of the sub-category. */
  categoryId: string
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Name of its category. */
  categoryName: string
  /** Channels linked to it; the public counts public ones. */
  channelCount: number
  /** Recorded videos linked to it; the public counts published public ones. */
  staticCount: number
  /** Streams linked to it; the public counts public ones. */
  streamCount: number
  /** Streams linked to it that are live now; the public counts public ones. */
  liveNowCount: number
}

/** A page of SubCategory - Get All (public). */
export type PublicLivestreamSubCategoryList = {
  /** Items of this page, in the order of `sort`. */
  items: PublicLivestreamSubCategory[]
  pagination: Pagination
}

/** Places where people go or meet, in the world or online. The form for public keys and other accounts. */
export type PublicPlace = {
  /** Id of the record, the same as `placeId`. */
  id: string
  /** The same as `id`. */
  placeId: string
  /** State. */
  status: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged'
  /** Name. Places may share one. */
  name: string
  /** Kind of the place. `online` needs `onlineUrl`. */
  type: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Name in the address of its page, `/place/{slug}`, unique on the whole instance: derived from the first name, with the city or a number where another place has it, then constant. */
  slug: string
  /** Text about the place, for visitors, in Markdown; null without one. */
  description: string | null
  /** Postal address; replaced as a whole. */
  address: {
    /** Street and house number. */
    line1?: string
    /** Building, floor or unit. */
    line2?: string
    /** City or town. */
    city?: string
    /** State, province or county. */
    region?: string
    /** Postal code. */
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Coordinates in degrees (WGS 84). */
  location: {
    /** Degrees north of the equator, -90 to 90. */
    latitude: number
    /** Degrees east of Greenwich, -180 to 180. */
    longitude: number
  } | null
  /** Address on the web. */
  onlineUrl: string | null
  /** IANA time zone. It defaults to the zone of `location`, else of the account, and follows the location until a request sets it. null in an update: follow the location again. */
  timezone: string
  /** Opening hours, by the wall clock of the time zone of the place. */
  openingHours: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity: number | null
  /** Rooms and areas. */
  spaces: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    /** Name of the space. */
    name: string
    /** People it holds. */
    capacity?: number
    /** Floor that the space is on, as people say it. */
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** Facilities for visitors with disabilities; left out: unknown. */
  accessibility: {
    /** Access for wheelchairs. */
    wheelchair?: boolean
    /** Hearing loop. */
    hearingLoop?: boolean
    /** Entrance without a step. */
    stepFree?: boolean
    /** Accessible toilet. */
    toilet?: boolean
  } | null
  /** Directions for visitors. */
  contact: {
    /** E.164, such as +4930123456. */
    phone?: string
    /** Mail address for visitors. */
    email?: string
    /** Website of the place. */
    website?: string
  } | null
  /** Photos, the best one first. */
  photos: {
    /** Address of the photo. */
    url: string
    /** Text in place of the photo, for readers that do not see it. */
    altText: string
    /** Author of the photo. */
    credit?: string
  }[]
  /** Categories of the offer, in your words. */
  categories: string[]
  /** Labels of your own. */
  tags: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel: number | null
  /** The place that it is part of. */
  parentPlaceId: string | null
  /** Distance in metres within which a visitor counts as present. */
  geofenceRadiusM: number
  /** `private`: never shown to public keys and other accounts. */
  visibility: 'public' | 'private'
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Whether it is open at this moment; null when its hours are not known. */
  isOpen: boolean | null
}

/** The response to Get By Name (public). */
export type PublicPlaceGetOutput = PublicPlace & {
  /** Next opening; null while the place is open, or when no opening is known. */
  nextOpenAt: string | null
  /** Public streams that are live here, 24 at most; null without `streams`. */
  liveStreams: {
    /** Stream. */
    id: string
    /** Title. */
    title: string
    /** Cover photo; null without one. */
    imageUrl: string | null
    /** Address of its watch page. */
    url: string | null
  }[] | null
  /** The merged place that the request named. */
  redirectedFrom?: string
}

/** A page of Get All (public). */
export type PublicPlaceList = {
  /** Items of this page, in the order of `sort`. */
  items: PublicPlaceListItem[]
  pagination: Pagination
}

/** An item of Get All (public). */
export type PublicPlaceListItem = PublicPlace & {
  /** Metres from `near`; only when it was sent. */
  distanceM?: number
}

/** Recorded videos. The form for public keys and other accounts. */
export type PublicStaticVideo = {
  /** Id of the record, the same as `staticId`. */
  id: string
  /** The same as `id`. */
  staticId: string
  /** State. */
  status: 'draft' | 'processing' | 'failed' | 'scheduled' | 'published' | 'archived'
  /** A word of your own to filter by; `upload` when empty. */
  searchType: string
  /** Title. */
  title: string | null
  /** Text about the content. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** The channel it is shown on. */
  channelId: string | null
  /** Name of a category, kept as sent. */
  category: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory: string | null
  /** The category that `category` names, if there is one. */
  categoryId: string | null
  /** The sub-category that `subCategory` names within it. */
  subCategoryId: string | null
  /** Time of publication. */
  publishedAt: string | null
  /** Address of its cover image. */
  coverPhotoUrl: string | null
  /** Whether watching gives rewards; the channel’s default when left out. */
  isRewardsEnabled: boolean
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Whether viewers may download a copy. */
  allowDownload: boolean
  /** Origin of the video. */
  source: 'upload' | 'import' | 'recording' | 'clip'
  /** Duration. */
  durationSeconds: number | null
  /** Width of its frames in pixels. */
  width: number | null
  /** Height of its frames in pixels. */
  height: number | null
  /** Name that this viewer gave. */
  authorName: string | null
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Addresses at which the video is watched; null while it is closed to the caller. */
  playback: null | FilePlayback
  /** Proof that opens a closed video; null for an open one. */
  access: null | VideoAccess
}

/** The response to Static - Get (public). */
export type PublicStaticVideoGetOutput = PublicStaticVideo & {
  details: null | PublicDetails
}

/** A page of Static - Get All (public). */
export type PublicStaticVideoList = {
  /** Items of this page, in the order of `sort`. */
  items: PublicStaticVideo[]
  pagination: Pagination
}

/** Live streams: each with a key for an encoder and an address for an audience. The form for public keys and other accounts. */
export type PublicStream = {
  /** Id of the record, the same as `streamId`. */
  id: string
  /** The same as `id`. */
  streamId: string
  /** State. */
  status: 'idle' | 'scheduled' | 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'disabled'
  /** Title. */
  title: string
  /** Text about the stream. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Channel; when left out, the first channel of the account, created if there is none. */
  channelId: string
  /** Name of a category, kept as sent. */
  category: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory: string | null
  /** The category that `category` names, if there is one. */
  categoryId: string | null
  /** The sub-category that `subCategory` names within it. */
  subCategoryId: string | null
  /** The place that it comes from: its page shows the stream while live, that of the stream names it. */
  placeId: string | null
  /** A word of your own to filter by. */
  searchType: string | null
  /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
  scheduleDate: string | null
  /** Time of day at which it begins, `HH:MM:SS`. */
  scheduleTime: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone: string | null
  /** The moment that the schedule means. */
  scheduledAt: string | null
  /** Expected duration, for calendars. */
  expectedDurationMinutes: number | null
  /** Image to show before it begins. */
  coverPhotoUrl: string | null
  /** Whether watching gives rewards; else the channel’s default. */
  isRewardsEnabled: boolean
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Target latency: about 1, 2 or 6 seconds. Lower values tolerate less network jitter. The channel’s or the operator’s when left out. */
  latencyMode: 'ultraLow' | 'low' | 'standard'
  /** Length of the DVR window of a live stream, in seconds. */
  dvrWindowSeconds: number
  /** Whether viewers may make clips. */
  allowViewerClips: boolean
  /** Time at which the current session went live. */
  startedAt: string | null
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Whether it can be watched live at this moment. */
  isLive: boolean
  /** Current live viewers; null while the stream is not live, or where the owner hides them. */
  viewers: number | null
  /** Addresses at which the video is watched; null while it is closed to the caller. */
  playback: null | Playback
  /** Proof that opens a closed video; null for an open one. */
  access: null | VideoAccess
}

/** The response to Get (public). */
export type PublicStreamGetOutput = PublicStream & {
  details: null | PublicDetails
}

/** The response to Get Status (public). */
export type PublicStreamGetStatusOutput = PublicStreamStatus | {
  /** In the order of the ids in the request. */
  items: PublicStreamStatus[]
}

/** A page of Get All (public). */
export type PublicStreamList = {
  /** Items of this page, in the order of `sort`. */
  items: PublicStreamListItem[]
  pagination: Pagination
}

/** An item of Get All (public). */
export type PublicStreamListItem = PublicStream & {
  channel?: StreamChannel
}

/** The state of a stream as the audience sees it. */
export type PublicStreamStatus = {
  /** Id: `str_` and 34 characters. */
  id: string
  /** The state of the stream. */
  status: string
  /** Whether it can be watched live at this moment. */
  isLive: boolean
  /** Time at which it went live. */
  startedAt: string | null
  /** For how long it has been live. */
  uptimeSeconds: number | null
  /** Current viewers; null for the public where the owner hides them. */
  viewers: number | null
  /** Address of the server-sent events that report changes. */
  sseUrl: string
}

/** Differences between our records and those of a provider. */
export type ReconciliationIssue = {
  /** Id of the record, the same as `reconciliationId`. */
  id: string
  /** The same as `id`. */
  reconciliationId: string
  /** State. */
  status: 'open' | 'resolved' | 'deleted'
  /** The compared provider. */
  providerId: string
  /** The compared day, in UTC. */
  day: string
  /** Currency of the sums. */
  currency: string
  /** Compared sum of a day: number of payments, or an amount in minor units. Or the part of a single report that does not fit its payment: session, currency, amount or refund. */
  kind: 'payments' | 'captured' | 'fees' | 'refunded' | 'session' | 'currency' | 'amount' | 'refund'
  /** Sum of our records. */
  ours: number
  /** Sum of the provider. */
  theirs: number
  /** Payment that the report names; null for a day. */
  paymentId: string | null
  /** Session or refund of the report at the provider; null for a day. */
  providerReference: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Kind of the provider; null for a deleted one. */
  provider: 'sandbox' | 'stripe' | null
}

/** A page of Reconciliation - Get All. */
export type ReconciliationIssueList = {
  /** Items of this page, in the order of `sort`. */
  items: ReconciliationIssue[]
  pagination: Pagination
}

/** The request of Reconciliation - Run. */
export type ReconciliationIssueRunInput = {
  /** The day, in UTC. */
  day: string
  /** The provider; the default of the account when left out. */
  providerId?: string
}

/** The response to Reconciliation - Run. */
export type ReconciliationIssueRunOutput = {
  /** Whether all sums match. */
  isMatching: boolean
  /** Differences of the day. */
  issues: ReconciliationIssue[]
}

/** Differences between our records and those of a provider. As a fact has it. */
export type ReconciliationIssueSnapshot = {
  /** Id of the record, the same as `reconciliationId`. */
  id: string
  /** The same as `id`. */
  reconciliationId: string
  /** State. */
  status: 'open' | 'resolved' | 'deleted'
  /** The compared provider. */
  providerId: string
  /** The compared day, in UTC. */
  day: string
  /** Currency of the sums. */
  currency: string
  /** Compared sum of a day: number of payments, or an amount in minor units. Or the part of a single report that does not fit its payment: session, currency, amount or refund. */
  kind: 'payments' | 'captured' | 'fees' | 'refunded' | 'session' | 'currency' | 'amount' | 'refund'
  /** Sum of our records. */
  ours: number
  /** Sum of the provider. */
  theirs: number
  /** Payment that the report names; null for a day. */
  paymentId: string | null
  /** Session or refund of the report at the provider; null for a day. */
  providerReference: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Reconciliation - Update. */
export type ReconciliationIssueUpdateInput = {
  /** Id: `rci_` and 34 characters. */
  reconciliationId: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `resolve`: it is settled; a comparison that finds the difference of its day again opens it. */
  action?: 'resolve'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Reconciliation - Verify. */
export type ReconciliationIssueVerifyOutput = {
  /** Whether everything matches. */
  isMatching: boolean
  /** Violations, 100 at most. */
  violations: {
    /** Rule that does not hold. */
    rule: string
    /** Row id of the payment, the link or the transaction. */
    about: string
  }[]
}

/** Refunds of payments. */
export type Refund = {
  /** Id of the record, the same as `refundId`. */
  id: string
  /** The same as `id`. */
  refundId: string
  /** State. */
  status: 'pending' | 'succeeded' | 'failed' | 'deleted'
  /** The refunded payment. */
  paymentId: string
  /** Refunded amount in minor units. */
  amount: number
  /** Currency of the payment. */
  currency: string
  /** Your reason. */
  reason: string | null
  /** api: requested here. provider: made at the provider. */
  origin: 'api' | 'provider'
  /** Refund at the provider. */
  providerReference: string | null
  /** Time of the success at the provider. */
  settledAt: string | null
  /** Time of a failure after the success. */
  failedAt: string | null
  /** Code of the failure. */
  failureCode: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** A page of Refunds - Get All. */
export type RefundList = {
  /** Items of this page, in the order of `sort`. */
  items: Refund[]
  pagination: Pagination
}

/** Token rewards: rules that give tokens, grants, and perks that tokens buy. */
export type Reward = {
  /** Id of the record, the same as `rewardId`. */
  id: string
  /** The same as `id`. */
  rewardId: string
  /** State. */
  status: 'draft' | 'active' | 'paused' | 'ended' | 'soldOut' | 'pending' | 'posted' | 'partiallySpent' | 'spent' | 'expired' | 'reversed' | 'archived' | 'deleted'
  /** Name, as an audience sees it. */
  name: string
  /** `rule` gives tokens for events, `grant` gave them to one contact, `perk` can be had for tokens. */
  mode: 'rule' | 'grant' | 'perk'
  /** Name of the token. */
  token: string
  /** Tokens of a grant, or for each event or unit of a rule. */
  amount: number | null
  /** Contact of a grant. */
  contactId: string | null
  /** Reason, in the statement of the contact. */
  reason: string | null
  /** Moment until which a grant is pending; null for none. */
  availableAt: string | null
  /** Moment at which unspent tokens expire; null for never. */
  expiresAt: string | null
  /** Time after which unspent tokens expire; not beside `expiresAt`. */
  expiresAfter: string | null
  /** Event of a rule: the name of a fact about a person or of a tracked event. Short for common ones: `stream.watched`, `payment.succeeded`, `coupon.redeemed`. */
  on: string | null
  /** Comparisons of the properties of the event, `{prop, is, value}`, as in a filter. */
  where: Record<string, unknown>[] | null
  /** Unit of a rule: the amount is given for each whole unit. Once per event if null. */
  per: {
    /** Length of watching that earns the amount; the rest counts on. */
    duration?: string
    /** Minor units that earn the amount. */
    amount?: number
    /** Currency of the minor units; any when left out. */
    currency?: string
    /** Property of the event that holds the number; by default `seconds` for a duration and `amountMinor` for an amount. */
    property?: string
  } | null
  /** Limits of a rule in tokens, held to the unit. The last grant may be cut to fit. */
  caps: {
    /** Limit for each contact. */
    perContact?: {
      /** Most tokens of the rule for one contact within a period. */
      max: number
      /** Period, in the time zone of the account. */
      per: 'hour' | 'day' | 'week' | 'month' | 'ever'
    }
    /** Most tokens of the rule on one day, in the time zone of the account. */
    perDay?: number
    /** Most tokens of the rule in all, also those that were taken back. */
    total?: number
  } | null
  /** Most tokens that a rule gives in all, without those that were taken back; null for no limit. */
  budget: number | null
  /** Rule whose caps and budget a grant counts towards: 409 `cap_reached` beyond them. */
  ruleId: string | null
  /** Filter of contacts for which a rule holds; all when null. */
  when: Record<string, unknown> | null
  /** First moment of a rule or perk; null for at once. */
  startsAt: string | null
  /** End of a rule or perk; null for none. */
  endsAt: string | null
  /** Tokens that a perk costs. */
  cost: number | null
  /** Thing that a perk gives. */
  gives: {
    /** `webhook`: your program hands it out on `loyalty.reward.redeemed`. `manual`: people do, at a counter. `coupon`: the contact gets a coupon for one use, a copy of `couponId` or one of `promotionId`. */
    type: 'coupon' | 'webhook' | 'manual'
    /** Coupon of which the contact gets a copy (`coupon`). */
    couponId?: string
    /** Promotion with trigger `code` of which the contact gets a coupon, in place of `couponId` (`coupon`). */
    promotionId?: string
    /** Words for the one who hands it out. */
    note?: string
  } | null
  /** Pieces of a perk in all; null for no limit. */
  stock: number | null
  /** Times that one contact may take a perk; null: any. */
  perContact: number | null
  /** Times that a perk was taken. */
  redeemed: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Transaction of a grant; null for other rewards. */
  transactionId: string | null
  /** Tokens of a grant that are not spent; null for other rewards. */
  remaining: number | null
}

/** The request of Rewards - Audit. */
export type RewardAuditInput = Record<string, never>

/** The response to Rewards - Audit. */
export type RewardAuditOutput = {
  /** Whether no defect was found. */
  ok: boolean
  /** Number of transactions. */
  txns: number
  /** Number of entries. */
  entries: number
  /** Number of balances with entries. */
  balances: number
  /** Number of transactions that a seal covers. */
  sealed: number
  /** Number of transactions that the next seal covers. */
  unsealed: number
  /** End of the chain. Store it elsewhere, and compare it later. */
  head: {
    /** Number of the newest seal. */
    sequence: number
    /** Digest of the newest seal, SHA-256 in hexadecimal. */
    digest: string
  } | null
  /** Defects, the first ones. */
  defects: {
    /** Transaction, ledger or seal at fault. */
    place: string
    /** Defect at that place. */
    problem: string
  }[]
}

/** The request of Reward - Create Token Reward. */
export type RewardCreateInput = {
  /** Name, as an audience sees it. */
  name: string
  /** Kind of the reward. */
  mode?: 'rule' | 'grant' | 'perk'
  /** Name of the token. */
  token?: string
  /** Tokens of a grant, or for each event or unit of a rule. */
  amount?: number | null
  /** Contact of a grant. */
  contactId?: string | null
  /** Reason, in the statement of the contact. */
  reason?: string | null
  /** Moment until which a grant is pending; null for none. */
  availableAt?: string | null
  /** Moment at which unspent tokens expire; null for never. */
  expiresAt?: string | null
  /** Time after which unspent tokens expire; not beside `expiresAt`. */
  expiresAfter?: string | null
  /** Event of a rule: the name of a fact about a person or of a tracked event. Short for common ones: `stream.watched`, `payment.succeeded`, `coupon.redeemed`. */
  on?: string | null
  /** Comparisons of the properties of the event, `{prop, is, value}`, as in a filter. */
  where?: Record<string, unknown>[] | null
  /** Unit of a rule: the amount is given for each whole unit. Once per event if null. */
  per?: {
    /** Length of watching that earns the amount; the rest counts on. */
    duration?: string
    /** Minor units that earn the amount. */
    amount?: number
    /** Currency of the minor units; any when left out. */
    currency?: string
    /** Property of the event that holds the number; by default `seconds` for a duration and `amountMinor` for an amount. */
    property?: string
  } | null
  /** Limits of a rule in tokens, held to the unit. The last grant may be cut to fit. */
  caps?: {
    /** Limit for each contact. */
    perContact?: {
      /** Most tokens of the rule for one contact within a period. */
      max: number
      /** Period, in the time zone of the account. */
      per: 'hour' | 'day' | 'week' | 'month' | 'ever'
    }
    /** Most tokens of the rule on one day, in the time zone of the account. */
    perDay?: number
    /** Most tokens of the rule in all, also those that were taken back. */
    total?: number
  } | null
  /** Most tokens that a rule gives in all, without those that were taken back; null for no limit. */
  budget?: number | null
  /** Rule whose caps and budget a grant counts towards: 409 `cap_reached` beyond them. */
  ruleId?: string | null
  /** Filter of contacts for which a rule holds; all when null. */
  when?: Record<string, unknown> | null
  /** First moment of a rule or perk; null for at once. */
  startsAt?: string | null
  /** End of a rule or perk; null for none. */
  endsAt?: string | null
  /** Tokens that a perk costs. */
  cost?: number | null
  /** Thing that a perk gives. */
  gives?: {
    /** `webhook`: your program hands it out on `loyalty.reward.redeemed`. `manual`: people do, at a counter. `coupon`: the contact gets a coupon for one use, a copy of `couponId` or one of `promotionId`. */
    type: 'coupon' | 'webhook' | 'manual'
    /** Coupon of which the contact gets a copy (`coupon`). */
    couponId?: string
    /** Promotion with trigger `code` of which the contact gets a coupon, in place of `couponId` (`coupon`). */
    promotionId?: string
    /** Words for the one who hands it out. */
    note?: string
  } | null
  /** Pieces of a perk in all; null for no limit. */
  stock?: number | null
  /** Times that one contact may take a perk; null: any. */
  perContact?: number | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** First state of a rule, `draft` by default; a perk is active by default. A grant has none. */
  status?: 'draft' | 'active'
}

/** The response to Reward - Create Token Reward. */
export type RewardCreateOutput = Reward & {
  /** False when it was there already. */
  created: boolean
  /** Tokens of the contact after a grant: those it can spend, or pending ones. */
  balanceAfter: number | null
}

/** The request of Reward - Delete. */
export type RewardDeleteInput = {
  /** Id: `rwd_` and 34 characters. */
  rewardId: string
  /** Reason, in the fact. */
  reason?: string
  /** Whether a spent part is left out or refuses; `partial` by default. */
  onShortfall?: 'partial' | 'fail'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Reward - Delete. */
export type RewardDeleteOutput = {
  /** The reward. */
  id: string
  /** `reversed` for a grant. */
  status: 'archived' | 'reversed'
  /** Tokens that were taken back; null for a rule or perk. */
  reversedAmount: number | null
}

/** The response to Reward - Get. */
export type RewardGetOutput = (Reward & {
  /** Newest 200 entries of contacts; null without `include=entries`. */
  entries: {
    /** Transaction. */
    txnId: string
    /** `grant`, `rule`, `offer`, `spend`, `transfer`, `hold`, `capture`, `void`, `expire` … */
    kind: string
    /** Ledger of the entry. */
    ledger: string
    /** Name of the token. */
    token: string
    /** Signed number of tokens. */
    amount: number
    /** Balance of the ledger afterwards. */
    balanceAfter: number
    /** Moment. */
    at: string
    /** Reference of the transaction. */
    reference: string
    /** Record of the transaction: the reward, or the payment that takes tokens; null for none. */
    about: string | null
  }[] | null
  /** Sums of the reward; null without `include=stats`. */
  stats: {
    /** Tokens that it gave. */
    granted: number
    /** Tokens of these that are not spent. */
    remaining: number
    /** Number of grants. */
    grants: number
    /** Contacts that got some. */
    contacts: number
  } | null
}) | TokenStatement

/** A page of Reward - Get All. */
export type RewardList = {
  /** Items of this page, in the order of `sort`. */
  items: Reward[]
  pagination: Pagination
  /** Balances of the contact; null without `contactId`. */
  balance: {
    /** Name of the token. */
    token: string
    /** Tokens that the contact can spend, without what it owes. */
    available: number
    /** Tokens that become available later. */
    pending: number
    /** Tokens that are set aside for a purchase. */
    held: number
    /** Tokens that a refund or a roll-back takes back and that were spent: the next ones pay them. */
    owed: number
    /** Tokens that expire next; null when none do. */
    expiringNext: {
      /** Number of tokens. */
      amount: number
      /** Moment of their expiry. */
      at: string
    } | null
  }[] | null
}

/** Token rewards: rules that give tokens, grants, and perks that tokens buy. As a fact has it. */
export type RewardSnapshot = {
  /** Id of the record, the same as `rewardId`. */
  id: string
  /** The same as `id`. */
  rewardId: string
  /** State. */
  status: 'draft' | 'active' | 'paused' | 'ended' | 'soldOut' | 'pending' | 'posted' | 'partiallySpent' | 'spent' | 'expired' | 'reversed' | 'archived' | 'deleted'
  /** Name, as an audience sees it. */
  name: string
  /** `rule` gives tokens for events, `grant` gave them to one contact, `perk` can be had for tokens. */
  mode: 'rule' | 'grant' | 'perk'
  /** Name of the token. */
  token: string
  /** Tokens of a grant, or for each event or unit of a rule. */
  amount: number | null
  /** Contact of a grant. */
  contactId: string | null
  /** Reason, in the statement of the contact. */
  reason: string | null
  /** Moment until which a grant is pending; null for none. */
  availableAt: string | null
  /** Moment at which unspent tokens expire; null for never. */
  expiresAt: string | null
  /** Time after which unspent tokens expire; not beside `expiresAt`. */
  expiresAfter: string | null
  /** Event of a rule: the name of a fact about a person or of a tracked event. Short for common ones: `stream.watched`, `payment.succeeded`, `coupon.redeemed`. */
  on: string | null
  /** Comparisons of the properties of the event, `{prop, is, value}`, as in a filter. */
  where: Record<string, unknown>[] | null
  /** Unit of a rule: the amount is given for each whole unit. Once per event if null. */
  per: {
    /** Length of watching that earns the amount; the rest counts on. */
    duration?: string
    /** Minor units that earn the amount. */
    amount?: number
    /** Currency of the minor units; any when left out. */
    currency?: string
    /** Property of the event that holds the number; by default `seconds` for a duration and `amountMinor` for an amount. */
    property?: string
  } | null
  /** Limits of a rule in tokens, held to the unit. The last grant may be cut to fit. */
  caps: {
    /** Limit for each contact. */
    perContact?: {
      /** Most tokens of the rule for one contact within a period. */
      max: number
      /** Period, in the time zone of the account. */
      per: 'hour' | 'day' | 'week' | 'month' | 'ever'
    }
    /** Most tokens of the rule on one day, in the time zone of the account. */
    perDay?: number
    /** Most tokens of the rule in all, also those that were taken back. */
    total?: number
  } | null
  /** Most tokens that a rule gives in all, without those that were taken back; null for no limit. */
  budget: number | null
  /** Rule whose caps and budget a grant counts towards: 409 `cap_reached` beyond them. */
  ruleId: string | null
  /** Filter of contacts for which a rule holds; all when null. */
  when: Record<string, unknown> | null
  /** First moment of a rule or perk; null for at once. */
  startsAt: string | null
  /** End of a rule or perk; null for none. */
  endsAt: string | null
  /** Tokens that a perk costs. */
  cost: number | null
  /** Thing that a perk gives. */
  gives: {
    /** `webhook`: your program hands it out on `loyalty.reward.redeemed`. `manual`: people do, at a counter. `coupon`: the contact gets a coupon for one use, a copy of `couponId` or one of `promotionId`. */
    type: 'coupon' | 'webhook' | 'manual'
    /** Coupon of which the contact gets a copy (`coupon`). */
    couponId?: string
    /** Promotion with trigger `code` of which the contact gets a coupon, in place of `couponId` (`coupon`). */
    promotionId?: string
    /** Words for the one who hands it out. */
    note?: string
  } | null
  /** Pieces of a perk in all; null for no limit. */
  stock: number | null
  /** Times that one contact may take a perk; null: any. */
  perContact: number | null
  /** Times that a perk was taken. */
  redeemed: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Rewards - Spend. */
export type RewardSpendInput = {
  /** The contact. */
  contactId: string
  /** Your name of the movement; a repeat moves nothing. */
  clientReference: string
  /** Name of the token; `POINTS` by default, that of the perk with `rewardId`. */
  token?: string
  /** Number of tokens; not with a perk, and not needed to capture or void. */
  amount?: number
  /** Perk to take. */
  rewardId?: string
  /** Step of the payment; `spend` by default. */
  mode?: 'spend' | 'hold' | 'capture' | 'void'
  /** Reason, in the fact. */
  reason?: string
}

/** The response to Rewards - Spend. */
export type RewardSpendOutput = {
  /** Transaction; the hold for a repeat of a step of it. */
  transactionId: string
  /** Result of the call. */
  status: 'spent' | 'held' | 'captured' | 'voided' | 'transferred'
  /** Tokens that moved. */
  amount: number
  /** Name of the token. */
  token: string
  /** Tokens that the contact can spend afterwards. */
  balanceAfter: number
  /** The perk; null without one. */
  perkId: string | null
  /** Coupon that the perk gave to the contact; null without one. */
  coupon: {
    /** Copy of the coupon. */
    couponId: string
    /** Code of the copy. */
    code: string
  } | null
  /** Your name of the movement. */
  clientReference: string
  /** Whether the call is a repeat, which moved nothing. */
  isRepeat: boolean
}

/** The request of Rewards - Transfer. */
export type RewardTransferInput = {
  /** Contact that gives. */
  contactId: string
  /** Contact that gets them. */
  toContactId: string
  /** Number of tokens. */
  amount: number
  /** Your name of the movement; a repeat moves nothing. */
  clientReference: string
  /** Name of the token; `POINTS` by default. */
  token?: string
  /** Reason, in the fact. */
  reason?: string
}

/** The response to Rewards - Transfer. */
export type RewardTransferOutput = {
  /** Transaction; the hold for a repeat of a step of it. */
  transactionId: string
  /** Result of the call. */
  status: 'spent' | 'held' | 'captured' | 'voided' | 'transferred'
  /** Tokens that moved. */
  amount: number
  /** Name of the token. */
  token: string
  /** Tokens that the contact can spend afterwards. */
  balanceAfter: number
  /** The perk; null without one. */
  perkId: string | null
  /** Coupon that the perk gave to the contact; null without one. */
  coupon: {
    /** Copy of the coupon. */
    couponId: string
    /** Code of the copy. */
    code: string
  } | null
  /** Your name of the movement. */
  clientReference: string
  /** Whether the call is a repeat, which moved nothing. */
  isRepeat: boolean
}

/** The request of Reward - Update. */
export type RewardUpdateInput = {
  /** Id: `rwd_` and 34 characters. */
  rewardId: string
  /** Name, as an audience sees it. */
  name?: string
  /** Tokens of a grant, or for each event or unit of a rule. */
  amount?: number | null
  /** Reason, in the statement of the contact. */
  reason?: string | null
  /** Moment at which unspent tokens expire; null for never. */
  expiresAt?: string | null
  /** Time after which unspent tokens expire; not beside `expiresAt`. */
  expiresAfter?: string | null
  /** Event of a rule: the name of a fact about a person or of a tracked event. Short for common ones: `stream.watched`, `payment.succeeded`, `coupon.redeemed`. */
  on?: string | null
  /** Comparisons of the properties of the event, `{prop, is, value}`, as in a filter. */
  where?: Record<string, unknown>[] | null
  /** Unit of a rule: the amount is given for each whole unit. Once per event if null. */
  per?: {
    /** Length of watching that earns the amount; the rest counts on. */
    duration?: string
    /** Minor units that earn the amount. */
    amount?: number
    /** Currency of the minor units; any when left out. */
    currency?: string
    /** Property of the event that holds the number; by default `seconds` for a duration and `amountMinor` for an amount. */
    property?: string
  } | null
  /** Limits of a rule in tokens, held to the unit. The last grant may be cut to fit. */
  caps?: {
    /** Limit for each contact. */
    perContact?: {
      /** Most tokens of the rule for one contact within a period. */
      max: number
      /** Period, in the time zone of the account. */
      per: 'hour' | 'day' | 'week' | 'month' | 'ever'
    }
    /** Most tokens of the rule on one day, in the time zone of the account. */
    perDay?: number
    /** Most tokens of the rule in all, also those that were taken back. */
    total?: number
  } | null
  /** Most tokens that a rule gives in all, without those that were taken back; null for no limit. */
  budget?: number | null
  /** Filter of contacts for which a rule holds; all when null. */
  when?: Record<string, unknown> | null
  /** First moment of a rule or perk; null for at once. */
  startsAt?: string | null
  /** End of a rule or perk; null for none. */
  endsAt?: string | null
  /** Tokens that a perk costs. */
  cost?: number | null
  /** Thing that a perk gives. */
  gives?: {
    /** `webhook`: your program hands it out on `loyalty.reward.redeemed`. `manual`: people do, at a counter. `coupon`: the contact gets a coupon for one use, a copy of `couponId` or one of `promotionId`. */
    type: 'coupon' | 'webhook' | 'manual'
    /** Coupon of which the contact gets a copy (`coupon`). */
    couponId?: string
    /** Promotion with trigger `code` of which the contact gets a coupon, in place of `couponId` (`coupon`). */
    promotionId?: string
    /** Words for the one who hands it out. */
    note?: string
  } | null
  /** Pieces of a perk in all; null for no limit. */
  stock?: number | null
  /** Times that one contact may take a perk; null: any. */
  perContact?: number | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `activate`: a rule begins to give tokens. `pause`: a rule or perk stops for a while. `resume`: a paused rule or perk goes on. `end`: a rule or perk is over. */
  action?: 'activate' | 'pause' | 'resume' | 'end'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** State it should have, in place of an action. */
  status?: 'active' | 'paused' | 'ended' | 'posted'
}

export type ScoreRule = {
  /** Your id of the rule, unique in the model. */
  ruleId: string
  /** Name. */
  name: string
  /** fit: for its properties. engagement: for its actions; this one decays. */
  score: 'fit' | 'engagement'
  /** An event, `{event, where}`: each one that fits gives points. Or a filter of contacts: it gives points while it matches. */
  when: Record<string, unknown>
  /** Points; below zero to take some away. */
  points: number
  /** Most points that the rule gives to one contact; for events. */
  cap?: {
    /** Most points within the period. */
    max: number
    /** Period that ends with the event. */
    per: string
  }
  /** Time after which the points are gone. */
  expiresAfter?: string
}

/** Segments: contacts that satisfy a filter, or that you put together. */
export type Segment = {
  /** Id of the record, the same as `segmentId`. */
  id: string
  /** The same as `id`. */
  segmentId: string
  /** State. */
  status: 'building' | 'ready' | 'stale' | 'error' | 'archived' | 'deleted'
  /** Name, unique whatever its case. */
  name: string
  /** Purpose of the segment. */
  description: string | null
  /** `dynamic` follows its filter, `snapshot` took it once, `static` has the contacts that you put in. */
  kind: 'dynamic' | 'static' | 'snapshot'
  /** Filter of contacts; needed unless the segment is static. */
  filter: Record<string, unknown> | null
  /** Cost of the filter. */
  costClass: 'cheap' | 'medium' | 'heavy' | null
  /** Time of the last full evaluation. */
  builtAt: string | null
  /** Cause of the states `stale` and `error`. */
  error: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Number of members. */
  count: number
}

/** The request of Create Segment. */
export type SegmentCreateInput = {
  /** Name, unique whatever its case. */
  name: string
  /** Purpose of the segment. */
  description?: string | null
  /** `dynamic` follows its filter, `snapshot` took it once, `static` has the contacts that you put in. */
  kind?: 'dynamic' | 'static' | 'snapshot'
  /** Filter of contacts; needed unless the segment is static. */
  filter?: Record<string, unknown> | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Members of a static segment. */
  contactIds?: string[]
  /** Whether nothing is kept. */
  dryRun?: boolean
}

/** The response to Create Segment. */
export type SegmentCreateOutput = Segment & {
  /** False when it was there already, or for a trial. */
  created: boolean
  /** Members that entered last, five at most. Address and name need the scope `marketing.contact:read`. */
  sample: {
    /** The contact. */
    contactId: string
    /** Mail address. */
    email: string | null
    /** Name. */
    name: string | null
  }[]
}

/** The request of Delete Segment. */
export type SegmentDeleteInput = {
  /** Id: `seg_` and 34 characters. */
  segmentId: string
  /** Whether it is deleted while others refer to it. */
  force?: boolean
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Delete Segment. */
export type SegmentDeleteOutput = {
  /** The segment. */
  id: string
  /** Always `archived`. */
  status: 'archived'
}

/** The request of Get Segment. */
export type SegmentGetInput = {
  /** Id: `seg_` and 34 characters. */
  segmentId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Parts to add. */
  include?: ('members' | 'trend' | 'usedBy')[]
  /** The contact whose membership is explained. */
  contactId?: string
  /** Page of the list within the record. */
  pagination?: {
    /** Items per page; 25 when left out. */
    limit?: number
    /** `nextCursor` of the page before; reaches any depth. */
    cursor?: string
  }
}

/** The response to Get Segment. */
export type SegmentGetOutput = Segment & {
  /** The filter as text; null without one. */
  filterText: string | null
  /** Members that entered last, five at most. Address and name need the scope `marketing.contact:read`. */
  sample: {
    /** The contact. */
    contactId: string
    /** Mail address. */
    email: string | null
    /** Name. */
    name: string | null
  }[]
  /** Last daily comparison of the followed members with a full evaluation; null before the first one. */
  audit: {
    /** Time of the comparison. */
    at: string
    /** Members at that time. */
    members: number
    /** Contacts that differed, and were repaired; 0 unless a change was lost. */
    difference: number
    /** Contacts that all comparisons have repaired. */
    repaired: number
  } | null
  /** Membership of `contactId`. */
  membership?: {
    /** Whether the contact is a member. */
    in: boolean
    /** Time when it entered; null for no member. */
    since: string | null
    /** The filter with the result of each part; null without. */
    why: Record<string, unknown> | null
  }
  /** A page of members, in the order of their ids. */
  members?: {
    /** The contact. */
    contactId: string
    /** Mail address, with the scope `marketing.contact:read`. */
    email: string | null
    /** Time when it entered. */
    since: string
  }[]
  pagination?: Pagination
  /** Size by day, oldest first. */
  trend?: {
    /** Day (UTC). */
    day: string
    /** Number of members. */
    count: number
  }[]
  /** Records that refer to the segment. */
  usedBy?: {
    /** Kind of record. */
    kind: string
    /** Id of the record. */
    id: string
    /** Name of the record. */
    name: string
  }[]
}

/** A page of Get All Segments. */
export type SegmentList = {
  /** Items of this page, in the order of `sort`. */
  items: Segment[]
  pagination: Pagination
}

/** The request of Get All Segments. */
export type SegmentListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'building' | 'ready' | 'stale' | 'error' | 'archived'
  /** Only of this kind. */
  kind?: 'dynamic' | 'static' | 'snapshot'
  /** Part of the name. */
  query?: string
  /** Only those that this automation, sequence, campaign or segment uses, by its id. */
  usedBy?: string
}

/** Segments: contacts that satisfy a filter, or that you put together. As a fact has it. */
export type SegmentSnapshot = {
  /** Id of the record, the same as `segmentId`. */
  id: string
  /** The same as `id`. */
  segmentId: string
  /** State. */
  status: 'building' | 'ready' | 'stale' | 'error' | 'archived' | 'deleted'
  /** Name, unique whatever its case. */
  name: string
  /** Purpose of the segment. */
  description: string | null
  /** `dynamic` follows its filter, `snapshot` took it once, `static` has the contacts that you put in. */
  kind: 'dynamic' | 'static' | 'snapshot'
  /** Filter of contacts; needed unless the segment is static. */
  filter: Record<string, unknown> | null
  /** Cost of the filter. */
  costClass: 'cheap' | 'medium' | 'heavy' | null
  /** Time of the last full evaluation. */
  builtAt: string | null
  /** Cause of the states `stale` and `error`. */
  error: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Update Segment. */
export type SegmentUpdateInput = {
  /** Id: `seg_` and 34 characters. */
  segmentId: string
  /** Name, unique whatever its case. */
  name?: string
  /** Purpose of the segment. */
  description?: string | null
  /** Filter of contacts; needed unless the segment is static. */
  filter?: Record<string, unknown> | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `rebuild`: its filter is evaluated for all contacts, and it follows them. `archive`: it keeps its members, and follows contacts no longer. */
  action?: 'rebuild' | 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Contacts to put into a static segment. */
  addContactIds?: string[]
  /** Contacts to take out of a static segment. */
  removeContactIds?: string[]
}

/** Sending domains: domains of senders, with their DKIM keys and the records that the DNS must have. */
export type SendingDomain = {
  /** Id of the record, the same as `sendingDomainId`. */
  id: string
  /** The same as `id`. */
  sendingDomainId: string
  /** State. */
  status: 'unverified' | 'verified' | 'failing' | 'deleted'
  /** Domain of senders, in lower case. */
  domain: string
  /** Name of the DKIM key in the DNS. */
  selector: string | null
  /** Public key of DKIM, in base64. */
  publicKey: string | null
  /** Whether the DNS has the DKIM key; null before the first check. */
  hasDkim: boolean | null
  /** Whether the DNS has one SPF record. */
  hasSpf: boolean | null
  /** Whether the DNS has a DMARC policy. */
  hasDmarc: boolean | null
  /** Whether bounces come back by a name of the domain; null without `INBOUND_MAIL_DOMAIN`. */
  hasReturn: boolean | null
  /** Time of the last check. */
  lastCheckedAt: string | null
  /** Cause for which it is not verified. */
  lastError: string | null
  /** Time of the next check. */
  nextCheckAt: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Records that the DNS must have. */
  records: {
    /** Purpose. */
    purpose: 'dkim' | 'spf' | 'dmarc' | 'return'
    /** Type. */
    type: 'TXT' | 'CNAME'
    /** Name in the DNS. */
    name: string
    /** Value to publish; for spf and dmarc a proposal. */
    value: string
    /** Whether mail leaves only with it. */
    isRequired: boolean
    /** Result of the last check; null before it. */
    isFound: boolean | null
  }[]
}

/** The request of Sending domains - Create. */
export type SendingDomainCreateInput = {
  /** Domain of senders. Capitals become small, and letters beyond ASCII the form of the DNS (`xn--`). */
  domain: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Sending domains - Create. */
export type SendingDomainCreateOutput = SendingDomain & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Sending domains - Delete. */
export type SendingDomainDeleteInput = {
  /** Id: `sdo_` and 34 characters. */
  sendingDomainId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Sending domains - Get. */
export type SendingDomainGetInput = {
  /** Id: `sdo_` and 34 characters. */
  sendingDomainId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

/** A page of Sending domains - Get All. */
export type SendingDomainList = {
  /** Items of this page, in the order of `sort`. */
  items: SendingDomain[]
  pagination: Pagination
}

/** The request of Sending domains - Get All. */
export type SendingDomainListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, domain; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'unverified' | 'verified' | 'failing'
}

/** Sending domains: domains of senders, with their DKIM keys and the records that the DNS must have. As a fact has it. */
export type SendingDomainSnapshot = {
  /** Id of the record, the same as `sendingDomainId`. */
  id: string
  /** The same as `id`. */
  sendingDomainId: string
  /** State. */
  status: 'unverified' | 'verified' | 'failing' | 'deleted'
  /** Domain of senders, in lower case. */
  domain: string
  /** Name of the DKIM key in the DNS. */
  selector: string | null
  /** Public key of DKIM, in base64. */
  publicKey: string | null
  /** Whether the DNS has the DKIM key; null before the first check. */
  hasDkim: boolean | null
  /** Whether the DNS has one SPF record. */
  hasSpf: boolean | null
  /** Whether the DNS has a DMARC policy. */
  hasDmarc: boolean | null
  /** Whether bounces come back by a name of the domain; null without `INBOUND_MAIL_DOMAIN`. */
  hasReturn: boolean | null
  /** Time of the last check. */
  lastCheckedAt: string | null
  /** Cause for which it is not verified. */
  lastError: string | null
  /** Time of the next check. */
  nextCheckAt: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Sending domains - Verify. */
export type SendingDomainVerifyInput = {
  /** The domain. */
  sendingDomainId: string
}

/** Result of a sign-in. */
export type SignIn = {
  /** signedIn: the session cookie is set. secondFactor: send a code with the ticket. */
  state: 'signedIn' | 'secondFactor'
  /** Send it as X-CSRF-Token with every call by this session that is no GET. */
  csrfToken: string | null
  /** Proof of the right password, for ten minutes and one sign-in. */
  ticket: string | null
}

/** Recorded videos. */
export type StaticVideo = {
  /** Id of the record, the same as `staticId`. */
  id: string
  /** The same as `id`. */
  staticId: string
  /** State. */
  status: 'draft' | 'processing' | 'failed' | 'scheduled' | 'published' | 'archived' | 'deleted'
  /** A word of your own to filter by; `upload` when empty. */
  searchType: string
  /** Title. */
  title: string | null
  /** Text about the content. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** The channel it is shown on. */
  channelId: string | null
  /** Name of a category, kept as sent. */
  category: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory: string | null
  /** The category that `category` names, if there is one. */
  categoryId: string | null
  /** The sub-category that `subCategory` names within it. */
  subCategoryId: string | null
  /** Day of publication in `timezone`, `YYYY-MM-DD`. */
  scheduleDate: string | null
  /** Time of day of publication, `HH:MM:SS`. */
  scheduleTime: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone: string | null
  /** The moment that the schedule means. */
  scheduledAt: string | null
  /** Time of publication. */
  publishedAt: string | null
  /** Address of its cover image. */
  coverPhotoUrl: string | null
  /** Whether watching gives rewards; the channel’s default when left out. */
  isRewardsEnabled: boolean
  /** Address of the video. Without one it stays a draft. */
  videoUrl: string | null
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** copy: fetched, checked and kept here. link: played from where it lies. */
  importMode: 'copy' | 'link'
  /** Whether viewers may download a copy. */
  allowDownload: boolean
  /** Time at which a published video is archived automatically. */
  expiresAt: string | null
  /** Origin of the video. */
  source: 'upload' | 'import' | 'recording' | 'clip'
  /** The stream that it is a recording or a clip of. */
  parentStreamId: string | null
  /** The session of that stream. */
  sessionId: string | null
  /** Duration. */
  durationSeconds: number | null
  /** Width of its frames in pixels. */
  width: number | null
  /** Height of its frames in pixels. */
  height: number | null
  /** Stored size in bytes. */
  byteCount: number | null
  /** Progress of the work on the file; null when there is none. */
  processing: {
    /** Progress of the step. */
    percent?: number
    /** Step that runs at this moment. */
    step?: 'waiting' | 'downloading' | 'probing' | 'converting' | 'cutting' | 'writing'
    /** Reason of the failure. */
    error?: string
  } | null
  /** The part of the programme that a clip shows; null for other videos. */
  clipRange: {
    /** Programme time of its first frame. */
    startTime?: string
    /** Programme time of the end of its last frame. */
    endTime?: string
  } | null
  /** own: a video of the owner. viewers: a clip of a viewer, which is open by its address and in no public list. featured: a clip of a viewer that the owner shows. */
  shelf: 'own' | 'viewers' | 'featured'
  /** The viewer who made the clip, under one id for all their clips; null for videos of the owner. */
  authorId: string | null
  /** Name that this viewer gave. */
  authorName: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Whether a password is set. */
  hasPassword: boolean
  playback: FilePlayback
}

/** The request of Static - Update Create. */
export type StaticVideoCreateInput = {
  /** The video to update. */
  staticId?: string
  /** A word of your own to filter by; `upload` when empty. */
  searchType?: string
  /** Title. */
  title?: string | null
  /** Text about the content. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** The channel it is shown on. */
  channelId?: string | null
  /** Name of a category, kept as sent. */
  category?: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory?: string | null
  /** Day of publication in `timezone`, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day of publication, `HH:MM:SS`. */
  scheduleTime?: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone?: string | null
  /** Address of its cover image. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards; the channel’s default when left out. */
  isRewardsEnabled?: boolean
  /** Address of the video. Without one it stays a draft. */
  videoUrl?: string | null
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** copy: fetched, checked and kept here. link: played from where it lies. */
  importMode?: 'copy' | 'link'
  /** Whether viewers may download a copy. */
  allowDownload?: boolean
  /** Time at which a published video is archived automatically. */
  expiresAt?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** For visibility password. Kept as a hash, never shown. */
  password?: string
  /** Archives a published video. */
  action?: 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Static - Update Create. */
export type StaticVideoCreateOutput = StaticVideo & {
  /** True when it was made, false when updated. */
  created: boolean
  /** Request that sends the file; null when the video takes none. */
  upload: {
    /** Address that takes the file. A holder of the address needs no key: keep it secret. */
    url: string
    /** HTTP method of the upload. */
    method: 'PUT'
    /** Headers of the upload. */
    headers: {
      /** Media type of the file; not checked. */
      'content-type': string
    }
    /** Time at which the address expires. A later response names another one. */
    expiresAt: string
  } | null
}

/** The request of Static - Delete. */
export type StaticVideoDeleteInput = {
  /** Id: `sta_` and 34 characters. */
  staticId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Static - Feature. */
export type StaticVideoFeatureInput = {
  /** A clip of a viewer. */
  staticId: string
  /** False takes it back; true when left out. */
  isFeatured?: boolean
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Static - Get. */
export type StaticVideoGetOutput = StaticVideo & {
  details: null | Details
  /** Number of views. */
  viewCount: number
  /** State of the tickets that open the video; null without a ticketing event. */
  ticketing: null | Ticketing
}

/** A page of Static - Get All. */
export type StaticVideoList = {
  /** Items of this page, in the order of `sort`. */
  items: StaticVideo[]
  pagination: Pagination
}

/** The response to Static - Media. */
export type StaticVideoMediaOutput = {
  /** The videos that exist, in the order of the ids. */
  items: {
    /** The video. */
    id: string
    /** Number of views; some ten minutes old at most. */
    viewCount: number
    /** The frame that stands for the video; null while it has none. */
    posterUrl: string | null
    /** Playlist; null while there is nothing to play. */
    hlsUrl: string | null
    /** The file to play in place of the playlist, where the video is a link. */
    fileUrl: string | null
    /** A WebVTT track of thumbnails; null where they could not be made. */
    storyboardUrl: string | null
    /** Time at which the addresses of a closed video expire. */
    expiresAt: string | null
  }[]
}

/** The request of Static - Set Poster. */
export type StaticVideoSetPosterInput = {
  /** Id: `sta_` and 34 characters. */
  staticId: string
  /** A JPEG in base64, 16 to 4,096 pixels a side. */
  picture: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Static - Set Poster. */
export type StaticVideoSetPosterOutput = {
  /** The video, `sta_…`. */
  id: string
  /** State of the video. */
  status: string
  /** Address of the poster. */
  thumbnailUrl: string
}

/** Recorded videos. As a fact has it. */
export type StaticVideoSnapshot = {
  /** Id of the record, the same as `staticId`. */
  id: string
  /** The same as `id`. */
  staticId: string
  /** State. */
  status: 'draft' | 'processing' | 'failed' | 'scheduled' | 'published' | 'archived' | 'deleted'
  /** A word of your own to filter by; `upload` when empty. */
  searchType: string
  /** Title. */
  title: string | null
  /** Text about the content. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** The channel it is shown on. */
  channelId: string | null
  /** Name of a category, kept as sent. */
  category: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory: string | null
  /** The category that `category` names, if there is one. */
  categoryId: string | null
  /** The sub-category that `subCategory` names within it. */
  subCategoryId: string | null
  /** Day of publication in `timezone`, `YYYY-MM-DD`. */
  scheduleDate: string | null
  /** Time of day of publication, `HH:MM:SS`. */
  scheduleTime: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone: string | null
  /** The moment that the schedule means. */
  scheduledAt: string | null
  /** Time of publication. */
  publishedAt: string | null
  /** Address of its cover image. */
  coverPhotoUrl: string | null
  /** Whether watching gives rewards; the channel’s default when left out. */
  isRewardsEnabled: boolean
  /** Address of the video. Without one it stays a draft. */
  videoUrl: string | null
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** copy: fetched, checked and kept here. link: played from where it lies. */
  importMode: 'copy' | 'link'
  /** Whether viewers may download a copy. */
  allowDownload: boolean
  /** Time at which a published video is archived automatically. */
  expiresAt: string | null
  /** Origin of the video. */
  source: 'upload' | 'import' | 'recording' | 'clip'
  /** The stream that it is a recording or a clip of. */
  parentStreamId: string | null
  /** The session of that stream. */
  sessionId: string | null
  /** Duration. */
  durationSeconds: number | null
  /** Width of its frames in pixels. */
  width: number | null
  /** Height of its frames in pixels. */
  height: number | null
  /** Stored size in bytes. */
  byteCount: number | null
  /** Progress of the work on the file; null when there is none. */
  processing: {
    /** Progress of the step. */
    percent?: number
    /** Step that runs at this moment. */
    step?: 'waiting' | 'downloading' | 'probing' | 'converting' | 'cutting' | 'writing'
    /** Reason of the failure. */
    error?: string
  } | null
  /** The part of the programme that a clip shows; null for other videos. */
  clipRange: {
    /** Programme time of its first frame. */
    startTime?: string
    /** Programme time of the end of its last frame. */
    endTime?: string
  } | null
  /** own: a video of the owner. viewers: a clip of a viewer, which is open by its address and in no public list. featured: a clip of a viewer that the owner shows. */
  shelf: 'own' | 'viewers' | 'featured'
  /** The viewer who made the clip, under one id for all their clips; null for videos of the owner. */
  authorId: string | null
  /** Name that this viewer gave. */
  authorName: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Static - Update. */
export type StaticVideoUpdateInput = {
  /** The video to update. */
  staticId?: string | null
  /** A word of your own to filter by; `upload` when empty. */
  searchType?: string | null
  /** Title. */
  title?: string | null
  /** Text about the content. */
  description?: string | null
  /** Tags in one text, parted by commas. */
  tags?: string | null
  /** The channel it is shown on. */
  channelId?: string | null
  /** Name of a category; linked when one has this name. */
  category?: string | null
  /** Name of a sub-category of that category. */
  subCategory?: string | null
  /** Day of publication, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day of publication, `HH:MM:SS`. A date alone keeps the stored time, or means 00:00:00. */
  scheduleTime?: string | null
  /** Address of its cover image. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards. */
  isRewardsEnabled?: boolean
  /** Address of the video. */
  videoUrl?: string | null
}

/** Live streams: each with a key for an encoder and an address for an audience. */
export type Stream = {
  /** Id of the record, the same as `streamId`. */
  id: string
  /** The same as `id`. */
  streamId: string
  /** State. */
  status: 'idle' | 'scheduled' | 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'disabled' | 'deleted'
  /** Title. */
  title: string
  /** Text about the stream. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Channel; when left out, the first channel of the account, created if there is none. */
  channelId: string
  /** Name of a category, kept as sent. */
  category: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory: string | null
  /** The category that `category` names, if there is one. */
  categoryId: string | null
  /** The sub-category that `subCategory` names within it. */
  subCategoryId: string | null
  /** The place that it comes from: its page shows the stream while live, that of the stream names it. */
  placeId: string | null
  /** A word of your own to filter by. */
  searchType: string | null
  /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
  scheduleDate: string | null
  /** Time of day at which it begins, `HH:MM:SS`. */
  scheduleTime: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone: string | null
  /** The moment that the schedule means. */
  scheduledAt: string | null
  /** Expected duration, for calendars. */
  expectedDurationMinutes: number | null
  /** Image to show before it begins. */
  coverPhotoUrl: string | null
  /** Whether watching gives rewards; else the channel’s default. */
  isRewardsEnabled: boolean
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Audience that may watch the replay; as `visibility` when left out. */
  replayVisibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Target latency: about 1, 2 or 6 seconds. Lower values tolerate less network jitter. The channel’s or the operator’s when left out. */
  latencyMode: 'ultraLow' | 'low' | 'standard'
  /** Whether it is live when an encoder publishes; else it is a preview until `goLive`. */
  autoStart: boolean
  /** Whether it is kept as a replay. */
  record: boolean
  /** Days after which its replays are deleted; never when null. */
  deleteRecordingAfterDays: number | null
  /** Length of the DVR window of a live stream, in seconds. */
  dvrWindowSeconds: number
  /** Time that a disconnected encoder has to reconnect before the stream ends, in seconds. */
  reconnectWindowSeconds: number
  /** Whether the stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the encoder may return within `reconnectWindowSeconds`. A lost connection is always waited for. */
  endOnUnpublish: boolean
  /** Image to show while a lost encoder is waited for. */
  slateUrl: string | null
  /** Longest duration of a live session, in seconds. */
  maxDurationSeconds: number
  /** source: the source alone. auto: smaller renditions as well; needs ffmpeg. */
  renditions: 'source' | 'auto'
  /** Whether viewers may make clips. */
  allowViewerClips: boolean
  /** Whether the number of viewers is hidden from the audience. */
  hideViewerCount: boolean
  /** Sites that may embed the player: exact origins, or one wildcard label in front; any when empty. */
  allowedOrigins: string[]
  /** Whether the key may be used again after it ended. */
  isReusable: boolean
  /** A test stream: never listed, and ended after 5 minutes. */
  test: boolean
  /** The last characters of its stream key. */
  keyLabel: string
  /** Current or last session. */
  sessionId: string | null
  /** Time at which the current session went live. */
  startedAt: string | null
  /** Reason why the last session ended. */
  lastEndedReason: 'ended' | 'encoder_gone' | 'max_duration' | 'disabled' | 'deleted' | 'unsupported' | 'server_stopped' | null
  /** Simulcast targets, at most five. Their keys are write-only. */
  simulcastTargets: {
    /** Id within the stream; generated when left out. */
    targetId: string
    /** Name of your own. */
    name: string
    /** Address to publish to: rtmp:// or rtmps://, without the key. */
    serverUrl: string
    /** Whether the stream is sent there. */
    isEnabled: boolean
  }[]
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Whether it can be watched live at this moment. */
  isLive: boolean
  /** Current live viewers; null while the stream is not live, or where the owner hides them. */
  viewers: number | null
  /** Whether a password is set. */
  hasPassword: boolean
  playback: Playback
}

/** The channel of the stream. */
export type StreamChannel = {
  /** Name of the channel. */
  name: string
  /** Name in addresses. */
  handle: string
  /** Address of a square image. */
  avatarUrl: string | null
  /** Address of its page. */
  channelUrl: string
}

/** The request of Create Clip. */
export type StreamCreateClipInput = {
  /** A stream that is live. */
  streamId?: string
  /** A recorded video, such as a replay. */
  staticId?: string
  /** With `streamId`: the session to clip, by its recording once it is over. */
  sessionId?: string
  /** Programme time at which it begins; with `endTime`. */
  startTime?: string
  /** Programme time at which it ends, up to 30 s ahead. */
  endTime?: string
  /** Seconds from the start; with `durationSeconds`. */
  startSeconds?: number
  /** Duration. */
  durationSeconds?: number
  /** The last so many seconds; 30 when left out. */
  lastSeconds?: number
  /** Title; the title of the source when left out. */
  title?: string
  /** Text about the content. */
  description?: string
  /** That of the source when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Cuts at the exact frame instead of at a key frame. */
  exact?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** A viewer token, for a closed video. */
  token?: string
  /** The random id of the viewer that heartbeats have. We keep a keyed hash of it. Viewers without one, or who have not watched lately, share the bounds of their network. */
  viewerId?: string
  /** Name of the viewer, shown beside the clip. */
  authorName?: string
}

/** The response to Create Clip. */
export type StreamCreateClipOutput = {
  /** The clip: a recorded video of its own. */
  id: string
  /** The same. */
  clipId: string
  /** The same. */
  staticId: string
  /** processing, until it is cut. */
  status: string
  /** Address of the page. */
  clipUrl: string
  playback: Playback
  /** Session of the stream that the clip shows; null without one. */
  sessionId: string | null
  /** The part of the programme that the clip shows. */
  clipRange: {
    /** Programme time of the first frame. */
    startTime: string
    /** Programme time behind the last frame. */
    endTime: string
  }
  /** Expected time at which it can be watched. */
  expectedReadyInSeconds: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** False when it was there already. */
  created: boolean
}

/** The request of Update Create. */
export type StreamCreateInput = {
  /** The stream to update. */
  streamId?: string
  /** Title. */
  title?: string
  /** Text about the stream. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Channel; when left out, the first channel of the account, created if there is none. */
  channelId?: string
  /** Name of a category, kept as sent. */
  category?: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory?: string | null
  /** The place that it comes from: its page shows the stream while live, that of the stream names it. */
  placeId?: string | null
  /** A word of your own to filter by. */
  searchType?: string | null
  /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day at which it begins, `HH:MM:SS`. */
  scheduleTime?: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone?: string | null
  /** Expected duration, for calendars. */
  expectedDurationMinutes?: number | null
  /** Image to show before it begins. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards; else the channel’s default. */
  isRewardsEnabled?: boolean
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Audience that may watch the replay; as `visibility` when left out. */
  replayVisibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Target latency: about 1, 2 or 6 seconds. Lower values tolerate less network jitter. The channel’s or the operator’s when left out. */
  latencyMode?: 'ultraLow' | 'low' | 'standard'
  /** Whether it is live when an encoder publishes; else it is a preview until `goLive`. */
  autoStart?: boolean
  /** Whether it is kept as a replay. */
  record?: boolean
  /** Days after which its replays are deleted; never when null. */
  deleteRecordingAfterDays?: number | null
  /** Length of the DVR window of a live stream, in seconds. */
  dvrWindowSeconds?: number
  /** Time that a disconnected encoder has to reconnect before the stream ends, in seconds. */
  reconnectWindowSeconds?: number
  /** Whether the stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the encoder may return within `reconnectWindowSeconds`. A lost connection is always waited for. */
  endOnUnpublish?: boolean
  /** Image to show while a lost encoder is waited for. */
  slateUrl?: string | null
  /** Longest duration of a live session, in seconds. */
  maxDurationSeconds?: number
  /** source: the source alone. auto: smaller renditions as well; needs ffmpeg. */
  renditions?: 'source' | 'auto'
  /** Whether viewers may make clips. */
  allowViewerClips?: boolean
  /** Whether the number of viewers is hidden from the audience. */
  hideViewerCount?: boolean
  /** Sites that may embed the player: exact origins, or one wildcard label in front; any when empty. */
  allowedOrigins?: string[]
  /** Whether the key may be used again after it ended. */
  isReusable?: boolean
  /** A test stream: never listed, and ended after 5 minutes. */
  test?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** For visibility password. Kept as a hash, never shown. */
  password?: string
  /** Simulcast targets, at most five; replaces the list. */
  simulcastTargets?: {
    /** Names one that there is, to keep its key; a new one else. */
    targetId?: string
    /** Name of your own. */
    name: string
    /** Address to publish to, such as rtmp://live.example.com/app; without the key. */
    serverUrl: string
    /** The key there. Kept sealed, never shown; one that there is stays when left out. */
    streamKey?: string
    /** Whether the stream is sent there; true when left out. */
    isEnabled?: boolean
  }[]
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Update Create. */
export type StreamCreateOutput = Stream & {
  ingest: StreamIngest
  /** Fields that were changed during a session and hold from the next one. */
  pending?: ('latencyMode' | 'renditions' | 'dvrWindowSeconds' | 'reconnectWindowSeconds' | 'endOnUnpublish' | 'maxDurationSeconds' | 'record' | 'autoStart')[]
  /** True when it was made, false when updated. */
  created: boolean
}

/** The request of Delete. */
export type StreamDeleteInput = {
  /** Id: `str_` and 34 characters. */
  streamId: string
  /** Ends it first when it is live, instead of refusing. */
  endLive?: boolean
  /** Deletes its recordings as well; clips stay. */
  deleteRecordings?: boolean
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Get Analytics. */
export type StreamGetAnalyticsInput = {
  /** The live sessions of this stream. */
  streamId?: string
  /** This recorded video. */
  staticId?: string
  /** Streams and videos of the channel at the time of the view. */
  channelId?: string
  /** This live session. */
  sessionId?: string
  /** 24 hours before `to` when left out; of a session, its beginning. */
  from?: string
  /** Now when left out; of a session, its end. */
  to?: string
  /** Chosen by the length of the range when left out. */
  interval?: 'minute' | '5minutes' | 'hour' | 'day'
  /** Parts of the response; all when left out. */
  metrics?: ('totals' | 'realtime' | 'quality' | 'timeseries' | 'breakdown' | 'retention')[]
  /** Property that `breakdown` groups the figures by. */
  groupBy?: 'country' | 'device' | 'os' | 'browser' | 'referrer' | 'protocol' | 'player' | 'isEmbedded' | 'sessionId' | 'rendition' | 'error'
  /** Parts of the breakdown; 25 when left out. */
  limit?: number
}

/** The response to Get Analytics. */
export type StreamGetAnalyticsOutput = {
  /** Id of the subject; the account when no subject was named. */
  id: string
  /** Always `ok`. */
  status: 'ok'
  /** Range of the figures, in whole intervals. */
  range: {
    /** The first moment of the range. */
    from: string
    /** The first moment after it. */
    to: string
    /** Length of one interval. */
    interval: 'minute' | '5minutes' | 'hour' | 'day'
  }
  /** Numbers of the whole range. */
  totals?: {
    /** Play sessions in which something played. */
    views: number
    /** Distinct viewers among them. */
    uniqueViewers: number
    /** Seconds of media that were played. */
    watchTimeSeconds: number
    /** Mean watch time of a view. */
    averageWatchSeconds: number
    /** The most views at once. */
    peakConcurrent: number
    /** Time at which the peak was first reached. */
    peakAt: string | null
    /** Mean of concurrent views, over the steps with at least one. */
    averageConcurrent: number
    /** Clips made of it in the range; not for a recorded video. */
    clips?: number
    /** Grants of tokens that rules gave for watching in the range. */
    rewardsIssued: number
  }
  /** The audience at this moment. */
  realtime?: {
    /** Viewers at this moment. */
    currentViewers: number
    /** The moment of the count. */
    asOf: string
  }
  /** Quality of playback in the range. */
  quality?: {
    /** Start-up of half of the views was no longer. */
    startupMsP50: number | null
    /** 95th percentile of the same. */
    startupMsP95: number | null
    /** Share of time that playback stalled. */
    rebufferRatio: number
    /** Share of play sessions with an error. */
    errorRate: number
    /** Half of the live views were no further behind the camera. */
    latencySecondsP50: number | null
    /** 95th percentile of the same. */
    latencySecondsP95: number | null
    /** Mean bitrate. */
    averageBitrateKbps: number | null
  }
  /** One entry for each interval of the range. */
  timeseries?: {
    /** Start of the interval. */
    at: string
    /** Play sessions in which something played. */
    views: number
    /** Distinct viewers among them. */
    uniqueViewers: number
    /** Seconds of media that were played. */
    watchTimeSeconds: number
    /** The most views at once within it. */
    concurrent: number
  }[]
  /** With `groupBy`: the largest parts, by views. */
  breakdown?: {
    /** Shared property; null without one, `unknown` when it was not sent. */
    key: string | null
    /** Play sessions in which something played. */
    views: number
    /** Distinct viewers among them. */
    uniqueViewers: number
    /** Seconds of media that were played. */
    watchTimeSeconds: number
  }[]
  /** For a recorded video or a live session: how far its viewers stayed. */
  retention?: {
    /** Seconds since the video, or the session, began. */
    atSeconds: number
    /** Share of the views that played this part, in percent. */
    percent: number
  }[]
  /** Meaning of each figure. */
  definitions: {
    /** Meaning of view, in a sentence. */
    view: string
    /** Meaning of uniqueViewer, in a sentence. */
    uniqueViewer: string
    /** Meaning of concurrent, in a sentence. */
    concurrent: string
    /** Meaning of currentViewers, in a sentence. */
    currentViewers: string
    /** Meaning of watchTime, in a sentence. */
    watchTime: string
    /** Meaning of quality, in a sentence. */
    quality: string
    /** Meaning of rendition, in a sentence. */
    rendition: string
    /** Meaning of player, in a sentence. */
    player: string
    /** Meaning of rewardsIssued, in a sentence. */
    rewardsIssued: string
    /** Meaning of retention, in a sentence. */
    retention: string
    /** Meaning of range, in a sentence. */
    range: string
    /** Meaning of kept, in a sentence. */
    kept: string
  }
}

/** The request of Get Embed Code. */
export type StreamGetEmbedCodeInput = {
  /** Id: `str_` and 34 characters. */
  streamId?: string
  /** Id: `sta_` and 34 characters. */
  staticId?: string
  /** Shows what is live there, else the latest video. */
  channelId?: string
  /** Pixels; 640 when left out. */
  width?: number
  /** Pixels; 16:9 when left out. */
  height?: number
  /** Fills the width that there is; true when left out. */
  responsive?: boolean
  /** Begins by itself, muted. */
  autoplay?: boolean
  /** Begins without audio. */
  muted?: boolean
  /** Shows controls; true when left out. */
  controls?: boolean
  /** Start position of a recorded video. */
  startSeconds?: number
  /** auto: as the visitor’s system. */
  theme?: 'auto' | 'dark' | 'light'
  /** Colour of what is active. */
  accentColor?: string
  /** Form that `code` has; iframe when left out. */
  format?: 'iframe' | 'script' | 'oembed' | 'link'
  /** Signs the address, so that it opens a video of visibility signed for a while. */
  signed?: {
    /** For how long it opens the video. */
    expiresInSeconds: number
    /** Viewer that the address is for, in your own words. */
    viewerId?: string
    /** Largest number of concurrent devices; unlimited when left out. */
    maxSessions?: number
    /** Shows a stream before `goLive` as well: for your own eyes, which no figure counts. */
    opensPreview?: boolean
  }
}

/** The response to Get Embed Code. */
export type StreamGetEmbedCodeOutput = {
  /** The stream or video of the player. */
  id: string
  /** State. */
  status: string
  /** The code in the form of `format`: the frame, the script, the JSON of oEmbed, or the player’s page. */
  code: string
  /** HTML of a frame. */
  iframe: string
  /** HTML of a script that makes the frame. */
  script: string
  /** Address of the page with the player. */
  playerUrl: string
  /** Address of the player alone. */
  embedUrl: string
  /** Address of the oEmbed document. */
  oEmbedUrl: string
  /** The same as an oEmbed 1.0 response. */
  oEmbed: {
    /** Always `video`. */
    type: string
    /** Version of oEmbed, `1.0`. */
    version: string
    /** Title of the video. */
    title: string
    /** Name of this service. */
    provider_name: string
    /** HTML of the frame. */
    html: string
    /** Width of the frame, in pixels. */
    width: number
    /** Height of the frame, in pixels. */
    height: number
    /** Address of its drawn image. */
    thumbnail_url: string
    /** Width of the image, in pixels. */
    thumbnail_width: number
    /** Height of the image, in pixels. */
    thumbnail_height: number
    /** Seconds for which the response may be cached. */
    cache_age: number
  }
  /** Time at which a signed address expires. */
  expiresAt: string | null
}

/** The response to Get. */
export type StreamGetOutput = Stream & {
  ingest: StreamIngest
  details: null | Details
  /** State of the tickets that open the video; null without a ticketing event. */
  ticketing: null | Ticketing
  /** The session that runs; null while none does. */
  session: {
    /** The session. */
    sessionId: string
    /** Time at which it went live; null before. */
    startedAt: string | null
    /** For how long it has been live. */
    uptimeSeconds: number | null
  } | null
  /** State of each simulcast target. */
  simulcast: {
    /** The simulcast target. */
    targetId: string
    /** Current state. */
    state: 'idle' | 'starting' | 'live' | 'error'
    /** The last error in words; null without one. */
    lastError: string | null
  }[]
  /** Latest recordings, newest first. */
  recordings: string[]
  /** Latest clips, newest first, without those on the shelf of viewers. */
  clips: string[]
}

/** The request of Get Status. */
export type StreamGetStatusInput = {
  /** Id: `str_` and 34 characters. */
  streamId?: string
  /** Several streams of yours. */
  streamIds?: string[]
}

/** The response to Get Status. */
export type StreamGetStatusOutput = StreamStatus | {
  /** In the order of the ids in the request. */
  items: (StreamStatus | PublicStreamStatus)[]
}

/** Addresses and key for the encoder. */
export type StreamIngest = {
  /** Server address for the encoder; null where this server takes none. */
  rtmpUrl: string | null
  /** The same over TLS; null where no certificate is configured. */
  rtmpsUrl: string | null
  /** Stream key: complete in the response that created it, and only there; its last characters elsewhere. */
  streamKey: string
}

/** A page of Get All. */
export type StreamList = {
  /** Items of this page, in the order of `sort`. */
  items: Stream[]
  pagination: Pagination
}

/** The response to Stream - Most Watched. */
export type StreamMostWatchedOutput = {
  /** The most views first. */
  items: {
    /** A recorded video, or a stream with its live sessions. */
    id: string
    /** Play sessions in which something played. */
    views: number
    /** Distinct viewers among them. */
    uniqueViewers: number
    /** Seconds of media that were played. */
    watchTimeSeconds: number
  }[]
}

/** An item of Stream - Sessions. */
export type StreamSessionsItem = {
  /** The session; analytics take it as `sessionId`. */
  id: string
  /** connecting, preview, live, reconnecting, ended or rejected. */
  status: string
  /** Time at which the encoder was admitted. */
  createdAt: string
  /** Time at which it went live; null for one that never did. */
  liveAt: string | null
  /** Time of its end; null while it runs. */
  endedAt: string | null
  /** Cause of its end. */
  endedReason: string | null
  /** Length of its media; null without a recording. */
  durationSeconds: number | null
  /** The most viewers at once; null while it runs. */
  peakViewers: number | null
  /** Whether it is recorded. */
  isRecorded: boolean
  /** Recording of the session; null without one. */
  staticId: string | null
  /** Width of the encoder’s frames in pixels. */
  width: number | null
  /** Height of the encoder’s frames in pixels. */
  height: number | null
}

/** A page of Stream - Sessions. */
export type StreamSessionsOutput = {
  /** Items of this page, in the order of `sort`. */
  items: StreamSessionsItem[]
  pagination: Pagination
}

/** Live streams: each with a key for an encoder and an address for an audience. As a fact has it. */
export type StreamSnapshot = {
  /** Id of the record, the same as `streamId`. */
  id: string
  /** The same as `id`. */
  streamId: string
  /** State. */
  status: 'idle' | 'scheduled' | 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'disabled' | 'deleted'
  /** Title. */
  title: string
  /** Text about the stream. */
  description: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags: string | null
  /** Channel; when left out, the first channel of the account, created if there is none. */
  channelId: string
  /** Name of a category, kept as sent. */
  category: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory: string | null
  /** The category that `category` names, if there is one. */
  categoryId: string | null
  /** The sub-category that `subCategory` names within it. */
  subCategoryId: string | null
  /** The place that it comes from: its page shows the stream while live, that of the stream names it. */
  placeId: string | null
  /** A word of your own to filter by. */
  searchType: string | null
  /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
  scheduleDate: string | null
  /** Time of day at which it begins, `HH:MM:SS`. */
  scheduleTime: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone: string | null
  /** The moment that the schedule means. */
  scheduledAt: string | null
  /** Expected duration, for calendars. */
  expectedDurationMinutes: number | null
  /** Image to show before it begins. */
  coverPhotoUrl: string | null
  /** Whether watching gives rewards; else the channel’s default. */
  isRewardsEnabled: boolean
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Audience that may watch the replay; as `visibility` when left out. */
  replayVisibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Target latency: about 1, 2 or 6 seconds. Lower values tolerate less network jitter. The channel’s or the operator’s when left out. */
  latencyMode: 'ultraLow' | 'low' | 'standard'
  /** Whether it is live when an encoder publishes; else it is a preview until `goLive`. */
  autoStart: boolean
  /** Whether it is kept as a replay. */
  record: boolean
  /** Days after which its replays are deleted; never when null. */
  deleteRecordingAfterDays: number | null
  /** Length of the DVR window of a live stream, in seconds. */
  dvrWindowSeconds: number
  /** Time that a disconnected encoder has to reconnect before the stream ends, in seconds. */
  reconnectWindowSeconds: number
  /** Whether the stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the encoder may return within `reconnectWindowSeconds`. A lost connection is always waited for. */
  endOnUnpublish: boolean
  /** Image to show while a lost encoder is waited for. */
  slateUrl: string | null
  /** Longest duration of a live session, in seconds. */
  maxDurationSeconds: number
  /** source: the source alone. auto: smaller renditions as well; needs ffmpeg. */
  renditions: 'source' | 'auto'
  /** Whether viewers may make clips. */
  allowViewerClips: boolean
  /** Whether the number of viewers is hidden from the audience. */
  hideViewerCount: boolean
  /** Sites that may embed the player: exact origins, or one wildcard label in front; any when empty. */
  allowedOrigins: string[]
  /** Whether the key may be used again after it ended. */
  isReusable: boolean
  /** A test stream: never listed, and ended after 5 minutes. */
  test: boolean
  /** The last characters of its stream key. */
  keyLabel: string
  /** Current or last session. */
  sessionId: string | null
  /** Time at which the current session went live. */
  startedAt: string | null
  /** Reason why the last session ended. */
  lastEndedReason: 'ended' | 'encoder_gone' | 'max_duration' | 'disabled' | 'deleted' | 'unsupported' | 'server_stopped' | null
  /** Simulcast targets, at most five. Their keys are write-only. */
  simulcastTargets: {
    /** Id within the stream; generated when left out. */
    targetId: string
    /** Name of your own. */
    name: string
    /** Address to publish to: rtmp:// or rtmps://, without the key. */
    serverUrl: string
    /** Whether the stream is sent there. */
    isEnabled: boolean
  }[]
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The state of a stream, its ingest and its viewers. */
export type StreamStatus = {
  /** Id: `str_` and 34 characters. */
  id: string
  /** The state of the stream. */
  status: string
  /** Whether it can be watched live at this moment. */
  isLive: boolean
  /** Time at which it went live. */
  startedAt: string | null
  /** For how long it has been live. */
  uptimeSeconds: number | null
  /** Current viewers; null for the public where the owner hides them. */
  viewers: number | null
  /** Address of the server-sent events that report changes. */
  sseUrl: string
  /** Quality of the signal from the encoder. */
  health: 'good' | 'warning' | 'bad' | 'offline'
  /** Problems of the signal, worst first. */
  issues: {
    /** Stable name of the problem. */
    code: string
    /** Effect on the audience. */
    severity: 'warning' | 'bad'
    /** The problem in words. */
    message: string
    /** The setting to change at the encoder. */
    advice: string
    /** Since when. */
    since: string
  }[]
  /** The signal of the encoder; null while none is connected. */
  ingest: {
    /** rtmp or rtmps. */
    protocol: string
    /** RFC 6381 name of the video codec. */
    videoCodec: string | null
    /** RFC 6381 name of the audio codec; null without audio. */
    audioCodec: string | null
    /** Pixels. */
    width: number | null
    /** Pixels. */
    height: number | null
    /** Frames per second, measured. */
    fps: number | null
    /** Audio and video together, in kbit/s, over the last ten seconds. */
    bitrateKbps: number
    /** From one key frame to the next, on average. */
    keyFrameIntervalSeconds: number | null
    /** Frames that are missing from an even sequence, an estimate. */
    droppedFrames: number
    /** Time of the last received media. */
    lastPacketAt: string | null
  } | null
  /** Seconds between camera and display: the median of what players report. */
  latencySeconds: number | null
  /** State of each simulcast target. */
  simulcast: {
    /** The simulcast target. */
    targetId: string
    /** Current state. */
    state: 'idle' | 'starting' | 'live' | 'error'
    /** The last error in words; null without one. */
    lastError: string | null
  }[]
  /** Encoders that were refused or dropped for what they sent within 24 hours: newest first and at most five, one for each reason; none once an encoder is accepted. */
  refusals: {
    /** Stable name of the reason. */
    code: string
    /** The reason in words, as the encoder received it. */
    message: string
    /** Attempts that were refused for it, at least; those of the last 10 seconds may be missing. */
    attempts: number
    /** Time of the first of them. */
    firstAt: string
    /** Time of the last of them. */
    lastAt: string
  }[]
  /** The recording of this session. */
  recording: {
    /** Whether the stream is recorded. */
    isRecording: boolean
    /** Recorded size so far. */
    seconds: number
    /** The same in bytes. */
    bytes: number
  }
}

/** The request of Update. */
export type StreamUpdateInput = {
  /** Id: `str_` and 34 characters. */
  streamId: string
  /** Title. */
  title?: string
  /** Text about the stream. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Channel; when left out, the first channel of the account, created if there is none. */
  channelId?: string
  /** Name of a category, kept as sent. */
  category?: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory?: string | null
  /** The place that it comes from: its page shows the stream while live, that of the stream names it. */
  placeId?: string | null
  /** A word of your own to filter by. */
  searchType?: string | null
  /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day at which it begins, `HH:MM:SS`. */
  scheduleTime?: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone?: string | null
  /** Expected duration, for calendars. */
  expectedDurationMinutes?: number | null
  /** Image to show before it begins. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards; else the channel’s default. */
  isRewardsEnabled?: boolean
  /** public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Audience that may watch the replay; as `visibility` when left out. */
  replayVisibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Target latency: about 1, 2 or 6 seconds. Lower values tolerate less network jitter. The channel’s or the operator’s when left out. */
  latencyMode?: 'ultraLow' | 'low' | 'standard'
  /** Whether it is live when an encoder publishes; else it is a preview until `goLive`. */
  autoStart?: boolean
  /** Whether it is kept as a replay. */
  record?: boolean
  /** Days after which its replays are deleted; never when null. */
  deleteRecordingAfterDays?: number | null
  /** Length of the DVR window of a live stream, in seconds. */
  dvrWindowSeconds?: number
  /** Time that a disconnected encoder has to reconnect before the stream ends, in seconds. */
  reconnectWindowSeconds?: number
  /** Whether the stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the encoder may return within `reconnectWindowSeconds`. A lost connection is always waited for. */
  endOnUnpublish?: boolean
  /** Image to show while a lost encoder is waited for. */
  slateUrl?: string | null
  /** Longest duration of a live session, in seconds. */
  maxDurationSeconds?: number
  /** source: the source alone. auto: smaller renditions as well; needs ffmpeg. */
  renditions?: 'source' | 'auto'
  /** Whether viewers may make clips. */
  allowViewerClips?: boolean
  /** Whether the number of viewers is hidden from the audience. */
  hideViewerCount?: boolean
  /** Sites that may embed the player: exact origins, or one wildcard label in front; any when empty. */
  allowedOrigins?: string[]
  /** Whether the key may be used again after it ended. */
  isReusable?: boolean
  /** A test stream: never listed, and ended after 5 minutes. */
  test?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** For visibility password. Kept as a hash, never shown. */
  password?: string
  /** Simulcast targets, at most five; replaces the list. */
  simulcastTargets?: {
    /** Names one that there is, to keep its key; a new one else. */
    targetId?: string
    /** Name of your own. */
    name: string
    /** Address to publish to, such as rtmp://live.example.com/app; without the key. */
    serverUrl: string
    /** The key there. Kept sealed, never shown; one that there is stays when left out. */
    streamKey?: string
    /** Whether the stream is sent there; true when left out. */
    isEnabled?: boolean
  }[]
  /** Change to make. */
  action?: 'goLive' | 'end' | 'disable' | 'enable' | 'rotateKey'
}

/** The response to Update. */
export type StreamUpdateOutput = Stream & {
  ingest: StreamIngest
  /** Fields that were changed during a session and hold from the next one. */
  pending?: ('latencyMode' | 'renditions' | 'dvrWindowSeconds' | 'reconnectWindowSeconds' | 'endOnUnpublish' | 'maxDurationSeconds' | 'record' | 'autoStart')[]
}

/** Templates: texts of mails, in versions that never change. */
export type Template = {
  /** Id of the record, the same as `templateId`. */
  id: string
  /** The same as `id`. */
  templateId: string
  /** State. */
  status: 'draft' | 'active' | 'archived' | 'deleted'
  /** Name. */
  name: string
  /** Use; `page` is a layout of others. */
  type: 'email' | 'sms' | 'webhook' | 'page'
  /** Format of `body`. */
  format: 'mjml' | 'html' | 'markdown' | 'text'
  /** Subject of the mail; Liquid. */
  subject: string | null
  /** Text beside the subject in a list of mails; Liquid. */
  preheader: string | null
  /** Body in its format, with Liquid. */
  body: string
  /** Text part; made from the body when left out. Liquid. */
  textBody: string | null
  /** Template of type `page` with `{{ content }}` around the body. */
  layoutId: string | null
  /** Values that a campaign or an automation gives, as `{{ name }}`. */
  variables: {
    /** Name in the texts. */
    name: string
    /** Type of the value. */
    type: 'text' | 'number' | 'flag' | 'moment' | 'url'
    /** Value where none is given. */
    defaultValue?: string
    /** Whether no mail leaves without it, unless it has a default. */
    isRequired?: boolean
  }[]
  /** Values for previews. */
  sampleData: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Key of the topic of its mails, where a campaign or an automation names none. */
  topic: string | null
  /** Number of the newest version. */
  currentVersion: number
  /** Names that the texts read. */
  usedVariables: string[]
  /** Findings that may keep the mail from being read, such as `no_unsubscribe_link`. */
  warnings: string[]
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Create Template. */
export type TemplateCreateInput = {
  /** Name. */
  name: string
  /** Use; `page` is a layout of others. */
  type?: 'email' | 'sms' | 'webhook' | 'page'
  /** Format of `body`. */
  format: 'mjml' | 'html' | 'markdown' | 'text'
  /** Subject of the mail; Liquid. */
  subject?: string | null
  /** Text beside the subject in a list of mails; Liquid. */
  preheader?: string | null
  /** Body in its format, with Liquid. */
  body: string
  /** Text part; made from the body when left out. Liquid. */
  textBody?: string | null
  /** Template of type `page` with `{{ content }}` around the body. */
  layoutId?: string | null
  /** Values that a campaign or an automation gives, as `{{ name }}`. */
  variables?: {
    /** Name in the texts. */
    name: string
    /** Type of the value. */
    type: 'text' | 'number' | 'flag' | 'moment' | 'url'
    /** Value where none is given. */
    defaultValue?: string
    /** Whether no mail leaves without it, unless it has a default. */
    isRequired?: boolean
  }[]
  /** Values for previews. */
  sampleData?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Key of the topic of its mails, where a campaign or an automation names none. */
  topic?: string | null
  /** Initial state. */
  status?: 'draft' | 'active'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Create Template. */
export type TemplateCreateOutput = Template & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Delete Template. */
export type TemplateDeleteInput = {
  /** Id: `tpl_` and 34 characters. */
  templateId: string
  /** Whether it is deleted while others refer to it. */
  force?: boolean
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The response to Delete Template. */
export type TemplateDeleteOutput = {
  /** The template. */
  id: string
  /** Always `archived`. */
  status: 'archived'
}

/** The request of Get Template. */
export type TemplateGetInput = {
  /** Id: `tpl_` and 34 characters. */
  templateId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Version of the texts; the newest when left out. */
  version?: number
  /** Renders the template. */
  preview?: {
    /** Contact to render for. */
    contactId?: string
    /** Values in place of `sampleData`. */
    data?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  }
}

/** The response to Get Template. */
export type TemplateGetOutput = Template & {
  /** The rendering, with `preview`. */
  rendered?: {
    /** Subject. */
    subject: string
    /** Text beside the subject. */
    preheader: string
    /** HTML; null for a text. */
    html: string | null
    /** Text part. */
    text: string
    /** Size of the HTML, else of the text. */
    bytes: number
    /** Findings that may keep the mail from being read. */
    hints: string[]
  }
}

/** A page of Get All Templates. */
export type TemplateList = {
  /** Items of this page, in the order of `sort`. */
  items: TemplateListItem[]
  pagination: Pagination
}

/** The request of Get All Templates. */
export type TemplateListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'active' | 'archived'
  /** Only of this use. */
  type?: 'email' | 'sms' | 'webhook' | 'page'
  /** Part of the name. */
  query?: string
}

/** An item of Get All Templates. */
export type TemplateListItem = {
  /** Id of the record, the same as `templateId`. */
  id: string
  /** The same as `id`. */
  templateId: string
  /** State. */
  status: 'draft' | 'active' | 'archived' | 'deleted'
  /** Name. */
  name: string
  /** Use; `page` is a layout of others. */
  type: 'email' | 'sms' | 'webhook' | 'page'
  /** Format of `body`. */
  format: 'mjml' | 'html' | 'markdown' | 'text'
  /** Subject of the mail; Liquid. */
  subject: string | null
  /** Text beside the subject in a list of mails; Liquid. */
  preheader: string | null
  /** Template of type `page` with `{{ content }}` around the body. */
  layoutId: string | null
  /** Values that a campaign or an automation gives, as `{{ name }}`. */
  variables: {
    /** Name in the texts. */
    name: string
    /** Type of the value. */
    type: 'text' | 'number' | 'flag' | 'moment' | 'url'
    /** Value where none is given. */
    defaultValue?: string
    /** Whether no mail leaves without it, unless it has a default. */
    isRequired?: boolean
  }[]
  /** Values for previews. */
  sampleData: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Key of the topic of its mails, where a campaign or an automation names none. */
  topic: string | null
  /** Number of the newest version. */
  currentVersion: number
  /** Names that the texts read. */
  usedVariables: string[]
  /** Findings that may keep the mail from being read, such as `no_unsubscribe_link`. */
  warnings: string[]
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Preview Template. */
export type TemplatePreviewInput = {
  /** Format of `body`. */
  format: 'mjml' | 'html' | 'markdown' | 'text'
  /** Subject; Liquid. */
  subject?: string | null
  /** Text beside the subject; Liquid. */
  preheader?: string | null
  /** Body; Liquid. */
  body: string
  /** Text part; Liquid. */
  textBody?: string | null
  /** Layout around the body. */
  layoutId?: string | null
  /** Contact to render for. */
  contactId?: string
  /** Values in place of `sampleData`. */
  data?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
}

/** The response to Preview Template. */
export type TemplatePreviewOutput = {
  /** Subject. */
  subject: string
  /** Text beside the subject. */
  preheader: string
  /** HTML; null for a text. */
  html: string | null
  /** Text part. */
  text: string
  /** Size of the HTML, else of the text. */
  bytes: number
  /** Findings that may keep the mail from being read. */
  hints: string[]
  /** Names that the texts read. */
  usedVariables: string[]
  /** Addresses of links. */
  links: string[]
  /** Findings in the texts themselves. */
  warnings: string[]
}

/** The request of Get Starters. */
export type TemplateStartersInput = Record<string, never>

/** The response to Get Starters. */
export type TemplateStartersOutput = {
  /** Starters. */
  items: {
    /** Identity. */
    key: string
    /** Name. */
    name: string
    /** Purpose. */
    description: string
    /** Format of `body`. */
    format: 'mjml' | 'html' | 'markdown' | 'text'
    /** Subject; Liquid. */
    subject: string
    /** Text beside the subject; Liquid. */
    preheader: string
    /** Body; Liquid. */
    body: string
    /** Values with their defaults. */
    variables: {
      /** Name in the texts. */
      name: string
      /** Type of the value. */
      type: 'text' | 'number' | 'flag' | 'moment' | 'url'
      /** Value where none is given. */
      defaultValue?: string
      /** Whether no mail leaves without it, unless it has a default. */
      isRequired?: boolean
    }[]
  }[]
}

/** The request of Test Template. */
export type TemplateTestInput = {
  /** The template; one of type `email`. */
  templateId: string
  /** Addresses. */
  to: string[]
  /** Contact whose data fills the mail. */
  contactId?: string
}

/** The response to Test Template. */
export type TemplateTestOutput = {
  /** Always true: the mails leave right after. */
  sent: boolean
}

/** The request of Update Template. */
export type TemplateUpdateInput = {
  /** Id: `tpl_` and 34 characters. */
  templateId: string
  /** Name. */
  name?: string
  /** Format of `body`. */
  format?: 'mjml' | 'html' | 'markdown' | 'text'
  /** Subject of the mail; Liquid. */
  subject?: string | null
  /** Text beside the subject in a list of mails; Liquid. */
  preheader?: string | null
  /** Body in its format, with Liquid. */
  body?: string
  /** Text part; made from the body when left out. Liquid. */
  textBody?: string | null
  /** Template of type `page` with `{{ content }}` around the body. */
  layoutId?: string | null
  /** Values that a campaign or an automation gives, as `{{ name }}`. */
  variables?: {
    /** Name in the texts. */
    name: string
    /** Type of the value. */
    type: 'text' | 'number' | 'flag' | 'moment' | 'url'
    /** Value where none is given. */
    defaultValue?: string
    /** Whether no mail leaves without it, unless it has a default. */
    isRequired?: boolean
  }[]
  /** Values for previews. */
  sampleData?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null | (string | number | boolean | null)[]>>>
  /** Key of the topic of its mails, where a campaign or an automation names none. */
  topic?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `activate`: it may be sent. `unpublish`: it is a draft again. `archive`: it is put away. */
  action?: 'activate' | 'unpublish' | 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Whether scheduled campaigns keep the version that they have; true when left out. To change them needs the scope `marketing.campaign:send`. */
  pinScheduled?: boolean
}

/** The request of Get Versions of a Template. */
export type TemplateVersionsInput = {
  /** Id: `tpl_` and 34 characters. */
  templateId: string
  /** Items per page; 25 when left out. */
  limit?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
}

/** An item of Get Versions of a Template. */
export type TemplateVersionsItem = {
  /** Number. */
  version: number
  /** Time of the change. */
  createdAt: string
  /** Format of the body. */
  format: 'mjml' | 'html' | 'markdown' | 'text'
  /** Subject. */
  subject: string | null
  /** Size of the compiled HTML, else of the text. */
  bytes: number
}

/** A page of Get Versions of a Template. */
export type TemplateVersionsOutput = {
  /** Items of this page, in the order of `sort`. */
  items: TemplateVersionsItem[]
  pagination: Pagination
}

/** Price of a ticket; null where the owner names none. */
export type TicketPrice = {
  /** Whole minor units: cents of EUR, yen of JPY. */
  amount: number
  /** Currency of ISO 4217. */
  currency: string
}

/** State of the tickets that open the video; null without a ticketing event. */
export type Ticketing = {
  /** The event whose tickets open the video. */
  ticketingEventId: string
  /** Seller of the tickets. */
  provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
  /** The state of the event. */
  status: 'pending' | 'active' | 'error' | 'closed'
  /** Tickets that are valid now. */
  ticketsSold: number
  /** Time from which tickets open it. */
  accessOpensAt: string | null
  /** Time of the last complete list of tickets. */
  lastSyncAt: string | null
  /** The last error since then, in words; null without one. */
  lastError: string | null
  /** Address of the ticket shop. */
  ticketUrl: string | null
  /** Price of a ticket; null where the owner names none. */
  ticketPrice: null | TicketPrice
}

/** Events sold elsewhere, whose tickets open a stream, a recorded video or a whole channel. */
export type TicketingEvent = {
  /** Id of the record, the same as `ticketingEventId`. */
  id: string
  /** The same as `id`. */
  ticketingEventId: string
  /** State. */
  status: 'pending' | 'active' | 'error' | 'closed' | 'deleted'
  /** The stream that tickets open. */
  streamId: string | null
  /** The recorded video that tickets open. */
  staticId: string | null
  /** The channel whose ticketed videos they open. */
  channelId: string | null
  /** Seller of the tickets. generic: you send the list of attendees yourself. */
  provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
  /** The event’s id there; of your own with generic. */
  externalEventId: string
  /** Address of the ticket shop; the provider’s page when left out. */
  externalEventUrl: string | null
  /** Price of a ticket, shown to viewers without one; the lowest of several. */
  price: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Title of the event at the provider. */
  title: string | null
  /** Types of tickets, by their ids there, that open it; empty: all. */
  ticketTypeIds: string[]
  /** Start of the event; set by you with generic, else by the provider. */
  startsAt: string | null
  /** End of the event; set by you with generic, else by the provider. */
  endsAt: string | null
  /** Time before the start of the event from which tickets open it. */
  accessOpensMinutesBefore: number
  /** Time after the end of the event during which tickets open the replay. */
  accessClosesMinutesAfter: number
  /** Devices that may watch with one ticket at the same time. */
  maxSessionsPerTicket: number
  /** Whether each buyer is sent the code and the link. */
  sendAccessEmails: boolean
  /** Source of changes: webhook by the provider, poll by this server, or both. */
  syncMode: 'webhook' | 'poll' | 'both'
  /** Seconds between two polls of the whole list. */
  pollIntervalSeconds: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Whether there are credentials for the provider. */
  hasCredentials: boolean
  /** Tickets that are valid now. */
  ticketsSold: number
  /** Time of the last complete list of tickets. */
  lastSyncAt: string | null
  /** The last error since then, in words; null without one. */
  lastError: string | null
  /** Result of the last sync with the provider. */
  sync: {
    /** Tickets that the last change brought. */
    imported: number
    /** Tickets that it took away. */
    revoked: number
    /** Entries that could not be made a ticket. */
    failed: number
  }
  /** Address of the page for ticket holders. */
  accessUrl: string
  /** Address that the provider, or your server, calls on changes. */
  inboundWebhookUrl: string
  /** Time from which tickets open it; null: at once. */
  accessOpensAt: string | null
  /** Time at which tickets stop opening it; null: never automatically. */
  accessClosesAt: string | null
}

/** The response to Event - Admissions. */
export type TicketingEventAdmissionsOutput = {
  /** Tickets that were admitted. */
  admittedCount: number
  /** Tickets that are valid now. */
  validCount: number
}

/** The request of Event - Create (third-party ticketing). */
export type TicketingEventCreateInput = {
  /** The stream that tickets open. */
  streamId?: string | null
  /** The recorded video that tickets open. */
  staticId?: string | null
  /** The channel whose ticketed videos they open. */
  channelId?: string | null
  /** Seller of the tickets. generic: you send the list of attendees yourself. */
  provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
  /** The event’s id there; of your own with generic. */
  externalEventId: string
  /** Address of the ticket shop; the provider’s page when left out. */
  externalEventUrl?: string | null
  /** Price of a ticket, shown to viewers without one; the lowest of several. */
  price?: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Types of tickets, by their ids there, that open it; empty: all. */
  ticketTypeIds?: string[]
  /** Start of the event; set by you with generic, else by the provider. */
  startsAt?: string | null
  /** End of the event; set by you with generic, else by the provider. */
  endsAt?: string | null
  /** Time before the start of the event from which tickets open it. */
  accessOpensMinutesBefore?: number
  /** Time after the end of the event during which tickets open the replay. */
  accessClosesMinutesAfter?: number
  /** Devices that may watch with one ticket at the same time. */
  maxSessionsPerTicket?: number
  /** Whether each buyer is sent the code and the link. */
  sendAccessEmails?: boolean
  /** Source of changes: webhook by the provider, poll by this server, or both. */
  syncMode?: 'webhook' | 'poll' | 'both'
  /** Seconds between two polls of the whole list. */
  pollIntervalSeconds?: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Credentials for the provider; they replace those that are kept. */
  credentials?: {
    /** The key of the provider’s API; with Hi.Events the password. */
    apiKey: string
    /** Address of the provider’s API, for one that you run yourself. */
    baseUrl?: string
    /** With pretix the organizer’s short name, with Hi.Events the address that signs in. */
    organizer?: string
    /** Secret that the provider signs its calls with, where it does. */
    webhookSecret?: string
  }
  /** With generic: holders of tickets. Tickets that exist already stay as they are. */
  attendees?: {
    /** Mail address to which the code is sent. */
    email?: string
    /** Name for the greeting. */
    name?: string
    /** The code that is on the ticket already, hard to guess; made when left out. Distinguishes tickets of one person. */
    ticketCode?: string
    /** Type of the ticket. */
    ticketTypeId?: string
  }[]
}

/** The response to Event - Create (third-party ticketing). */
export type TicketingEventCreateOutput = TicketingEvent & {
  /** False when it was there already. */
  created: boolean
  /** Shown this once. With generic it signs your calls to the hook, by Standard Webhooks; else it stands in the address that you give the provider. */
  inboundSecret: string | null
  /** Tickets that were issued at once. */
  importedCount: number
}

/** The request of Event - Delete (third-party ticketing). */
export type TicketingEventDeleteInput = {
  /** Id: `tke_` and 34 characters. */
  ticketingEventId: string
  /** Visibility of the videos that are ticketed until now; private when left out. */
  visibilityAfter?: 'public' | 'unlisted' | 'private'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Event - Get All. */
export type TicketingEventList = {
  /** Items of this page, in the order of `sort`. */
  items: TicketingEvent[]
  pagination: Pagination
}

/** Events sold elsewhere, whose tickets open a stream, a recorded video or a whole channel. As a fact has it. */
export type TicketingEventSnapshot = {
  /** Id of the record, the same as `ticketingEventId`. */
  id: string
  /** The same as `id`. */
  ticketingEventId: string
  /** State. */
  status: 'pending' | 'active' | 'error' | 'closed' | 'deleted'
  /** The stream that tickets open. */
  streamId: string | null
  /** The recorded video that tickets open. */
  staticId: string | null
  /** The channel whose ticketed videos they open. */
  channelId: string | null
  /** Seller of the tickets. generic: you send the list of attendees yourself. */
  provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
  /** The event’s id there; of your own with generic. */
  externalEventId: string
  /** Address of the ticket shop; the provider’s page when left out. */
  externalEventUrl: string | null
  /** Price of a ticket, shown to viewers without one; the lowest of several. */
  price: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Title of the event at the provider. */
  title: string | null
  /** Types of tickets, by their ids there, that open it; empty: all. */
  ticketTypeIds: string[]
  /** Start of the event; set by you with generic, else by the provider. */
  startsAt: string | null
  /** End of the event; set by you with generic, else by the provider. */
  endsAt: string | null
  /** Time before the start of the event from which tickets open it. */
  accessOpensMinutesBefore: number
  /** Time after the end of the event during which tickets open the replay. */
  accessClosesMinutesAfter: number
  /** Devices that may watch with one ticket at the same time. */
  maxSessionsPerTicket: number
  /** Whether each buyer is sent the code and the link. */
  sendAccessEmails: boolean
  /** Source of changes: webhook by the provider, poll by this server, or both. */
  syncMode: 'webhook' | 'poll' | 'both'
  /** Seconds between two polls of the whole list. */
  pollIntervalSeconds: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Event - Update (third-party ticketing). */
export type TicketingEventUpdateInput = {
  /** Id: `tke_` and 34 characters. */
  ticketingEventId: string
  /** Address of the ticket shop; the provider’s page when left out. */
  externalEventUrl?: string | null
  /** Price of a ticket, shown to viewers without one; the lowest of several. */
  price?: {
    /** Whole minor units: cents of EUR, yen of JPY. */
    amount: number
    /** Currency of ISO 4217. */
    currency: string
  } | null
  /** Types of tickets, by their ids there, that open it; empty: all. */
  ticketTypeIds?: string[]
  /** Start of the event; set by you with generic, else by the provider. */
  startsAt?: string | null
  /** End of the event; set by you with generic, else by the provider. */
  endsAt?: string | null
  /** Time before the start of the event from which tickets open it. */
  accessOpensMinutesBefore?: number
  /** Time after the end of the event during which tickets open the replay. */
  accessClosesMinutesAfter?: number
  /** Devices that may watch with one ticket at the same time. */
  maxSessionsPerTicket?: number
  /** Whether each buyer is sent the code and the link. */
  sendAccessEmails?: boolean
  /** Source of changes: webhook by the provider, poll by this server, or both. */
  syncMode?: 'webhook' | 'poll' | 'both'
  /** Seconds between two polls of the whole list. */
  pollIntervalSeconds?: number
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Credentials for the provider; they replace those that are kept. */
  credentials?: {
    /** The key of the provider’s API; with Hi.Events the password. */
    apiKey: string
    /** Address of the provider’s API, for one that you run yourself. */
    baseUrl?: string
    /** With pretix the organizer’s short name, with Hi.Events the address that signs in. */
    organizer?: string
    /** Secret that the provider signs its calls with, where it does. */
    webhookSecret?: string
  }
  /** With generic: holders of tickets. Tickets that exist already stay as they are. */
  attendees?: {
    /** Mail address to which the code is sent. */
    email?: string
    /** Name for the greeting. */
    name?: string
    /** The code that is on the ticket already, hard to guess; made when left out. Distinguishes tickets of one person. */
    ticketCode?: string
    /** Type of the ticket. */
    ticketTypeId?: string
  }[]
  /** Change to make. */
  action?: 'resync' | 'resendEmails' | 'revokeAll' | 'rotateInboundSecret'
}

/** The response to Event - Update (third-party ticketing). */
export type TicketingEventUpdateOutput = TicketingEvent & {
  /** Shown this once. With generic it signs your calls to the hook, by Standard Webhooks; else it stands in the address that you give the provider. */
  inboundSecret: string | null
}

/** Statement of a contact. */
export type TokenStatement = {
  /** The contact. */
  contactId: string
  /** Balances by token. */
  balance: {
    /** Name of the token. */
    token: string
    /** Tokens that the contact can spend, without what it owes. */
    available: number
    /** Tokens that become available later. */
    pending: number
    /** Tokens that are set aside for a purchase. */
    held: number
    /** Tokens that a refund or a roll-back takes back and that were spent: the next ones pay them. */
    owed: number
    /** Tokens that expire next; null when none do. */
    expiringNext: {
      /** Number of tokens. */
      amount: number
      /** Moment of their expiry. */
      at: string
    } | null
  }[]
  /** Entries of tokens that it could spend, newest first. */
  entries: {
    /** Transaction. */
    txnId: string
    /** `grant`, `rule`, `offer`, `spend`, `transfer`, `hold`, `capture`, `void`, `expire` … */
    kind: string
    /** Ledger of the entry. */
    ledger: string
    /** Name of the token. */
    token: string
    /** Signed number of tokens. */
    amount: number
    /** Balance of the ledger afterwards. */
    balanceAfter: number
    /** Moment. */
    at: string
    /** Reference of the transaction. */
    reference: string
    /** Record of the transaction: the reward, or the payment that takes tokens; null for none. */
    about: string | null
  }[]
  /** `before` of the next entries; null when these are all. */
  nextBefore: number | null
}

/** Topics: kinds of mail that contacts subscribe to one by one. */
export type Topic = {
  /** Id of the record, the same as `topicId`. */
  id: string
  /** The same as `id`. */
  topicId: string
  /** State. */
  status: 'active' | 'deleted'
  /** Key in `topics` of contacts and in campaigns: small letters, digits and hyphens. */
  key: string
  /** Name that contacts read. */
  name: string
  /** Content of the mails, for contacts. */
  description: string | null
  /** Whether contacts see it in their preferences. */
  isPublic: boolean
  /** Whether new contacts of forms subscribe to it at once. */
  isDefault: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Create Topic. */
export type TopicCreateInput = {
  /** Key in `topics` of contacts and in campaigns: small letters, digits and hyphens. */
  key: string
  /** Name that contacts read. */
  name: string
  /** Content of the mails, for contacts. */
  description?: string | null
  /** Whether contacts see it in their preferences. */
  isPublic?: boolean
  /** Whether new contacts of forms subscribe to it at once. */
  isDefault?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Create Topic. */
export type TopicCreateOutput = Topic & {
  /** False when it was there already. */
  created: boolean
}

/** The request of Delete Topic. */
export type TopicDeleteInput = {
  /** Id: `top_` and 34 characters. */
  topicId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** The request of Get Topic. */
export type TopicGetInput = {
  /** Id: `top_` and 34 characters. */
  topicId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

/** A page of Get All Topics. */
export type TopicList = {
  /** Items of this page, in the order of `sort`. */
  items: Topic[]
  pagination: Pagination
}

/** The request of Get All Topics. */
export type TopicListInput = {
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
  status?: 'active'
}

/** The request of Update Topic. */
export type TopicUpdateInput = {
  /** Id: `top_` and 34 characters. */
  topicId: string
  /** Name that contacts read. */
  name?: string
  /** Content of the mails, for contacts. */
  description?: string | null
  /** Whether contacts see it in their preferences. */
  isPublic?: boolean
  /** Whether new contacts of forms subscribe to it at once. */
  isDefault?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** Proof that opens a closed video; null for an open one. */
export type VideoAccess = {
  /** Proof that the audience needs to watch it. */
  required: 'password' | 'signature' | 'ticket'
  /** Address of the ticket shop. */
  ticketUrl: string | null
  /** Price of a ticket; null where the owner names none. */
  ticketPrice: null | TicketPrice
}

/** Addresses that facts are sent to. */
export type WebhookEndpoint = {
  /** Id of the record, the same as `webhookEndpointId`. */
  id: string
  /** The same as `id`. */
  webhookEndpointId: string
  /** State. */
  status: 'enabled' | 'disabled' | 'deleted'
  /** Address that facts are posted to, not of a private network. */
  url: string
  /** Names of facts, `*` for any part: `places.*`, `*.*.deleted`. All when left out. */
  facts: string[]
  /** Purpose, in your words. */
  description: string | null
  /** hmac: a shared secret. ed25519: you get a public key. */
  signature: 'hmac' | 'ed25519'
  /** Verifies ed25519 signatures, `whpk_…`. */
  publicKey: string | null
  /** End of the overlap after a rotation: until then the previous secret signs as well. */
  previousSecretUntil: string | null
  /** gone: the receiver responded with 410. request: a request disabled it. */
  disabledReason: 'gone' | 'request' | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** Time of creation. */
  createdAt: string
  /** Time of the last change. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** The request of Webhook endpoints - Create. */
export type WebhookEndpointCreateInput = {
  /** Address that facts are posted to, not of a private network. */
  url: string
  /** Names of facts, `*` for any part: `places.*`, `*.*.deleted`. All when left out. */
  facts?: string[]
  /** Purpose, in your words. */
  description?: string | null
  /** hmac: a shared secret. ed25519: you get a public key. */
  signature?: 'hmac' | 'ed25519'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

/** The response to Webhook endpoints - Create. */
export type WebhookEndpointCreateOutput = WebhookEndpoint & {
  /** False when it was there already. */
  created: boolean
  /** The shared secret of `hmac` endpoints, in this response alone. Endpoints of `ed25519` have a `publicKey`. */
  secret?: string
}

/** The request of Webhook endpoints - Delete. */
export type WebhookEndpointDeleteInput = {
  /** Id: `whe_` and 34 characters. */
  webhookEndpointId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

/** A page of Webhook endpoints - Get All. */
export type WebhookEndpointList = {
  /** Items of this page, in the order of `sort`. */
  items: WebhookEndpoint[]
  pagination: Pagination
}

/** The request of Webhook endpoints - Rotate Secret. */
export type WebhookEndpointRotateSecretInput = {
  /** Id: `whe_` and 34 characters. */
  webhookEndpointId: string
  /** Seconds for which the old secret signs as well; 86,400 when left out. */
  overlapSeconds?: number
}

/** The response to Webhook endpoints - Rotate Secret. */
export type WebhookEndpointRotateSecretOutput = WebhookEndpoint & {
  /** The shared secret of `hmac` endpoints, in this response alone. Endpoints of `ed25519` have a `publicKey`. */
  secret?: string
}

/** The request of Webhook endpoints - Test. */
export type WebhookEndpointTestInput = {
  /** Id: `whe_` and 34 characters. */
  webhookEndpointId: string
}

/** The response to Webhook endpoints - Test. */
export type WebhookEndpointTestOutput = WebhookEndpoint & {
  /** The fact that was emitted. */
  factId: string
}

/** The request of Webhook endpoints - Update. */
export type WebhookEndpointUpdateInput = {
  /** Id: `whe_` and 34 characters. */
  webhookEndpointId: string
  /** Address that facts are posted to, not of a private network. */
  url?: string
  /** Names of facts, `*` for any part: `places.*`, `*.*.deleted`. All when left out. */
  facts?: string[]
  /** Purpose, in your words. */
  description?: string | null
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `enable`: Sends facts published from now on. `disable`: Sends nothing more; pending deliveries are dropped. */
  action?: 'enable' | 'disable'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type AccountGetInput = Record<string, never>

export type KeyListInput = {
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

export type KeyGetInput = {
  /** Id: `key_` and 34 characters. */
  keyId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type WebhookEndpointListInput = {
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

export type WebhookEndpointGetInput = {
  /** Id: `whe_` and 34 characters. */
  webhookEndpointId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type AccountFactListInput = {
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
  /** Seconds to wait for the next fact when there is none. */
  waitSeconds?: number
}

export type AccountFactGetInput = {
  /** Id: `fct_` and 34 characters. */
  factId: string
}

export type AccountDeliveryListInput = {
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

export type AccountDeliveryGetInput = {
  /** Id: `dlv_` and 34 characters. */
  deliveryId: string
}

export type AccountMailListInput = {
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

export type AccountMailGetInput = {
  /** Id: `mai_` and 34 characters. */
  mailId: string
}

export type AccountAuditListInput = {
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

export type AccountRequestListInput = {
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
  /** Only the request with this id. */
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

export type AccountRequestGetInput = {
  /** Id of the request, as in its response. */
  requestId: string
}

export type AccountRecordCardsInput = {
  /** Ids of up to 100 records of any noun, with commas between them. */
  ids: string
}

export type AccountRecordSearchInput = {
  /** An id, a reference or words to search for. */
  q: string
  /** Only records of this noun, `<product>.<noun>`, of which up to 20 are found. */
  kind?: string
  /** Most records; 20 when left out. */
  limit?: number
}

export type AccountJobListInput = {
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
  /** Only of this reaction or task. */
  name?: string
}

export type AccountJobGetInput = {
  /** Id: `job_` and 34 characters. */
  jobId: string
}

export type AccountOverviewGetInput = Record<string, never>

export type AccountHealthGetInput = Record<string, never>

export type AccountHealthSettingsInput = Record<string, never>

export type AccountSessionGetInput = Record<string, never>

export type AccountSessionListInput = Record<string, never>

export type AccountPasskeyListInput = Record<string, never>

export type MemberListInput = {
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
  status?: 'invited' | 'active'
}

export type MemberGetInput = {
  /** Id: `amb_` and 34 characters. */
  memberId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type AccountViewerGetInput = {
  /** The account to read from, where neither an id nor the key names it. */
  accountId: string
}

export type ImageListInput = {
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
  status?: 'stored'
}

export type ImageGetInput = {
  /** Id: `img_` and 34 characters. */
  imageId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type StreamMostWatchedInput = {
  /** Only those of the channel at the time of the view. */
  channelId?: string
  /** 24 hours before `to` when left out. */
  from?: string
  /** Now when left out. */
  to?: string
  /** Videos; 10 when left out. */
  limit?: number
}

export type LivestreamCategoryListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of position, name, createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. Needs a secret key of the account. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active' | 'inactive'
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
  /** Shows inactive ones as well; false when left out. */
  includeInactive?: boolean
  /** Includes the `subCategories` of each category; false when left out. */
  includeSubCategories?: boolean
}

export type LivestreamCategoryGetInput = {
  /** Id: `cat_` and 34 characters. */
  categoryId?: string
  /** Slug. */
  slug?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Id of the resource that has the slug. */
  accountId?: string
}

export type ChannelListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, name, viewers; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. Needs a secret key of the account. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active'
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private'
  /** The account whose channels are listed; your own when left out. */
  scope?: 'mine' | 'discover'
  /** Only those on which something is live, or the others. */
  isLive?: boolean
  /** Only of this category. */
  categoryId?: string
  /** Only of this sub-category. */
  subCategoryId?: string
  /** Only in this language. */
  language?: string
  /** Only with this tag. */
  tag?: string
}

export type ChannelGetInput = {
  /** Id: `chn_` and 34 characters. */
  channelId?: string
  /** Handle of the channel, or one that it left less than 30 days ago. */
  handle?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Language of the details; falls back to that of the channel. */
  locale?: string
}

export type DetailsListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, locale; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. Needs a secret key of the account. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'published' | 'archived'
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
  /** The stream, video or channel that the details describe. */
  targetType?: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId?: string
  /** Only in this language. */
  locale?: string
}

export type DetailsGetInput = {
  /** Id: `det_` and 34 characters. */
  detailsId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** The stream, video or channel that the details describe. */
  targetType?: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId?: string
  /** With a target: the wanted language. */
  locale?: string
}

export type DetailsTrackInput = {
  /** Id: `det_` and 34 characters. */
  detailsId: string
  /** `chapters.vtt`, or `captions-0.vtt` for the first of `captions`. */
  track: string
  /** A viewer token, for the tracks of a closed video. */
  token?: string
  /** Any version: a new one invalidates cached copies. */
  v?: number
}

export type DetailsGetCaptionInput = {
  /** Id: `det_` and 34 characters. */
  detailsId: string
  /** Position in `captions`, from 0. */
  position: number
}

export type MarkerListInput = {
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
  status?: 'active'
  /** Only of this stream. */
  streamId?: string
  /** Only of this session. */
  sessionId?: string
}

export type MarkerGetInput = {
  /** Id: `mrk_` and 34 characters. */
  markerId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type StaticVideoListInput = {
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
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. Needs a secret key of the account. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'processing' | 'failed' | 'scheduled' | 'published' | 'archived'
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
  /** Only of this search type. */
  searchType?: string
  /** Only of this origin. */
  source?: 'upload' | 'import' | 'recording' | 'clip'
  /** Only of this shelf: `viewers` for clips that wait for your choice. Needs a secret key of the account. */
  shelf?: 'own' | 'viewers' | 'featured'
  /** Only clips of this viewer. Needs a secret key of the account. */
  authorId?: string
  /** Only recordings and clips of this stream. Needs a secret key of the account. */
  parentStreamId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Only with, or only without, rewards for watching. */
  isRewardsEnabled?: boolean
  /** Scheduled at this moment or later. Needs a secret key of the account. */
  scheduledAfter?: string
  /** Scheduled at this moment or earlier. Needs a secret key of the account. */
  scheduledBefore?: string
  /** Only of this channel. */
  channelId?: string
  /** Only linked to this category. */
  categoryId?: string
  /** Only linked to this sub-category. */
  subCategoryId?: string
  /** Only with this category name, case and accents aside. */
  category?: string
  /** Only with this sub-category name. */
  subCategory?: string
  /** Only with this tag. */
  tag?: string
}

export type StaticVideoGetInput = {
  /** Id: `sta_` and 34 characters. */
  staticId?: string
  /** Id in public addresses. */
  playbackId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Language of the details; falls back to what there is. */
  locale?: string
}

export type BlockedViewerListInput = {
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
  status?: 'active'
  /** Only this viewer. */
  authorId?: string
}

export type BlockedViewerGetInput = {
  /** Id: `bvw_` and 34 characters. */
  blockedViewerId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type StaticVideoMediaInput = {
  /** Ids of up to 100 videos, with commas between them. */
  staticIds: string
}

export type StreamSessionsInput = {
  /** Id: `str_` and 34 characters. */
  streamId: string
  /** Items per page; 25 when left out. */
  limit?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
}

export type StreamListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, scheduledAt, viewers; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. Needs a secret key of the account. */
  clientReference?: string
  /** Only in this state. */
  status?: 'idle' | 'scheduled' | 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'disabled'
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Only with, or only without, rewards for watching. */
  isRewardsEnabled?: boolean
  /** Scheduled at this moment or later. */
  scheduledAfter?: string
  /** Scheduled at this moment or earlier. */
  scheduledBefore?: string
  /** Only of this channel. */
  channelId?: string
  /** Only linked to this category. */
  categoryId?: string
  /** Only linked to this sub-category. */
  subCategoryId?: string
  /** The account whose streams are listed; your own when left out. */
  scope?: 'mine' | 'discover'
  /** Only those that can be watched live at this moment, or the others. */
  isLive?: boolean
  /** Only with this category name, case and accents aside. */
  category?: string
  /** Only with this sub-category name. */
  subCategory?: string
  /** Only on channels in this language. */
  language?: string
  /** Only with this tag. */
  tag?: string
}

export type StreamGetInput = {
  /** Id: `str_` and 34 characters. */
  streamId?: string
  /** Id in public addresses. */
  playbackId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Language of the details; falls back to what there is. */
  locale?: string
}

export type LivestreamVideoPosterInput = {
  /** Id: `plb_` and 34 characters. */
  playbackId: string
  /** A viewer token, for a video that is private. */
  token?: string
}

export type LivestreamSubCategoryListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of position, name, createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. Needs a secret key of the account. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active' | 'inactive'
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
  /** Only sub-categories of this category. */
  categoryId?: string
  /** Shows inactive ones as well; false when left out. */
  includeInactive?: boolean
}

export type LivestreamSubCategoryGetInput = {
  /** Id: `sub_` and 34 characters. */
  subCategoryId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type TicketingEventListInput = {
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
  status?: 'pending' | 'active' | 'error' | 'closed'
  /** Seller of the tickets. generic: you send the list of attendees yourself. */
  provider?: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
}

export type TicketingEventGetInput = {
  /** Id: `tke_` and 34 characters. */
  ticketingEventId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type LivestreamTicketListInput = {
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
  /** Only of this event. */
  ticketingEventId?: string
  /** Only of this address. */
  email?: string
  /** Only in this state. */
  status?: 'active' | 'revoked'
}

export type LivestreamTicketGetInput = {
  /** Id: `tkt_` and 34 characters. */
  ticketId: string
}

export type TicketingEventAdmissionsInput = {
  /** The event. */
  ticketingEventId: string
  /** Only admissions from this time on. */
  since?: string
}

export type PlaceListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, name, distance, relevance; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. Needs a secret key of the account. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged'
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
  /** Kind of the place. `online` needs `onlineUrl`. */
  type?: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Only in this country, ISO 3166-1 alpha-2. */
  countryCode?: string
  /** Only in this city; case and accents do not matter. */
  city?: string
  /** Only places with this tag. */
  tag?: string
  /** Only of this category. */
  category?: string
  /** Only the direct parts of this place. */
  parentPlaceId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'private'
  /** Only places that hold so many people or more. */
  minCapacity?: number
  /** `latitude,longitude` in degrees. */
  near?: string
  /** Distance from `near`, in metres; 5,000 when left out. */
  radiusM?: number
  /** `west,south,east,north` in degrees; west greater than east crosses the antimeridian. */
  bbox?: string
  /** `now`, or a moment (RFC 3339): only active places with hours that are open then. */
  openAt?: string
}

export type PlaceMapInput = {
  /** `west,south,east,north` in degrees; west greater than east crosses the antimeridian. */
  bbox: string
  /** Cells along the longer side of the box, at most; 16 when left out. */
  columns?: number
  /** Words to search for, up to eight; one of up to two letters, where a word begins. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged'
  /** Kind of the place. `online` needs `onlineUrl`. */
  type?: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Only in this country, ISO 3166-1 alpha-2. */
  countryCode?: string
  /** Only in this city; case and accents do not matter. */
  city?: string
  /** Only places with this tag. */
  tag?: string
  /** Only of this category. */
  category?: string
  /** Only the direct parts of this place. */
  parentPlaceId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'private'
  /** Only places that hold so many people or more. */
  minCapacity?: number
  /** `now`, or a moment (RFC 3339): only active places with hours that are open then. */
  openAt?: string
}

export type PlaceDuplicatesInput = {
  /** Id: `plc_` and 34 characters. */
  placeId: string
}

export type PlaceGetInput = {
  /** Name to look for; case, accents and repeated spaces do not matter. */
  name?: string
  /** Id: `plc_` and 34 characters. */
  placeId?: string
  /** The `slug` of the place. */
  slug?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** With `name`: only in this city. */
  city?: string
  /** With `name`: only in this country, ISO 3166-1 alpha-2. */
  countryCode?: string
  /** `latitude,longitude` in degrees. */
  near?: string
  /** Parts of the response: `streams` adds `liveStreams`; spaces are always there. */
  include?: ('streams' | 'spaces')[]
  /** The account to read from, where neither an id nor the key names it. */
  accountId?: string
}

export type CouponListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, name, expiresAt; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'scheduled' | 'active' | 'paused' | 'exhausted' | 'expired'
  /** Only coupons for this contact alone. */
  contactId?: string
  /** Only coupons of this promotion. */
  promotionId?: string
  /** Only coupons of this batch. */
  batchId?: string
  /** Only coupons that end at this moment or earlier. */
  expiresBefore?: string
  /** First characters of the code or the name. */
  query?: string
}

export type CouponGetInput = {
  /** Id: `cpn_` and 34 characters. */
  couponId?: string
  /** Code, in any case. */
  code?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Part to add. */
  include?: 'usage'
  /** Contact who is to use it. */
  contactId?: string
  /** Price of the order; needs `currency`. */
  subtotal?: number
  /** Currency of the order. */
  currency?: string
  /** Lines of the order as JSON, as `validate` takes them, in place of `subtotal`; needs `currency`. */
  items?: string
  /** Moment of the use, such as the begin of an event; now by default. */
  at?: string
}

export type LoyaltyRedemptionListInput = {
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
  /** Only uses of this coupon. */
  couponId?: string
  /** Only uses by this contact. */
  contactId?: string
  /** Only uses of this purchase, by its id. */
  reference?: string
  /** Only uses under this reference of yours. */
  clientReference?: string
  /** Only in this state. */
  status?: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
}

export type LoyaltyRedemptionGetInput = {
  /** Id: `rdm_` and 34 characters. */
  redemptionId?: string
  /** Your own name for the use. */
  clientReference?: string
  /** The coupon, where a reference has uses of several. */
  couponId?: string
}

export type CouponBatchListInput = {
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
  status?: 'building' | 'ready'
}

export type CouponBatchGetInput = {
  /** Id: `cpb_` and 34 characters. */
  batchId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Part to add. */
  include?: 'usage'
}

export type PromotionListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, updatedAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'scheduled' | 'active' | 'paused' | 'exhausted' | 'ended' | 'archived'
  /** Only with this trigger. */
  trigger?: 'automatic' | 'code'
  /** Only those that run at this moment, unless they are paused. */
  activeAt?: string
  /** Part of the name. */
  query?: string
}

export type PromotionGetInput = {
  /** The promotion. */
  promotionId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Buyer of the `cart`. */
  contactId?: string
  /** Cart as JSON, as `evaluate` takes it: prices it with the promotion, whatever its state is. */
  cart?: string
  /** Additional parts of the response. */
  include?: ('stats' | 'warnings')[]
}

export type RewardListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, name; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'active' | 'paused' | 'ended' | 'soldOut' | 'pending' | 'posted' | 'partiallySpent' | 'spent' | 'expired' | 'reversed' | 'archived'
  /** Only of this kind. */
  mode?: 'rule' | 'grant' | 'perk'
  /** Only of this token. */
  token?: string
  /** Only grants of this contact; the response has its balances. */
  contactId?: string
}

export type RewardGetInput = {
  /** Id: `rwd_` and 34 characters. */
  rewardId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Contact whose statement is read. */
  contactId?: string
  /** Parts to add. */
  include?: ('entries' | 'stats')[]
  /** Token of the entries; `POINTS` by default. */
  token?: string
  /** Entries at most; 50 by default. */
  limit?: number
  /** Only entries before this one, a `nextBefore`. */
  before?: number
}

export type RewardStatementInput = {
  /** Contact whose statement it is. */
  contactId: string
  /** Token of the entries; `POINTS` by default. */
  token?: string
  /** Entries at most; 50 by default. */
  limit?: number
  /** Only entries before this one, a `nextBefore`. */
  before?: number
}

export type LoyaltyTransactionListInput = {
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
  /** Only transactions of this token. */
  token?: string
  /** Only transactions that moved tokens of this contact. */
  contactId?: string
  /** Only transactions of this reward. */
  rewardId?: string
  /** Only of this kind. */
  kind?: string
  /** Only from this moment on. */
  from?: string
  /** Only before this moment. */
  to?: string
}

export type LoyaltyTransactionGetInput = {
  /** Id: `txn_` and 34 characters. */
  transactionId: string
}

export type LiveDropListInput = {
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
  status?: 'scheduled' | 'open' | 'full' | 'ended'
  /** Only of this stream. */
  streamId?: string
}

export type LiveDropGetInput = {
  /** Id: `drp_` and 34 characters. */
  dropId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type RefundListInput = {
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
  status?: 'pending' | 'succeeded' | 'failed'
  /** Only refunds of this payment. */
  paymentId?: string
}

export type RefundGetInput = {
  /** Id: `rfd_` and 34 characters. */
  refundId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type PaymentListInput = {
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
  status?: 'created' | 'processing' | 'requiresAction' | 'succeeded' | 'partiallyRefunded' | 'refunded' | 'disputed' | 'lost' | 'failed' | 'cancelled' | 'expired'
  /** Only payments of this link. */
  paymentLinkId?: string
  /** Only payments of this contact. */
  contactId?: string
  /** Only payments over links of this live stream. */
  streamId?: string
  /** Only payments with this tag. */
  sourceTag?: string
  /** Currency of all amounts. */
  currency?: string
  /** Only payments from this time on. */
  createdAfter?: string
  /** Only payments until this time. */
  createdBefore?: string
}

export type PaymentGetInput = {
  /** Id: `pay_` and 34 characters. */
  paymentId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type PaymentLinkListInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, title; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active' | 'inactive' | 'completed' | 'expired'
  /** Currency of all amounts of the link. */
  currency?: string
  /** Only links of this live stream. */
  streamId?: string
  /** Only links with this tag. */
  sourceTag?: string
}

export type PaymentLinkGetInput = {
  /** Id: `pln_` and 34 characters. */
  paymentLinkId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Part to add. */
  include?: 'days'
}

export type PaymentProviderListInput = {
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
  status?: 'active' | 'error' | 'disabled'
}

export type PaymentProviderGetInput = {
  /** Id: `ppr_` and 34 characters. */
  providerId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type PaymentsCheckoutGetInput = {
  /** The payment. */
  paymentId: string
  /** Proof from the start: ids alone show nothing. */
  proof: string
}

export type ReconciliationIssueListInput = {
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
  status?: 'open' | 'resolved'
  /** Only differences with this provider. */
  providerId?: string
  /** Only differences of this day. */
  day?: string
}

export type ReconciliationIssueGetInput = {
  /** Id: `rci_` and 34 characters. */
  reconciliationId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type ReconciliationIssueVerifyInput = Record<string, never>
