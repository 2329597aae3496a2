import { setting, settingGroup, wholeNumber, type SettingValues } from '#kit/nouns/setting.ts'

/** Size of a token bucket: `perSecond` tokens flow in, and it holds `burst` tokens. */
export type Rate = { name: string; perSecond: number; burst: number }

/** Settings of the rates. */
export const rateSettings = settingGroup('Rates', {
  rateSecretPerSecond: rate('RATE_SECRET_PER_SECOND', 'Requests per second of one secret or restricted key.', '100'),
  rateSecretBurst: rate('RATE_SECRET_BURST', 'Requests at once of one secret or restricted key.', '200'),
  rateTestPerSecond: rate('RATE_TEST_PER_SECOND', 'Requests per second of one test key; twice as many at once.', '25'),
  ratePublicPerSecond: rate('RATE_PUBLIC_PER_SECOND', 'Requests per second of one public key and network.', '20'),
  ratePublicBurst: rate('RATE_PUBLIC_BURST', 'Requests at once of one public key and network.', '60'),
  rateBeaconPerSecond: rate(
    'RATE_BEACON_PER_SECOND',
    'Views, votes and heartbeats per second of one key, or of one network without a key.',
    '2000',
  ),
  rateFormPerMinute: rate(
    'RATE_FORM_PER_MINUTE',
    'Forms of one network that mail a link to an address, per minute; three times as many at once.',
    '10',
  ),
  rateClipPerMinute: rate(
    'RATE_CLIP_PER_MINUTE',
    'Clips of viewers of one network per minute; five times as many at once.',
    '30',
  ),
  rateKeysTogether: setting(
    'RATE_KEYS_TOGETHER',
    'Times the rate of one key that all secret keys of an account have together, and all public keys of one network.',
    { fallback: '5', read: wholeNumber(1, 1_000) },
  ),
  rateStaticPerSecond: rate(
    'RATE_STATIC_PER_SECOND',
    'Documentation, scripts, styles and unknown paths per second of one network; five times as many at once.',
    '100',
  ),
  rateMediaPerSecond: rate(
    'RATE_MEDIA_PER_SECOND',
    'Playlists and segments per second of one network, which may be that of a CDN; twice as many at once.',
    '10000',
  ),
  rateUnknownVideosPerMinute: rate(
    'RATE_UNKNOWN_VIDEOS_PER_MINUTE',
    'Requests for playlists and media of videos that do not exist, per minute of one network.',
    '300',
  ),
  authFailuresPerMinute: rate('AUTH_FAILURES_PER_MINUTE', 'Wrong keys and passwords per minute of one network.', '20'),
})

type Values = SettingValues<(typeof rateSettings)['table']>
type Size = Omit<Rate, 'name'>

/** Every rate class with the size of its buckets. RateLimit headers show its name with hyphens: `account-test`. */
export const rateClasses = {
  secret: (set: Values): Size => ({ perSecond: set.rateSecretPerSecond, burst: set.rateSecretBurst }),
  test: (set: Values): Size => steady(set.rateTestPerSecond, 2),
  public: (set: Values): Size => ({ perSecond: set.ratePublicPerSecond, burst: set.ratePublicBurst }),
  beacon: (set: Values): Size => steady(set.rateBeaconPerSecond, 1),
  /** Forms that mail a link to any address, by network prefix: they cannot fill the mailboxes of others. */
  form: (set: Values): Size => ({ perSecond: set.rateFormPerMinute / 60, burst: 3 * set.rateFormPerMinute }),
  /** Clips of viewers by network prefix, before any statement; the account has finer bounds of its own. */
  clip: (set: Values): Size => ({ perSecond: set.rateClipPerMinute / 60, burst: 5 * set.rateClipPerMinute }),
  /** All secret, restricted and test keys of an account and its test account together. */
  account: (set: Values): Size => times(rateClasses.secret(set), set.rateKeysTogether),
  accountBeacon: (set: Values): Size => times(rateClasses.beacon(set), set.rateKeysTogether),
  /** All test keys of a test account together, so that tests leave half of the account's rate to live calls. */
  accountTest: (set: Values): Size => times(rateClasses.secret(set), set.rateKeysTogether / 2),
  /** All public keys of one network together. */
  network: (set: Values): Size => times(rateClasses.public(set), set.rateKeysTogether),
  networkBeacon: (set: Values): Size => times(rateClasses.beacon(set), set.rateKeysTogether),
  /** Documentation, scripts, styles and unknown paths, by network prefix. */
  static: (set: Values): Size => steady(set.rateStaticPerSecond, 5),
  /** Refusals before any work, by network prefix. */
  refused: (set: Values): Size => steady(set.rateStaticPerSecond, 5),
  /** Playlists and media, by network prefix. */
  media: (set: Values): Size => steady(set.rateMediaPerSecond, 2),
  /** Look-ups of videos that do not exist, by network prefix. */
  unknownVideo: (set: Values): Size => ({
    perSecond: set.rateUnknownVideosPerMinute / 60,
    burst: set.rateUnknownVideosPerMinute,
  }),
  failedAuthentication: (set: Values): Size => ({
    perSecond: set.authFailuresPerMinute / 60,
    burst: set.authFailuresPerMinute,
  }),
}

/** Name of a rate class. */
export type RateName = keyof typeof rateClasses

/** Every rate class with its buckets. */
export type Rates = Record<RateName, Rate>

/** Rates of one operation: of one key by its kind, of all keys of an account, of all public keys of a network. */
export type OperationRates = Record<'secret' | 'test' | 'public' | 'account' | 'network', RateName>

/** Rate classes that an operation chooses by `rate`. A new one is a line here and its buckets above. */
export const operationRates = {
  call: { secret: 'secret', test: 'test', public: 'public', account: 'account', network: 'network' },
  beacon: {
    secret: 'beacon',
    test: 'beacon',
    public: 'beacon',
    account: 'accountBeacon',
    network: 'networkBeacon',
  },
  form: { secret: 'secret', test: 'test', public: 'form', account: 'account', network: 'network' },
  clip: { secret: 'secret', test: 'test', public: 'clip', account: 'account', network: 'network' },
} as const satisfies Record<string, OperationRates>

/** Name of a rate class that an operation may choose. */
export type OperationRate = keyof typeof operationRates

/** The rates by class, from settings or, for tests, from one size for all. */
export function ratesOf(sizeOf: (name: RateName) => Size): Rates {
  // cast: the keys of rateClasses are the names.
  const names = Object.keys(rateClasses) as RateName[]
  const rates = names.map((name): [RateName, Rate] => [name, { name: hyphenated(name), ...sizeOf(name) }])
  // cast: each class got its rate just above.
  return Object.fromEntries(rates) as Rates
}

/** The rates of the settings. */
export function ratesFrom(set: Values): Rates {
  return ratesOf((name) => rateClasses[name](set))
}

function hyphenated(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
}

function rate(name: string, about: string, fallback: string) {
  return setting(name, about, { fallback, read: wholeNumber(1, 1_000_000) })
}

function steady(perSecond: number, seconds: number): Size {
  return { perSecond, burst: seconds * perSecond }
}

function times({ perSecond, burst }: Size, count: number): Size {
  return { perSecond: count * perSecond, burst: Math.max(1, count * burst) }
}
