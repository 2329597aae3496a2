import type { Mailer } from './mailPort.ts'
import type { Sealing } from '#platform/secrets/sealingPort.ts'
import type { Pools } from '#platform/db/pools.ts'
import { openCatcher } from './catcher.ts'
import { checkMail, mailDigest } from './checkedMail.ts'
import { openSmtp, type SmtpSettings } from './smtp.ts'

export type MailerParts = {
  pools: Pools
  sealing: Sealing
  now(): Date
  /** Mail server; undefined catches every mail. */
  smtp: SmtpSettings | undefined
}

/** Mail of one process. */
export type OpenMailer = Mailer & { close(): void }

/** Opens the mailer: mails of live accounts are sent over SMTP if it is configured, all others are caught. */
export function openMailer({ pools, sealing, now, smtp: settings }: MailerParts): OpenMailer {
  const catcher = openCatcher(pools, sealing, now)
  const smtp = settings === undefined ? undefined : openSmtp(settings)
  return {
    async send(account, mail) {
      const checked = checkMail(mail)
      const digest = mailDigest(account.id, mail)
      if (account.mode === 'live' && smtp !== undefined) await smtp.send(checked, digest)
      else await catcher.keep(account.id, checked, digest)
    },
    close: () => smtp?.close(),
  }
}
