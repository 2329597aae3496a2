import { setting, settingGroup, wholeNumber } from '#kit/nouns/setting.ts'
import { headerName, optional, originUrl, proxies, text } from '#platform/settings/settingReaders.ts'

/** Settings of the HTTP server. */
export const httpSettings = settingGroup('Server', {
  port: setting('PORT', 'Port to listen on; 0 takes a free one.', { fallback: '8080', read: wholeNumber(0, 65_535) }),
  host: setting('HOST', 'Address to listen on; `0.0.0.0` or `::` for all.', { fallback: '127.0.0.1', read: text }),
  publicUrl: setting('PUBLIC_URL', 'Address under which others reach this server, without a path.', {
    fallback: '`http://localhost:PORT`',
    read: optional(originUrl),
  }),
  trustProxy: setting(
    'TRUST_PROXY',
    'Proxies whose `X-Forwarded-*` headers are trusted: addresses and ranges, comma-separated, or `loopback`.',
    { fallback: 'off', read: proxies },
  ),
  countryHeader: setting(
    'COUNTRY_HEADER',
    'Header in which a proxy names the country of a viewer, such as `CF-IPCountry`; the proxy must overwrite it.',
    { read: optional(headerName) },
  ),
})
