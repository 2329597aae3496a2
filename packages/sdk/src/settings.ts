/** Options of a client. */
export type ClientOptions = {
  /** The key: secret or restricted on servers, public in browsers and apps. It is never printed. */
  apiKey: string
  /** Address of the installation, such as `https://fair.example.com`. */
  baseUrl: string
  /** Time-out of one attempt; 30,000 when left out. */
  timeoutMs?: number
  /** Retries of a call that is safe to repeat; 2 when left out. */
  retriesMax?: number
  /** The longest wait before another try; a longer Retry-After is not waited for. 30,000 when left out. */
  retryWaitMaxMs?: number
  /** Whether writes get an Idempotency-Key by themselves, so that they may be repeated; true when left out. */
  idempotencyKeys?: boolean
  /** The app id of a client that is no web page, one of the key's `allowedApps`. */
  clientApp?: string
  /** Name and version of your program, added to the User-Agent on servers. */
  appName?: string
  /** Function that replaces the global `fetch`. */
  fetch?: typeof fetch
  /** Called with every response, for logs and figures. */
  onResponse?: (response: ResponseFacts) => void
}

/** Options of one call, in place of the client's. */
export type CallOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  retriesMax?: number
  /** Key under which the server recognises retries of this request; `false` sends none. */
  idempotencyKey?: string | false
}

/** Properties of a response besides its data. */
export type ResponseFacts = {
  operation: string
  status: number
  requestId: string | undefined
  /** Whether it is the response of an earlier request with the same Idempotency-Key. */
  isReplayed: boolean
  attempt: number
  durationMs: number
}

/** Options of a client that acts by the session of a signed-in person, in the browser of that person. */
export type SessionClientOptions = Omit<ClientOptions, 'apiKey' | 'clientApp'> & {
  session: {
    /** The account that calls work on, `acc_…`; undefined for calls of the person alone. */
    account(): string | undefined
    /** Token of `account.session.get`, sent with calls that write. */
    csrfToken(): string | undefined
  }
}

/** Headers that prove the caller, and whether the browser sends its cookies. */
type Authorization = { headers: Record<string, string>; credentials: RequestCredentials }

type OwnOptions = 'apiKey' | 'clientApp' | 'appName' | 'fetch' | 'onResponse'

export type Settings = Required<Omit<ClientOptions, OwnOptions>> &
  Pick<ClientOptions, 'clientApp' | 'appName' | 'onResponse'> & { authorize(): Authorization; fetch: typeof fetch }

const keyForm = /^fg_(sk|rk|pk)_(live|test)_[0-9A-Za-z]{38}$/

/** Checks the options and adds defaults. Throws TypeError without repeating the key. */
export function readSettings(options: ClientOptions): Settings {
  const { apiKey } = options
  if (typeof apiKey !== 'string' || !keyForm.test(apiKey)) {
    throw new TypeError('apiKey is not a key of Fairground: it begins with fg_sk_, fg_rk_ or fg_pk_')
  }
  return {
    ...sharedSettings(options),
    // A closure holds the key, so that printing or serialising the client cannot show it.
    authorize: () => ({ headers: { 'x-service-api-key': apiKey }, credentials: 'omit' }),
    ...(options.clientApp === undefined ? {} : { clientApp: options.clientApp }),
  }
}

/** Checks the options of a client by session and adds defaults. Throws TypeError. */
export function readSessionSettings(options: SessionClientOptions): Settings {
  const { session } = options
  return {
    ...sharedSettings(options),
    authorize: () => ({
      headers: { ...headerOf('x-account', session.account()), ...headerOf('x-csrf-token', session.csrfToken()) },
      credentials: 'same-origin',
    }),
  }
}

function headerOf(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

function sharedSettings(options: Omit<ClientOptions, 'apiKey' | 'clientApp'>): Omit<Settings, 'authorize'> {
  if (!URL.canParse(options.baseUrl) || !/^https?:$/.test(new URL(options.baseUrl).protocol)) {
    throw new TypeError('baseUrl is not an http or https address')
  }
  const send = options.fetch ?? globalThis.fetch
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    timeoutMs: within('timeoutMs', options.timeoutMs ?? 30_000, 1),
    retriesMax: within('retriesMax', options.retriesMax ?? 2, 0),
    retryWaitMaxMs: within('retryWaitMaxMs', options.retryWaitMaxMs ?? 30_000, 0),
    idempotencyKeys: options.idempotencyKeys ?? true,
    fetch: (input, init) => send(input, init),
    ...(options.appName === undefined ? {} : { appName: options.appName }),
    ...(options.onResponse === undefined ? {} : { onResponse: options.onResponse }),
  }
}

function within(name: string, value: number, least: number): number {
  if (!Number.isFinite(value) || value < least) throw new TypeError(`${name} must be a number of at least ${least}`)
  return value
}
