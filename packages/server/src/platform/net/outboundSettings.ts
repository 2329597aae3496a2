import { setting, settingGroup } from '#kit/nouns/setting.ts'
import { onOff } from '#platform/settings/settingReaders.ts'

/** Settings of requests to other servers. */
export const outboundSettings = settingGroup('Requests to other servers', {
  outboundAllowPrivate: setting(
    'OUTBOUND_ALLOW_PRIVATE',
    'Lets webhooks and fetched addresses be private ones: for development only.',
    { fallback: 'off', read: onOff },
  ),
})
