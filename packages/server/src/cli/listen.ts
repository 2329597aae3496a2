import { setTimeout as sleep } from 'node:timers/promises'
import { findServer, isElsewhere, localUrlOf } from '#app/runningServer.ts'
import { parseId } from '#kit/values/ids.ts'
import { retryDelayMs } from '#kit/values/backOff.ts'
import { publicFactsOf } from '#kit/nouns/product.ts'
import { fitsPattern } from '#platform/facts/pattern.ts'
import { databaseSettings } from '#platform/db/databaseSettings.ts'
import { newWebhookSecret } from '#platform/webhooks/sign.ts'
import { exitCodes, UsageError, type Command, type Given } from './command.ts'
import { listBackOff, pauseMsAfter, readFactPage, Refused } from './factPage.ts'
import { failureOf, forwardFact, type ListedFact } from './listenForward.ts'
import { nearest } from './nearestName.ts'
import { abortAtInterrupt } from './terminal.ts'

/** Command that follows the facts of an account on any server, with its address and a key. */
export const listenCommands: readonly Command[] = [
  {
    name: 'listen',
    about: 'Prints the facts of an account as they are published, and forwards each, signed, to an address of yours.',
    options: {
      forward: { value: 'address', about: 'Where to, such as http://localhost:3000/hooks.' },
      facts: { value: 'name', about: 'Which, such as places.*; all when left out.', isMany: true },
      url: {
        value: 'address',
        about: 'The server; FAIRGROUND_URL, else PUBLIC_URL, else the one of DATA_DIR or PORT.',
      },
      key: { value: 'key', about: 'A key with account.fact:read; better in FAIRGROUND_KEY.' },
      secret: { value: 'whsec_…', about: 'What to sign with; FAIRGROUND_WEBHOOK_SECRET, else a new one, shown.' },
      after: { value: 'fct_…', about: 'Continues after this fact; only new facts when left out.' },
    },
    examples: ['listen --forward http://localhost:3000/hooks --facts places.*,livestream.static.created'],
    run: listen,
  },
]

const waitSeconds = 25
const pollTimeoutMs = 40_000

type Listening = {
  base: string
  key: string
  forward: string | undefined
  secret: string
  patterns: string[]
  given: Given
  after: string | undefined
  signal: AbortSignal
}

async function listen(given: Given): Promise<number> {
  const signal = abortAtInterrupt(given.terminal)
  const listening = await read(given, signal)
  await checkPatterns(given.texts('facts') ?? [])
  listening.after ??= await patiently(listening, () => newest(listening))
  const target = listening.forward === undefined ? '' : `, forwarding to ${listening.forward}`
  given.output.note(`Listening to ${listening.base}${target}. Ctrl-C ends it.`)
  if (
    listening.forward !== undefined &&
    given.text('secret') === undefined &&
    setting(given, 'FAIRGROUND_WEBHOOK_SECRET') === undefined
  ) {
    given.output.aside(`Signed with ${listening.secret}`)
  }
  while (!signal.aborted) {
    const startedAt = performance.now()
    const facts = (await patiently(listening, () => following(listening))) ?? []
    const pauseMs = pauseMsAfter(facts, performance.now() - startedAt)
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    for (const fact of facts) {
      if (signal.aborted) break
      // An unfinished fact at the signal is the first one of the next run.
      if (!(await handOn(listening, fact))) break
      listening.after = fact.id
    }
  }
  if (listening.after !== undefined) given.output.aside(`Stopped. Continue with --after ${listening.after}`)
  return exitCodes.done
}

async function read(given: Given, signal: AbortSignal): Promise<Listening> {
  const base = (await addressOf(given)).replace(/\/+$/, '')
  const key = given.text('key') ?? setting(given, 'FAIRGROUND_KEY')
  const forward = given.text('forward')
  for (const address of [base, forward]) {
    if (address !== undefined && !/^https?:\/\/\S+$/.test(address))
      throw new UsageError(`${address} is not an http address.`)
  }
  if (key === undefined)
    throw new UsageError('`listen` needs a key with account.fact:read: set FAIRGROUND_KEY, or give --key.')
  const secret = given.text('secret') ?? setting(given, 'FAIRGROUND_WEBHOOK_SECRET') ?? newWebhookSecret()
  const patterns = given.texts('facts') ?? ['*']
  const after = given.text('after')
  if (after !== undefined && parseId('fct', after) === undefined)
    throw new UsageError(`--after must be the id of a fact, fct_… (it is "${after}").`)
  return { base, key, forward, secret, patterns, given, signal, after }
}

/** Throws for a pattern that no fact matches: listening would never print one. */
async function checkPatterns(patterns: readonly string[]): Promise<void> {
  if (patterns.length === 0) return
  // The catalogue loads with the check, because all products take long to load.
  const { products } = await import('#products/index.ts')
  const names = publicFactsOf(products)
  const wrong = patterns.find((pattern) => !names.some((name) => fitsPattern(name, pattern)))
  if (wrong === undefined) return
  const near = nearest(wrong, names)
  const hint = near === undefined ? 'they look like places.place.created, places.* or *' : `did you mean ${near}?`
  throw new UsageError(`--facts: no public fact fits ${wrong}: ${hint}${near === undefined ? '.' : ''}`)
}

/** Address of the server: that of the option or of a variable, else of the server that runs on the data folder. */
async function addressOf(given: Given): Promise<string> {
  const address = given.text('url') ?? setting(given, 'FAIRGROUND_URL') ?? setting(given, 'PUBLIC_URL')
  if (address !== undefined) return address
  const { dataDir } = databaseSettings.table
  const server = await findServer(dataDir.read(setting(given, 'DATA_DIR') ?? dataDir.fallback))
  if (server !== undefined && !isElsewhere(given.terminal.env, server)) return localUrlOf(server)
  return `http://localhost:${setting(given, 'PORT') ?? '8080'}`
}

/** A variable of the environment; an empty one counts as left out. */
function setting({ terminal }: Given, name: string): string | undefined {
  const value = terminal.env[name]?.trim()
  return value === '' ? undefined : value
}

/** Id of the newest fact, after which listening begins. */
async function newest(listening: Listening): Promise<string | undefined> {
  return (await fetchFacts(listening, { limit: '1' }))[0]?.id
}

/** The facts after the last one, oldest first; waits for the next fact. */
function following(listening: Listening): Promise<ListedFact[]> {
  const { after } = listening
  return fetchFacts(listening, {
    limit: '100',
    waitSeconds: String(waitSeconds),
    ...(after === undefined ? {} : { after }),
  })
}

async function fetchFacts({ base, key, signal }: Listening, query: Record<string, string>): Promise<ListedFact[]> {
  const response = await fetch(`${base}/api/account/fact/all?${new URLSearchParams(query)}`, {
    headers: { 'x-service-api-key': key, accept: 'application/json' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(pollTimeoutMs)]),
    redirect: 'error',
  })
  return readFactPage(response)
}

/** Retries work until it succeeds: servers restart, networks fail. Undefined after an abort. */
async function patiently<T>({ signal, base, given }: Listening, work: () => Promise<T>): Promise<T | undefined> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refused) throw new Refused(`${base} refuses: ${error.message}`)
      if (signal.aborted) return undefined
      if (failures === 1) given.output.warning(`${base} does not respond (${failureOf(error)}); trying again.`)
      const retryAfterMs = Number(Object(error).retryAfterMs) || 0
      await sleep(retryDelayMs(listBackOff, failures, { retryAfterMs }), undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}

/** Prints a fact, and forwards it to the receiver if there is one. False when the signal ended the forwarding. */
async function handOn(listening: Listening, fact: ListedFact): Promise<boolean> {
  const { given, patterns, forward: url, secret, signal } = listening
  if (!patterns.some((pattern) => fitsPattern(fact.name, pattern))) return true
  const began = performance.now()
  const answer =
    url === undefined ? undefined : await forwardFact({ url, secret, signal, warning: given.output.warning }, fact)
  if (url !== undefined && answer === undefined) return false
  const durationMs = Math.round(performance.now() - began)
  if (given.output.format === 'json') {
    given.output.line(JSON.stringify(url === undefined ? fact : { ...fact, forwarded: answer, durationMs }))
    return true
  }
  const went = answer === undefined ? '' : ` -> ${answer} in ${durationMs} ms`
  given.output.line(`${fact.toldAt} ${fact.name} ${fact.subject} v${fact.subjectVersion} ${fact.id}${went}`)
  return true
}
