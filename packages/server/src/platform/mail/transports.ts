import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Guard } from '#platform/net/guard.ts'
import type { MailSigner } from './dkim/mailSigner.ts'
import type { Mailbox } from './mailbox.ts'
import { openApiSender, verifyApi } from './providers/apiSender.ts'
import { openSmtpPool, verifySmtp, type SmtpPool } from './smtpPool.ts'
import type { MailTransports, TransportAccess } from './transportPort.ts'

/** Services of accounts, of one process. */
export type OpenTransports = MailTransports & { close(): void }

/** `operator`: the sender where a mail names none. */
export type TransportsOptions = { operator: Mailbox | undefined; now: () => Date; signer?: MailSigner }

/** Connections that stay open at once, and the idle time after which those of a service close. */
const bounds = { openMax: 100, idleMs: 60_000 }

/**
 * Opens the services by which mail of accounts leaves, behind the guard. Connections belong to the settings of a
 * service: changed ones get new connections, and the former close once they are idle.
 */
export function openTransports(guard: Guard, { operator, now, signer }: TransportsOptions): OpenTransports {
  const open = new LRUCache<string, SmtpPool>({
    max: bounds.openMax,
    ttl: bounds.idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (pool) => pool.close(),
  })
  const poolOf = (accountId: number, access: TransportAccess): SmtpPool => {
    const key = createHash('sha256')
      .update(JSON.stringify([accountId, access]))
      .digest('hex')
    const own = guard.forAccount(accountId)
    const pool =
      open.get(key) ??
      (access.kind === 'smtp' ? openSmtpPool(own.rules, access, { signer }) : openApiSender(own, access, now))
    if (!open.has(key)) open.set(key, pool)
    return pool
  }
  return {
    async deliver(accountId, access, mail) {
      const from = mail.from ?? operator
      if (from === undefined) return { state: 'failed', reply: 'the mail has no sender' }
      return poolOf(accountId, access).deliver({ ...mail, from })
    },
    verify(accountId, access) {
      const own = guard.forAccount(accountId)
      return access.kind === 'smtp' ? verifySmtp(own.rules, access) : verifyApi(own, access, now())
    },
    close: () => open.clear(),
  }
}
