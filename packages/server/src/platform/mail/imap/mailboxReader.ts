import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { bareHost, checkHost, resolveOutbound, type Guard } from '#platform/net/guard.ts'
import { OutboundRefused } from '#platform/net/outboundRefused.ts'
import { mimeBounds } from '#platform/mail/returned/mimePart.ts'
import { MailboxFailed, type MailboxAccess, type Mailboxes, type MailboxMail, type MailboxPage } from './mailboxPort.ts'

/** Bounds of one reading. */
export const mailboxBounds = {
  mailsMax: 100,
  uidsPerFetch: 20,
  fetchesMax: 500,
  bytesMax: 32 * 1_048_576,
  /** Bytes of all responses. A page ends after the fetch that fills it. */
  receivedBytesMax: 96 * 1_048_576,
  /** Responses to one command: 20 mails, and changes by others. */
  responsesMax: 2_000,
  totalMs: 60_000,
}
/** Bounds of one response, beside its mail: the client itself would keep 2 GiB. */
const responseBounds = { lineBytesMax: 65_536, tokensMax: 10_000 }
/** Time between two looks at the received bytes. */
const lookMs = 50

const imapPorts = new Set([143, 993])
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Opens the port to mailboxes, behind the guard. */
export function openMailboxes(guard: Guard, bounds = mailboxBounds): Mailboxes {
  return {
    async read(accountId, access, after) {
      const watch = watchOf(bounds)
      const client = await openClient(guard.forAccount(accountId), access, watch)
      const looking = setInterval(() => watch.look(client), lookMs)
      try {
        await client.connect()
        const lock = await client.getMailboxLock(access.folder, { readOnly: true })
        try {
          return await readPage(client, after, { bounds, watch })
        } finally {
          lock.release()
        }
      } catch (error) {
        throw watch.cause ?? failureOf(error)
      } finally {
        clearInterval(looking)
        client.close()
      }
    },
  }
}

/** Bounds of a server that sends a byte now and then, or without end. `cause`: the bound that was reached. */
type Watch = { cause: MailboxFailed | undefined; responses: number; look(client: ImapFlow): void }

function watchOf({ totalMs, receivedBytesMax, responsesMax }: typeof mailboxBounds): Watch {
  const endMs = performance.now() + totalMs
  return {
    cause: undefined,
    responses: 0,
    look(client) {
      if (performance.now() >= endMs) this.cause = new MailboxFailed('the mailbox did not answer in time', false)
      if (this.responses > responsesMax || client.stats().received > receivedBytesMax) this.cause = tooMuch()
      if (this.cause !== undefined) client.close()
    },
  }
}

/** Errors of the client about a response beyond its bounds. */
const tooMuchCodes = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyTokens'])

function tooMuch(): MailboxFailed {
  return new MailboxFailed('the mailbox sends more than was requested', false)
}

type Reading = { bounds: typeof mailboxBounds; watch: Watch }

async function readPage(
  client: ImapFlow,
  after: MailboxPage['position'] | null,
  { bounds, watch }: Reading,
): Promise<MailboxPage> {
  const box = client.mailbox
  if (box === false) throw new MailboxFailed('the folder could not be opened', true)
  const validity = String(box.uidValidity)
  let uid = after?.validity === validity ? after.uid : 0
  const last = box.uidNext - 1
  const mails: MailboxMail[] = []
  let bytes = 0
  for (let count = 0; count < bounds.fetchesMax && uid < last; count += 1) {
    const isFull = mails.length >= bounds.mailsMax || bytes >= bounds.bytesMax
    if (isFull) break
    const to = Math.min(uid + bounds.uidsPerFetch, last)
    const source = { start: 0, maxLength: mimeBounds.bytesMax }
    const uids = new Set<number>()
    watch.responses = 0
    for await (const mail of client.fetch(`${uid + 1}:${to}`, { uid: true, source }, { uid: true })) {
      const raw = (mail.source ?? Buffer.alloc(0)).subarray(0, mimeBounds.bytesMax)
      bytes += raw.length
      if (mail.uid > uid && mail.uid <= to && !uids.has(mail.uid)) {
        uids.add(mail.uid)
        mails.push({ uid: mail.uid, raw, digest: createHash('sha256').update(raw).digest('hex') })
      }
    }
    uid = to
  }
  return { mails, position: { validity, uid }, hasMore: uid < last }
}

/** The client of a mailbox, to an address that the guard has checked. */
async function openClient({ rules }: Guard, access: MailboxAccess, watch: Watch): Promise<ImapFlow> {
  if (!imapPorts.has(access.port) && rules.allowPrivate !== true) {
    throw new MailboxFailed(`must not use port ${access.port}; IMAP has 993 and 143`, true)
  }
  const address = await addressOf(access.host, rules).catch((error: unknown) => {
    throw failureOf(error)
  })
  const { ImapFlow } = await import('imapflow')
  const isLocal = /^(127\.|::1$)/.test(address)
  // The client handles responses of one piece without a turn of the event loop, and logs each of them.
  const count = () => {
    watch.responses += 1
    watch.look(client)
  }
  const options: ImapFlowOptions = {
    host: address,
    port: access.port,
    secure: access.isSecure,
    ...(access.isSecure ? {} : { doSTARTTLS: !isLocal }),
    ...(isIP(access.host) === 0 ? { servername: access.host } : {}),
    tls: { minVersion: 'TLSv1.2', ...(rules.ca === undefined ? {} : { ca: rules.ca }) },
    auth: { user: access.user, pass: access.password },
    logger: { trace: count, debug: count, info: count, warn: count, error: count },
    disableAutoIdle: true,
    disableCompression: true,
    maxLiteralSize: mimeBounds.bytesMax,
    maxLineLength: responseBounds.lineBytesMax,
    maxResponseSize: mimeBounds.bytesMax + 2 * responseBounds.lineBytesMax,
    maxResponseTokens: responseBounds.tokensMax,
    ...timeouts,
  }
  const client = new ImapFlow(options)
  client.on('error', (error: Error & { code?: string }) => {
    if (tooMuchCodes.has(error.code ?? '')) watch.cause ??= tooMuch()
  })
  return client
}

async function addressOf(host: string, rules: Guard['rules']): Promise<string> {
  checkHost(host, rules)
  const lookup = await resolveOutbound(bareHost(host), rules)
  return new Promise((resolve, reject) => {
    lookup(host, { all: false }, (error, found) => {
      if (error === null && typeof found === 'string') resolve(found)
      else reject(error ?? new Error('no address'))
    })
  })
}

/** Words of the client about a failure; never the password. */
function failureOf(error: unknown): MailboxFailed {
  if (error instanceof MailboxFailed) return error
  if (error instanceof OutboundRefused) return new MailboxFailed(error.message, true)
  // cast: imapflow puts these on its errors.
  const { authenticationFailed, code, mailboxMissing } = Object(error) as Record<string, unknown>
  if (authenticationFailed === true) return new MailboxFailed('the mailbox refuses the name or the password', true)
  if (mailboxMissing === true) return new MailboxFailed('the mailbox has no such folder', true)
  return new MailboxFailed(`the mailbox cannot be read (${typeof code === 'string' ? code : 'no reason given'})`, false)
}
