import type { Account, Ctx } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'
import type { KeyedHash } from '#platform/auth/linkToken.ts'

/** A mail that arrived by SMTP. */
export type InboundMail = {
  /** Envelope sender; empty for a bounce. */
  from: string
  /** First MiB of the mail. */
  raw: Buffer
  /** SHA-256 of `raw` in hexadecimal digits: the same for a repeat of the mail. */
  digest: string
}

/** A recipient that is one of ours. */
export type InboundRecipient = {
  /** Stores a mail. Resolves after the commit: a repeat of the same mail is stored once. */
  keep(mail: InboundMail): Promise<void>
}

/** The part of the server that owns the addresses. */
export type InboundHost = {
  /** Finds the recipient of an address; undefined for an address that is not ours. */
  admit(address: string): Promise<InboundRecipient | undefined>
}

/** Functions of the platform for an inbound host: accounts, contexts, and a signal when tasks are queued. */
export type InboundHostParts = {
  hash: KeyedHash
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  onFacts(): void
}

/** Opener of the inbound host; the product that receives mail provides it. */
export const inboundHostPort = port<(parts: InboundHostParts) => InboundHost>('inboundHost', {})
