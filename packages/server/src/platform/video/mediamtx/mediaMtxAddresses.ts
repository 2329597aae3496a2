/** Where a MediaMTX is found, and what it and this server know each other by. Addresses are origins. */
export type MediaMtxPlaces = {
  /** Its control API, its HLS server and its playback server. */
  apiUrl: string
  hlsUrl: string
  playbackUrl: string
  /** It is in its settings as well; it stands in no log and no answer. */
  secret: string
}

/** The user that goes with the secret, in both directions. */
export const mediaMtxUser = 'fairground'

/** What a proxy shows to its HLS server, which then trusts it with who may watch (`hlsCDNSecret`). */
export function hlsWord({ secret }: Pick<MediaMtxPlaces, 'secret'>): string {
  return `Bearer ${secret}`
}

/** What MediaMTX is asked with (RFC 7617). */
export function basicWord({ secret }: Pick<MediaMtxPlaces, 'secret'>): string {
  return `Basic ${Buffer.from(`${mediaMtxUser}:${secret}`).toString('base64')}`
}
