import type { Cursors, ListPage, Paging } from './context.ts'

/** How a fact's way to one webhook endpoint stands. */
export type DeliveryStatus = 'pending' | 'failed' | 'delivered' | 'exhausted'

/** One fact on its way to one webhook endpoint. */
export type Delivery = {
  /** `dlv_…` */
  id: string
  status: DeliveryStatus
  webhookEndpointId: string
  factId: string
  factName: string
  subject: string
  subjectVersion: number
  /** Attempts made so far, resends included. */
  attemptCount: number
  nextAttemptAt: string | null
  /** HTTP status of the last answer; null when there was none. */
  lastStatus: number | null
  lastError: string | null
  lastDurationMs: number | null
  /** Up to 1 kB of the last answer. */
  responseExcerpt: string | null
  createdAt: string
  updatedAt: string
}

export type DeliveryAttempt = {
  number: number
  at: string
  status: number | null
  error: string | null
  durationMs: number
}

/** The page of deliveries that a caller wants, newest or oldest first. */
export type DeliveryQuery = Paging & {
  isFalling: boolean
  status: string | undefined
  /** Row ids. */
  endpointUuid: string | undefined
  factUuid: string | undefined
}

/** Deliveries of an account's facts; they live in the ops database. */
export type Deliveries = {
  /** Reads one page; `cursors` are those of the call. */
  list(accountId: number, query: DeliveryQuery, cursors: Cursors): Promise<ListPage<Delivery>>
  /** With its attempts, newest first, at most 20. */
  find(accountId: number, uuid: string): Promise<{ delivery: Delivery; attempts: DeliveryAttempt[] } | undefined>
  /** Sends again at once, with the whole schedule of retries before it. False when there is no such delivery. */
  resend(accountId: number, uuid: string): Promise<boolean>
}

/** Tells waiting readers that an account has new public facts. */
export type FactSignals = {
  /** Listens from now on. Close it. */
  watch(accountId: number): FactWatch
}

export type FactWatch = {
  /**
   * facts: some were published since the watch began or `next` last said so. over: none came in this time. refused:
   * too many wait already, or the process ends.
   */
  next(timeoutMs: number): Promise<'facts' | 'over' | 'refused'>
  close(): void
}

/** What this server can do, by name: what is not in it is a typing mistake. */
export type Catalogue = {
  /** Scopes of its operations. */
  scopes: readonly string[]
  /** Names of its public facts. */
  facts: readonly string[]
}

/** Keeps secrets unreadable at rest. `context` binds them to their place: opening elsewhere throws. */
export type Sealing = {
  seal(plain: string, context: string): Uint8Array
  open(sealed: Uint8Array, context: string): string
}

/** Where encoders publish to; null where this server takes none of that kind. */
export type IngestAddresses = { rtmpUrl: string | null; rtmpsUrl: string | null }

/** A session of a stream and the node that holds it: row ids. */
export type LiveSessionRef = { sessionUuid: string; nodeId: string }

/** The hash of the current stream key, and the sentence for the person at an encoder that used another one. */
export type KeyChange = { keyHash: string; reason: string }

/** Somewhere that a stream is sent on to. */
export type PushTarget = { targetId: string; serverUrl: string; streamKey: string }

/** What is wrong with what arrives, in words for the person at the encoder. */
export type IngestIssue = {
  code: string
  severity: 'warning' | 'bad'
  message: string
  advice: string
  since: string
}

/** What arrives from an encoder, over the last ten seconds. */
export type IngestReport = {
  protocol: string
  videoCodec: string | null
  audioCodec: string | null
  width: number | null
  height: number | null
  fps: number | null
  bitrateKbps: number
  keyFrameIntervalSeconds: number | null
  droppedFrames: number
  lastPacketAt: string | null
}

/** A running session as the node that holds it sees it at this moment. */
export type LiveReport = {
  health: 'good' | 'warning' | 'bad' | 'offline'
  issues: IngestIssue[]
  ingest: IngestReport
  simulcast: { targetId: string; state: 'idle' | 'starting' | 'live' | 'error'; lastError: string | null }[]
  recording: { isRecording: boolean; seconds: number; bytes: number }
}

/** What the live video engine can do for a stream by itself; all take, show, record and clip. */
export type LiveCapabilities = {
  /** Sends streams on to other places. */
  simulcast: boolean
  /** Lets an audience wind back while a stream is live, as far as the stream says. */
  dvr: boolean
  /** Makes smaller renditions, where there is ffmpeg. */
  renditions: boolean
  /** How near an audience may be to the moment. */
  latencyModes: readonly ('ultraLow' | 'low' | 'standard')[]
}

/** The live video engine: sessions on this node and, through it, on the others. */
export type LiveVideo = {
  capabilities: LiveCapabilities
  ingest(): IngestAddresses
  /** A stream key in the form in which an encoder enters it beside those addresses. */
  encoderKey(streamKey: string): string
  /** The node that this process is. */
  nodeId: string
  /** Ends a session; its recording is closed and told of afterwards. Does nothing when no node holds it. */
  end(session: LiveSessionRef, why: string): Promise<void>
  /** Shows a preview to the audience. */
  goLive(session: LiveSessionRef): Promise<void>
  /**
   * Drops the publisher of a session unless the key that it was admitted with has this hash. So a repeat drops no
   * publisher that has returned with the current key. The session waits for its return.
   */
  dropPublisher(session: LiveSessionRef, why: KeyChange): Promise<void>
  /** Sends a session on to these places and no others. */
  setTargets(session: LiveSessionRef, targets: readonly PushTarget[]): Promise<void>
  /** Sends away whoever still publishes to a stream whose session no node holds any more. */
  dismiss(playbackId: string): Promise<void>
  /** Undefined when no node that answers holds it. */
  report(session: LiveSessionRef): Promise<LiveReport | undefined>
}

/** A mail to one person. `platform/mail/checkedMail.ts` bounds its parts. */
export type Mail = {
  /** Such as `ada@example.com`. */
  to: string
  toName?: string
  subject: string
  text: string
  /** The same in HTML, for readers who see it. */
  html?: string
  replyTo?: string
  /** Your name for it, unique within the account. A repeat has the same Message-ID, so that receivers can drop it. */
  idempotencyKey: string
}

/**
 * Mail to people. It leaves over SMTP where the operator has set that up; everywhere else, and always for test twins,
 * it is caught and can be read by the account. Send it from an outbound task, which is run again when it fails.
 */
export type Mailer = {
  /** Throws MailRefused for what can never be delivered, MailFailed for what may be when it is tried again. */
  send(account: { id: number; mode: 'live' | 'test' }, mail: Mail): Promise<void>
}

/** A request to a server of others. */
export type OutboundRequest = {
  /** The account that the look-up and the connection count under. */
  accountId: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** For all of it: look-up, connection and response. */
  timeoutMs: number
  /** Longer responses are refused, and JSON with more values, names or levels than a body may have. */
  bytesMax: number
}

/** The response of a server, whatever the status. `retryAfterMs`: its Retry-After. */
export type OutboundReply = { status: number; retryAfterMs: number | undefined; text: string }

/**
 * The use of an address that the server calls: `web` by http or https, `secret` by https alone, `push`
 * for a stream by rtmp or rtmps.
 */
export type CalledUse = 'web' | 'secret' | 'push'

/** Requests to others, past the one guard against addresses of ours. Throw OutboundRefused and OutboundFailed. */
export type Outbound = {
  /** Fetches a text, over up to three redirects. */
  text(
    url: string,
    asked: { accountId: number; bytesMax: number },
  ): Promise<{ status: number; contentType: string; text: string }>
  /** Sends a request with headers that may hold a secret: over https alone, following no redirect. */
  request(url: string, asked: OutboundRequest): Promise<OutboundReply>
  /** The reason why the server would never call an address, as far as that needs no look-up; undefined for others. */
  refusalOf(url: string, use: CalledUse): { rule: string; message: string } | undefined
}

/** What a viewer token allows: to watch one video for a while. */
export type ViewerGrant = {
  playbackId: string
  /** What opened it: a password, a ticket, a signed address; or it is the owner's own. */
  by: 'password' | 'ticket' | 'signature' | 'owner'
  /** Of which password: another one ends it. */
  proof?: string
  /** Row id of a ticket. */
  ticketId?: string
  /** Row id of the session of the one device that watches with it. */
  viewerSessionId?: string
  /** Who watches, in the words of whoever signed. */
  viewerId?: string
  /** A UUID that tells it from others that are for a number of devices. */
  id?: string
  /** How many devices may watch with it at once: it opens nothing but their sessions. */
  sessionsMax?: number
  /** Seconds since 1970. */
  expiresAt: number
}

/** Viewer tokens: Ed25519 JSON Web Tokens (RFC 7519, RFC 8037) that open one video. */
export type ViewerTokens = {
  sign(grant: ViewerGrant): Promise<string>
  /** Undefined for what is no token of ours, or has expired. */
  verify(token: string): Promise<ViewerGrant | undefined>
}
