import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { ViewerGrant, ViewerTokens } from './viewerTokensPort.ts'

const issuer = 'fairground'
const algorithm = 'EdDSA'
/** Audience of a token that names a viewer; a grant has none. */
const viewerAudience = 'viewer'

/** A PKCS #8 frame for the 32 bytes of an Ed25519 key (RFC 8410 §7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The library loads with the first token: most starts do not need its forty files. */
const readJose = () => import('jose')

/** Signs and reads viewer tokens with a key of 32 bytes. `now` decides what has expired. */
export function openViewerTokens(seed: Buffer, now: () => Date): ViewerTokens {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return {
    async sign({ playbackId, expiresAt, id, ...claims }) {
      const { SignJWT } = await readJose()
      return new SignJWT(id === undefined ? claims : { ...claims, jti: id })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setSubject(playbackId)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
    },
    async verify(token) {
      const { jwtVerify } = await readJose()
      try {
        const options = { issuer, algorithms: [algorithm], currentDate: now(), requiredClaims: ['sub', 'exp', 'by'] }
        const { payload } = await jwtVerify(token, publicKey, options)
        const { sub: playbackId, exp: expiresAt, jti: id, iss: _issuer, ...claims } = payload
        // cast: the signature says that `sign` made it, from a grant.
        return { playbackId, expiresAt, ...(id === undefined ? {} : { id }), ...claims } as unknown as ViewerGrant
      } catch {
        return undefined
      }
    },
    async signViewer({ accountId, contactId, expiresAt }) {
      const { SignJWT } = await readJose()
      return new SignJWT({ acc: accountId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setAudience(viewerAudience)
        .setSubject(contactId)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
    },
    async verifyViewer(token) {
      const { jwtVerify } = await readJose()
      const claims = { audience: viewerAudience, requiredClaims: ['sub', 'exp', 'acc'] }
      try {
        const options = { issuer, algorithms: [algorithm], currentDate: now(), ...claims }
        const { payload } = await jwtVerify(token, publicKey, options)
        const { sub: contactId = '', exp: expiresAt = 0, acc } = payload
        return { accountId: String(acc), contactId, expiresAt }
      } catch {
        return undefined
      }
    },
  }
}
