import { secretSetting, setting, settingGroup } from '#kit/nouns/setting.ts'
import { oneOf, optional, token } from '#platform/settings/settingReaders.ts'

/** Settings of the log and of the metrics. */
export const logSettings = settingGroup('Log and metrics', {
  logLevel: setting('LOG_LEVEL', '`debug`, `info`, `warn` or `error`.', {
    fallback: 'info',
    read: oneOf('debug', 'info', 'warn', 'error'),
  }),
  logFormat: setting('LOG_FORMAT', '`json` for machines, `pretty` for people.', {
    fallback: 'json',
    read: oneOf('json', 'pretty'),
  }),
  metricsToken: secretSetting(
    'METRICS_TOKEN',
    'Bearer token that `/metrics` requires; without it only this machine may read them.',
    optional(token),
  ),
})
