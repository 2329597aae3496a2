/** Device, system and browser named by a `User-Agent` header; `unknown` where the header has none. */
export type Agent = { device: Device; os: string; browser: string }
export type Device = 'phone' | 'tablet' | 'desktop' | 'tv' | 'bot' | 'unknown'

/** Characters of the header that are read: names stand in front, and patterns stay fast. */
const lengthMax = 512

/** Patterns in the order of the search: a browser that also names another one comes before it. */
const browsers: [name: string, form: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPX|OPT|Opera|Opera Mini)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYaBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
]

const systems: [name: string, form: RegExp][] = [
  ['tvOS', /\bApple ?TV\b/i],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Tizen', /\bTizen\b/],
  ['webOS', /\bWeb0S\b|\bwebOS\b/],
  ['Roku', /\bRoku\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const devices: [name: Device, form: RegExp][] = [
  ['bot', /bot\b|crawl|spider|slurp|headless|\b(curl|wget|libcurl|facebookexternalhit|lighthouse|phantomjs)\b/i],
  ['bot', /\b(python[\w-]*|go-http-client|java|okhttp|node-fetch|axios|undici|scrapy|httpie)\//i],
  ['tv', /smart-?tv|\bApple ?TV\b|\bWeb0S\b|\bTizen\b.*\bTV\b|\bBRAVIA\b|\bCrKey\b|\bRoku\b|\bHbbTV\b|\bAFT[A-Z]/i],
  ['tv', /\b(Google|Android) ?TV\b/i],
  ['tablet', /\biPad\b|\bTablet\b|\bKindle\b|\bSilk\/(?!.*\bMobile\b)/],
  ['phone', /\b(iPhone|iPod)\b|\bWindows Phone\b|\bMobile\b/],
  // Android without the word Mobile is a tablet.
  ['tablet', /\bAndroid\b/],
  ['desktop', /\bWindows NT\b|\bMacintosh\b|\bCrOS\b|\bX11\b/],
]

/**
 * Reads a `User-Agent` header (RFC 9110 §10.1.5). An iPad in desktop mode sends `Macintosh` and
 * counts as a desktop; Linux without a window system has no device.
 */
export function agentOf(userAgent: string): Agent {
  const text = userAgent.slice(0, lengthMax)
  return { device: first(devices, text), os: first(systems, text), browser: first(browsers, text) }
}

function first<T extends string>(forms: readonly [name: T, form: RegExp][], text: string): T | 'unknown' {
  return forms.find(([, form]) => form.test(text))?.[0] ?? 'unknown'
}
