import type { Guard } from '#platform/net/guard.ts'
import { openMailSigner } from './dkim/mailSigner.ts'
import { openMailer, type MailerParts } from './mailer.ts'
import { openTransports } from './transports.ts'

/** Opens outgoing mail: by the operator's server and by services of accounts, both with the threads that sign. */
export function openOutgoingMail({ guard, ...parts }: Omit<MailerParts, 'signer'> & { guard: Guard }) {
  const signer = openMailSigner()
  const mailer = openMailer({ ...parts, signer })
  const transports = openTransports(guard, { operator: parts.smtp?.from, now: parts.now, signer })
  return {
    mailer,
    transports,
    async close() {
      mailer.close()
      transports.close()
      await signer.close()
    },
  }
}
