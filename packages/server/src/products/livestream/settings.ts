import { setting, settingGroup, wholeNumber } from '#kit/nouns/setting.ts'
import { oneOf } from '#platform/settings/settingReaders.ts'

/** Settings of clips that viewers make. */
export const viewerClipSettings = settingGroup('Clips of viewers', {
  viewerClipMegabytes: setting(
    'VIEWER_CLIP_MEGABYTES',
    'Megabytes of viewers’ clips that an account keeps on their shelf; featured and removed clips do not count. One ' +
      'viewer holds a tenth at most, one network half.',
    { fallback: '10000', read: wholeNumber(1, 1_000_000_000) },
  ),
})

/** Settings of the audience of videos. */
export const audienceSettings = settingGroup('Audience', {
  viewersPerNetwork: setting(
    'VIEWERS_PER_NETWORK',
    'Viewers at once that count of one network (an IPv4 address or an IPv6 /64), over all videos of one process; ' +
      'four times as many new views within an hour.',
    { fallback: '1000', read: wholeNumber(1, 1_000_000) },
  ),
})

/** Settings of live streams. */
export const livestreamSettings = settingGroup('Live streams', {
  defaultLatencyMode: setting(
    'LIVE_LATENCY_MODE',
    'Latency of new streams where neither the request nor the channel sets it: `ultraLow`, `low` or `standard`.',
    { fallback: 'low', read: oneOf('ultraLow', 'low', 'standard') },
  ),
})
