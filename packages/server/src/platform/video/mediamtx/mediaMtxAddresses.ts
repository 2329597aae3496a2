/** Addresses (origins) of a MediaMTX, and the secret shared with it. */
export type MediaMtxAddresses = {
  /** Control API, HLS server and playback server. */
  apiUrl: string
  hlsUrl: string
  playbackUrl: string
  /** Shared secret; put the same value into MediaMTX's configuration. No log and no response holds it. */
  secret: string
}

/** User name beside the secret, in both directions. */
export const mediaMtxUser = 'fairground'

/** Authorization header for the HLS server of MediaMTX, which then trusts this server as a CDN (`hlsCDNSecret`). */
export function hlsAuthorization({ secret }: Pick<MediaMtxAddresses, 'secret'>): string {
  return `Bearer ${secret}`
}

/** Authorization header for the other APIs of MediaMTX (RFC 7617). */
export function basicAuthorization({ secret }: Pick<MediaMtxAddresses, 'secret'>): string {
  return `Basic ${Buffer.from(`${mediaMtxUser}:${secret}`).toString('base64')}`
}
