import { secretSetting, setting, settingGroup, wholeNumber } from '#kit/nouns/setting.ts'
import { oneOf, optional, originUrl, path, port, rtmpAddress, urlWord } from '#platform/settings/settingReaders.ts'

/** Settings of live video. */
export const videoSettings = settingGroup(
  'Live video',
  {
    liveEngine: setting(
      'LIVE_ENGINE',
      'Engine of live video: `embedded`, this process, or `mediamtx`, one of yours, set up by `docs/mediamtx.yml`.',
      { fallback: 'embedded', read: oneOf('embedded', 'mediamtx') },
    ),
    mediaMtxApiUrl: setting('MEDIAMTX_API_URL', 'Control API of MediaMTX.', {
      fallback: 'http://127.0.0.1:9997',
      read: originUrl,
    }),
    mediaMtxHlsUrl: setting('MEDIAMTX_HLS_URL', 'HLS server of MediaMTX.', {
      fallback: 'http://127.0.0.1:8888',
      read: originUrl,
    }),
    mediaMtxPlaybackUrl: setting('MEDIAMTX_PLAYBACK_URL', 'Playback server of MediaMTX.', {
      fallback: 'http://127.0.0.1:9996',
      read: originUrl,
    }),
    mediaMtxSecret: secretSetting(
      'MEDIAMTX_SECRET',
      'Shared secret; put the same value into its configuration.',
      optional(urlWord),
    ),
    rtmpPort: setting('RTMP_PORT', 'Port for encoders by RTMP; 0 takes a free one, `off` none.', {
      fallback: '`1935`',
      read: optional(port),
    }),
    rtmpUrl: setting('RTMP_URL', 'Address under which encoders reach it, such as `rtmp://live.example.com/live`.', {
      fallback: '`rtmp://host of PUBLIC_URL:RTMP_PORT/live`',
      read: optional(rtmpAddress),
    }),
    rtmpsPort: setting('RTMPS_PORT', 'Port for encoders over TLS; needs the two files below.', {
      fallback: 'off',
      read: port,
    }),
    rtmpsCertFile: setting('RTMPS_CERT_FILE', 'Certificate chain in PEM.', { read: optional(path) }),
    rtmpsKeyFile: setting('RTMPS_KEY_FILE', 'Its private key in PEM.', { read: optional(path) }),
    ffmpegPath: setting(
      'FFMPEG_PATH',
      'The ffmpeg that converts videos and makes still images of them, where there is one.',
      { fallback: '`ffmpeg` on the search path', read: optional(path) },
    ),
    liveLaddersMax: setting(
      'LIVE_LADDERS_MAX',
      'Live streams with `renditions: auto` with smaller renditions at once; each takes about one processor.',
      { fallback: '1', read: wholeNumber(0, 100) },
    ),
    nodeUrl: setting(
      'NODE_URL',
      'Address under which other servers of this installation reach this one, where there are several.',
      { fallback: '`http://HOST:PORT`', read: optional(originUrl) },
    ),
  },
  (isSet, env) => {
    const mistakes: string[] = []
    const tls = ['RTMPS_PORT', 'RTMPS_CERT_FILE', 'RTMPS_KEY_FILE'].filter(isSet)
    if (tls.length % 3 !== 0) mistakes.push('RTMPS_PORT, RTMPS_CERT_FILE and RTMPS_KEY_FILE must be set together.')
    const needsSecret = env['LIVE_ENGINE']?.trim() === 'mediamtx' && !isSet('MEDIAMTX_SECRET')
    if (needsSecret) mistakes.push('LIVE_ENGINE=mediamtx needs MEDIAMTX_SECRET.')
    return mistakes
  },
)
