import { port } from '#kit/call/port.ts'

export type ViewerGrant = {
  playbackId: string
  /** Proof that opened the video: a password, a ticket, a signed address; or the owner's own token. */
  by: 'password' | 'ticket' | 'signature' | 'owner'
  /** Fingerprint of the password: a new password ends the grant. */
  proof?: string
  /** Row id of a ticket. */
  ticketId?: string
  /** Row id of the viewer session, for a grant of one device. */
  viewerSessionId?: string
  /** Viewer id, chosen by the signer. */
  viewerId?: string
  /** UUID of a grant for a number of devices. */
  id?: string
  /** Number of devices that may watch at once: the grant opens viewer sessions only. */
  sessionsMax?: number
  /** Seconds since 1970. */
  expiresAt: number
}

/** A viewer of an account, as a token names them. */
export type NamedViewer = {
  /** Public id of the account. */
  accountId: string
  contactId: string
  /** Seconds since 1970. */
  expiresAt: number
}

export type ViewerTokens = {
  sign(grant: ViewerGrant): Promise<string>
  /** The grant of a token. Undefined for other text and for an expired token. */
  verify(token: string): Promise<ViewerGrant | undefined>
  /** A token that names a viewer. It opens no video: `verify` refuses it. */
  signViewer(viewer: NamedViewer): Promise<string>
  /** The viewer of a token. Undefined for other text, for a grant and for an expired token. */
  verifyViewer(token: string): Promise<NamedViewer | undefined>
}

/** Signing and verification of viewer tokens. */
export const viewerTokensPort = port<ViewerTokens>('viewerTokens', {
  sign: 'stays',
  verify: 'stays',
  signViewer: 'stays',
  verifyViewer: 'stays',
})
