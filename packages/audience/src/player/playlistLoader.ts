import HlsPlayer, { type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js'

/**
 * Loads playlists with every segment's number one higher than it is. hls.js 1.7 takes number 0 for no number where it
 * keeps track of parts, and loads the first segment of a stream again and again: 293 times in six seconds.
 */
export class PlaylistLoader extends HlsPlayer.DefaultConfig.loader {
  override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
    context.url = withServerNumber(context.url)
    super.load(context, config, {
      ...callbacks,
      onSuccess(response, ...more) {
        if (typeof response.data === 'string') response.data = withPlayerNumbers(response.data)
        callbacks.onSuccess(response, ...more)
      },
    })
  }
}

/** The address of a reload: it waits for a segment by its number (`_HLS_msn`, RFC 8216bis 6.2.5.2). */
export function withServerNumber(url: string): string {
  return url.replace(/([?&]_HLS_msn=)(\d+)/, (_all, name: string, number: string) => `${name}${Number(number) - 1}`)
}

const numberTag = /^#EXT-X-MEDIA-SEQUENCE:(\d+)/m

/** A playlist, counted from one higher; a list of playlists has nothing that is counted. */
export function withPlayerNumbers(text: string): string {
  if (numberTag.test(text)) return text.replace(numberTag, (_all, number) => tagOf(Number(number) + 1))
  return text.replace(/^#EXT-X-TARGETDURATION:/m, (tag) => `${tagOf(1)}\n${tag}`)
}

function tagOf(number: number): string {
  return `#EXT-X-MEDIA-SEQUENCE:${number}`
}
