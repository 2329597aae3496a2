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
  totalMs: 60_000,
}

const imapPorts = new Set([143, 993])
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Opens the port to mailboxes, behind the guard. */
export function openMailboxes(guard: Guard, bounds = mailboxBounds): Mailboxes {
  return {
    async read(accountId, access, after) {
      const client = await openClient(guard.forAccount(accountId), access)
      // A server that sends a byte now and then does not hold the reading.
      const deadline = setTimeout(() => client.close(), bounds.totalMs)
      try {
        await client.connect()
        const lock = await client.getMailboxLock(access.folder, { readOnly: true })
        try {
          return await readPage(client, after, bounds)
        } finally {
          lock.release()
        }
      } catch (error) {
        throw failureOf(error)
      } finally {
        clearTimeout(deadline)
        client.close()
      }
    },
  }
}

async function readPage(
  client: ImapFlow,
  after: MailboxPage['position'] | null,
  bounds: typeof mailboxBounds,
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
    for await (const mail of client.fetch(`${uid + 1}:${to}`, { uid: true, source }, { uid: true })) {
      const raw = (mail.source ?? Buffer.alloc(0)).subarray(0, mimeBounds.bytesMax)
      bytes += raw.length
      if (mail.uid > uid && mail.uid <= to) {
        mails.push({ uid: mail.uid, raw, digest: createHash('sha256').update(raw).digest('hex') })
      }
    }
    uid = to
  }
  return { mails, position: { validity, uid }, hasMore: uid < last }
}

/** The client of a mailbox, to an address that the guard has checked. */
async function openClient({ rules }: Guard, access: MailboxAccess): Promise<ImapFlow> {
  if (!imapPorts.has(access.port) && rules.allowPrivate !== true) {
    throw new MailboxFailed(`must not use port ${access.port}; IMAP has 993 and 143`, true)
  }
  const address = await addressOf(access.host, rules).catch((error: unknown) => {
    throw failureOf(error)
  })
  const { ImapFlow } = await import('imapflow')
  const isLocal = /^(127\.|::1$)/.test(address)
  const options: ImapFlowOptions = {
    host: address,
    port: access.port,
    secure: access.isSecure,
    ...(access.isSecure ? {} : { doSTARTTLS: !isLocal }),
    ...(isIP(access.host) === 0 ? { servername: access.host } : {}),
    tls: { minVersion: 'TLSv1.2', ...(rules.ca === undefined ? {} : { ca: rules.ca }) },
    auth: { user: access.user, pass: access.password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxLiteralSize: 2 * mimeBounds.bytesMax,
    ...timeouts,
  }
  const client = new ImapFlow(options)
  client.on('error', () => undefined)
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
