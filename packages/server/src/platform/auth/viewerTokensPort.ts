import { port } from '#kit/call/port.ts'

export type ViewerGrant = {
  playbackId: string
  /** Proof that opened the video: a password, a ticket, a signed address; or the owner's own token. */
  by: 'password' | 'ticket' | 'signature' | 'owner'
  /** Fingerprint of the password: a new password ends the grant. */
  proof?: string
  /** Row id of a ticket. */
  ticketId?: string
  /** Row id of the session of the one device that watches with it. */
  viewerSessionId?: string
  /** Viewer id, chosen by the signer. */
  viewerId?: string
  /** UUID of a grant for a number of devices. */
  id?: string
  /** How many devices may watch with it at once: it opens nothing but their sessions. */
  sessionsMax?: number
  /** Seconds since 1970. */
  expiresAt: number
}

export type ViewerTokens = {
  sign(grant: ViewerGrant): Promise<string>
  /** Undefined for what is no token of ours, or has expired. */
  verify(token: string): Promise<ViewerGrant | undefined>
}

/** Signing and verification of viewer tokens. */
export const viewerTokensPort = port<ViewerTokens>('viewerTokens', { sign: 'stays', verify: 'stays' })
