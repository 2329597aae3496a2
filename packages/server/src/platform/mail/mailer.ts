import type { Delivered, Mailer, OutgoingMail } from './mailPort.ts'
import type { Sealing } from '#platform/secrets/sealingPort.ts'
import type { Pools } from '#platform/db/pools.ts'
import { openCatcher, type Catcher } from './catcher.ts'
import { createHash } from 'node:crypto'
import type { MailSigner } from './dkim/mailSigner.ts'
import { checkMail, mailDigest } from './checkedMail.ts'
import { openSmtp, type SmtpSettings } from './smtp.ts'

export type MailerParts = {
  pools: Pools
  sealing: Sealing
  now(): Date
  /** Mail server; undefined catches every mail. */
  smtp: SmtpSettings | undefined
  signer: MailSigner
}

/** Mail of one process. */
export type OpenMailer = Mailer & { close(): void }

/** Opens the mailer: mails of live accounts are sent over SMTP if it is configured, all others are caught. */
export function openMailer({ pools, sealing, now, smtp: settings, signer }: MailerParts): OpenMailer {
  const catcher = openCatcher(pools, sealing, now)
  const smtp = settings === undefined ? undefined : openSmtp(settings, signer)
  return {
    async send(account, mail) {
      const checked = checkMail(mail)
      const digest = mailDigest(account.id, mail)
      if (account.mode === 'live' && smtp !== undefined) await smtp.send(checked, digest)
      else await catcher.keep(account.id, checked, digest)
    },
    async deliver(account, mail) {
      if (account.mode === 'live' && smtp !== undefined) return smtp.deliver(mail)
      return catchMail(catcher, account.id, mail)
    },
    isCaught: (account) => account.mode !== 'live' || smtp === undefined,
    operatorAddress: () => settings?.from.address.toLowerCase(),
    close: () => smtp?.close(),
  }
}

async function catchMail(catcher: Catcher, accountId: number, mail: OutgoingMail): Promise<Delivered> {
  const digest = createHash('sha256').update(`${accountId} ${mail.messageId}`).digest()
  const { to, toName, subject, text, html, replyTo, from, messageId } = mail
  const kept = { to, toName: toName ?? '', subject, text, idempotencyKey: messageId, isChecked: true } as const
  const more = {
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(from === undefined ? {} : { from }),
    headers: { 'Message-ID': messageId, ...mail.headers },
  }
  await catcher.keep(accountId, { ...kept, ...more }, digest)
  return { state: 'sent', reply: 'caught' }
}
