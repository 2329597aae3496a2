import { join } from 'node:path'
import type { Environment, SettingTable, SettingValues, Settings } from '#kit/nouns/setting.ts'
import { rateSettings } from '#kit/call/rateClasses.ts'
import { databaseSettings } from '#platform/db/databaseSettings.ts'
import { storageSettings } from '#platform/files/storageSettings.ts'
import { httpSettings } from '#platform/http/httpSettings.ts'
import { mailSettings } from '#platform/mail/mailSettings.ts'
import type { SmtpSettings } from '#platform/mail/smtp.ts'
import { outboundSettings } from '#platform/net/outboundSettings.ts'
import type { SettingValue } from '#platform/observe/serverHealthPort.ts'
import { logSettings } from '#platform/observe/logSettings.ts'
import { readSettings, settingSections, settingValues } from '#platform/settings/readSettings.ts'
import { checkoutDir } from '#platform/settings/settingReaders.ts'
import type { MediaMtxAddresses } from '#platform/video/mediamtx/mediaMtxAddresses.ts'
import { videoSettings } from '#platform/video/videoSettings.ts'
import { productSettings } from '#products/productSettings.ts'

/** Folder of bundled scripts and styles of the pages, built by set-up. */
export const assetsDir = join(checkoutDir, 'packages/audience/dist')

/** Folder of the built console. */
export const consoleDir = join(checkoutDir, 'packages/console/dist')

/** File of the OpenAPI document that `npm run gen` writes. */
export const openApiFile = join(checkoutDir, 'openapi.json')

/** Settings of the platform, in the order of the README. */
const platformGroups = [
  httpSettings,
  databaseSettings,
  logSettings,
  rateSettings,
  videoSettings,
  storageSettings,
  mailSettings,
  outboundSettings,
] as const

type Merged<T> = (T extends unknown ? (of: T) => void : never) extends (of: infer All) => void ? All : never
type ValuesOf<G> = G extends { table: infer S extends SettingTable } ? SettingValues<S> : never

/** Values of all settings: those of the platform by their field, those of products by `settings.of(group)`. */
export type Config = Merged<ValuesOf<(typeof platformGroups)[number]>> & { settings: Settings }

/** Reads the settings from the environment; an empty variable counts as left out. Throws `ConfigProblem`. */
export function readConfig(env: Environment): Config {
  const settings = readSettings([...platformGroups, ...productSettings], env)
  const values = platformGroups.map((group): object => settings.of<SettingTable>(group))
  // cast: the values are those of every group of the platform.
  return Object.assign({ settings }, ...values) as Config
}

/** Default port for encoders. */
export const rtmpPortDefault = 1935

/** Public address of the server; `port` is the one that it listens on. */
export function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? `http://localhost:${port}`
}

/** Settings of the mail server; undefined when mails are caught. */
export function smtpOf({ smtpUrl, mailFrom }: Config): SmtpSettings | undefined {
  return smtpUrl === undefined || mailFrom === undefined ? undefined : { url: smtpUrl, from: mailFrom }
}

/** Addresses of MediaMTX; undefined when this process carries live video. */
export function mediaMtxOf(config: Config): MediaMtxAddresses | undefined {
  const { liveEngine, mediaMtxApiUrl: apiUrl, mediaMtxHlsUrl: hlsUrl, mediaMtxSecret: secret } = config
  if (liveEngine === 'embedded' || secret === undefined) return undefined
  return { apiUrl, hlsUrl, playbackUrl: config.mediaMtxPlaybackUrl, secret }
}

/** The settings with the values in effect, without secrets. */
export function listSettings(env: Environment): SettingValue[] {
  return settingValues([...platformGroups, ...productSettings], env)
}

/** The tables of settings in Markdown, one section for each part, for the README. */
export function settingsMarkdown(): string {
  return settingSections([...platformGroups, ...productSettings])
}
