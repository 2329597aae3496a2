import { setting, settingGroup, wholeNumber } from '#kit/nouns/setting.ts'

/** Settings of clips that viewers make. */
export const viewerClipSettings = settingGroup('Clips of viewers', {
  viewerClipMegabytes: setting(
    'VIEWER_CLIP_MEGABYTES',
    'Megabytes of viewers’ clips that an account keeps on their shelf; featured and removed clips do not count. One ' +
      'viewer holds a tenth at most, one network half.',
    { fallback: '10000', read: wholeNumber(1, 1_000_000_000) },
  ),
})
