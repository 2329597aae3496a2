import type { SettingGroup } from '#kit/nouns/setting.ts'
import { audienceSettings, livestreamSettings, viewerClipSettings } from './livestream/settings.ts'
import { inboundSettings } from './marketing/settings.ts'
import { providerSettings } from './payments/settings.ts'

/**
 * Settings of products, in the order of the README: all groups of each `products/<product>/settings.ts`. The start
 * reads them before it loads the products, so that such a file imports only readers of settings.
 */
export const productSettings: readonly SettingGroup[] = [
  livestreamSettings,
  audienceSettings,
  viewerClipSettings,
  inboundSettings,
  providerSettings,
]
