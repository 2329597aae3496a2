import { port } from '#kit/call/port.ts'
import type { ApiAccess } from './providers/mailProvider.ts'
import type { Delivered, OutgoingMail } from './mailPort.ts'

/** Access to a mail server of an account. */
export type SmtpAccess = {
  kind: 'smtp'
  host: string
  port: number
  /** TLS from the start; without it STARTTLS is required, except on this machine. */
  isSecure: boolean
  user: string
  password: string
  connectionsMax: number
}

/** A service by which mail of an account leaves. */
export type TransportAccess = SmtpAccess | ApiAccess

/** One check of a service, such as `connect`. `message`: the cause of a failure. */
export type TransportCheck = { name: string; ok: boolean; message: string | null }

/** Result of a verification. `isTemporary`: a later one may succeed without a change. */
export type Verification = { ok: boolean; isTemporary: boolean; checks: TransportCheck[] }

export type MailTransports = {
  /** Hands a mail to a service. Never throws for the fate of a mail. */
  deliver(accountId: number, access: TransportAccess, mail: OutgoingMail): Promise<Delivered>
  /** Connects and signs in, without a mail. Never throws for the state of the service. */
  verify(accountId: number, access: TransportAccess): Promise<Verification>
}

/** Mail by services of accounts. */
export const transportPort = port<MailTransports>('mailTransports', { deliver: 'leaves', verify: 'leaves' })
