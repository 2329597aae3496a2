import HlsPlayer from 'hls.js'

/**
 * Plays a playlist in a video element: by hls.js, or by Apple's browsers themselves. Returns the end of the playback.
 * `onFailure`: the reason why it gave up, such as `levelLoadError 404`.
 */
export function playPlaylist(video: HTMLVideoElement, url: string, onFailure: (reason: string) => void): () => void {
  if (isNative(video)) {
    video.src = url
    return () => video.removeAttribute('src')
  }
  // The worker would be a blob, which the page's policy forbids.
  const hls = new HlsPlayer({ enableWorker: false, backBufferLength: 30 })
  hls.on(HlsPlayer.Events.ERROR, (_name, { fatal, details, response }) => {
    if (fatal) onFailure([details, response?.code].filter((each) => each !== undefined).join(' '))
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}

function isNative(video: HTMLVideoElement): boolean {
  const can = video.canPlayType('application/vnd.apple.mpegurl') !== ''
  return can && (navigator.vendor.startsWith('Apple') || !HlsPlayer.isSupported())
}
