import type { DropCount, Playback } from '#audience/playback.ts'

/** Callbacks while a page is open. */
export type PlaybackListener = {
  onState(state: Playback): void
  onViewers(count: number): void
  /** Payments over the links of a stream, by the address of each link that takes payments. */
  onPayLinks(items: readonly { url: string; succeeded: number }[]): void
  /** Live drops of a stream, with their claims. */
  onDrops(items: readonly DropCount[]): void
  /** Access ended: `reason` is a sentence for the viewer. */
  onRevoked(reason: string): void
}

/** A video with the viewer's token and a BCP 47 tag of the requested language. */
export type FollowedVideo = { playbackId: string; token: string | null; locale: string }

const retryMs = { min: 4_000, max: 12_000 }

/**
 * Follows a video over server-sent events. A broken stream reconnects by itself; a refused one is retried after a
 * pause. Returns a function that stops it.
 */
export function follow({ playbackId, token, locale }: FollowedVideo, listener: PlaybackListener): () => void {
  const query = new URLSearchParams({ locale, ...(token === null ? {} : { token }) })
  const url = `/public/video/${playbackId}/events?${query}`
  let source: EventSource | undefined
  let timer: number | undefined

  function open() {
    const opened = new EventSource(url)
    source = opened
    opened.addEventListener('state', (event) => listener.onState(JSON.parse(event.data)))
    opened.addEventListener('viewers', (event) => listener.onViewers(JSON.parse(event.data).viewers))
    opened.addEventListener('payLinks', (event) => listener.onPayLinks(JSON.parse(event.data).items))
    opened.addEventListener('drops', (event) => listener.onDrops(JSON.parse(event.data).items))
    opened.addEventListener('revoked', (event) => {
      close()
      listener.onRevoked(JSON.parse(event.data).reason)
    })
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return
      timer = window.setTimeout(open, retryMs.min + Math.random() * (retryMs.max - retryMs.min))
    })
  }

  function close() {
    window.clearTimeout(timer)
    source?.close()
  }

  open()
  return close
}
