import type { App } from '#app/app.ts'
import { operatorCtx } from '#app/founding.ts'
import { operatorCaller } from '#app/operatorCall.ts'
import type { Account, Ctx } from '#kit/call/context.ts'
import { looseId, parseAccountId } from '#kit/values/ids.ts'
import { Problem, reasons } from '#kit/call/problem.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { openCall, platformAccount, systemActor } from '#platform/call/callContext.ts'
import { executor } from '#platform/db/pools.ts'
import { listAccounts } from '#products/account/account.ts'
import type { Files } from '#platform/files/files.ts'
import { fillLivestream } from './livestreamDemo.ts'
import { fillLoyalty, guest } from './loyaltyDemo.ts'
import { fillMarketing } from './marketingDemo.ts'
import { fillPayments } from './paymentsDemo.ts'
import { fillPlaces } from './placesDemo.ts'
import { fillStreamMoney } from './streamMoneyDemo.ts'

/** Functions that fill the demo account, as the operator. */
export type Filling = {
  now(): Date
  /** Creates a record with a client reference, so that a second run adds nothing. Returns its id. */
  make(operationId: string, reference: string, input: Record<string, unknown>): Promise<string>
  call(operationId: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Functions of the same account at another time. */
  at(moment: Date): Filling
  run(schedule: Schedule | undefined): Promise<void>
  /** Gives the planner figures of tables that were filled directly, which it has only after a while by itself. */
  analyze(tables: readonly string[]): Promise<void>
  /** Context for media and captions that operations would fetch from an address. */
  ctx: Ctx
  files: Files
}

/** Result of a filling. Secrets are present the first time only. */
export type DemoReport = {
  account: Account
  isNew: boolean
  secretKey: string | undefined
  testSecretKey: string | undefined
  publicKey: string | undefined
  readingKey: string | undefined
  placeCount: number
  videoCount: number
  contactCount: number
  durationMs: number
}

type DemoKeys = Pick<DemoReport, 'publicKey' | 'readingKey'>

const accountName = 'Harbour Lights Festival'
const hookReference = 'demo:webhook'

/** Parts of the demo, in the order in which they are filled: payments have buyers of marketing. */
const fillings = {
  livestream: fillLivestream,
  places: fillPlaces,
  marketing: fillMarketing,
  money: async (filling: Filling) => fillPayments(filling, await fillLoyalty(filling)),
  streamMoney: fillStreamMoney,
}

type Part = keyof typeof fillings
const everyPart: readonly Part[] = ['livestream', 'places', 'marketing', 'money', 'streamMoney']

/** Fills the demo account through operations that every caller has; only media is written directly. Safe to repeat. */
export async function fillDemo(app: App, parts = everyPart): Promise<DemoReport> {
  const began = performance.now()
  const { account, secretKey, testSecretKey } = await demoAccount(app)
  const filling = fillingOf(app, account, app.kernel.now)
  const isNew = !(await isFilled(filling))
  let keys: DemoKeys = { publicKey: undefined, readingKey: undefined }
  if (isNew) {
    for (const part of parts) await fillings[part](filling)
    keys = await makeKeys(app, filling)
    await makeWebhook(filling)
  }
  return {
    account,
    isNew,
    secretKey,
    testSecretKey,
    ...keys,
    placeCount: await countOf(filling, 'places.place.all'),
    videoCount: await countOf(filling, 'livestream.static.all'),
    contactCount: Number((await filling.call('marketing.contact.count', {})).count),
    durationMs: Math.round(performance.now() - began),
  }
}

/** Lines to print: account, keys and requests to try. */
export function demoLines(report: DemoReport, url: string): string[] {
  const { account, isNew, placeCount, videoCount, contactCount, durationMs, secretKey } = report
  const key = secretKey ?? '<the secret key shown at the first start with --demo>'
  const head = `-H 'X-Service-API-Key: ${key}'`
  const what = `${placeCount} places, ${videoCount} videos, ${contactCount} contacts`
  return [
    '',
    `Demo: ${account.name} (${account.publicId}), ${what}${isNew ? `, filled in ${durationMs} ms` : ', as it was'}.`,
    ...keyLines(report),
    'Look at',
    `  ${url}/places in a browser`,
    `  ${url}/wallet/${account.publicId}, signed in as ${guest.email}: /console shows the mail with the code`,
    `  curl ${head} '${url}/api/places/general/all?near=53.5413,9.9964&radiusM=500&limit=5'`,
    `  curl ${head} '${url}/api/video/static/all?tag=jazz&limit=5'`,
    `  curl ${head} '${url}/api/video/category/all?includeSubCategories=true'`,
    `  curl ${head} --json '{"text":"attributes.plan = \\"pro\\""}' ${url}/api/marketing/contact/count`,
    `  curl ${head} --json '{"status":["sent"]}' ${url}/api/marketing/campaign/all`,
    `  curl ${head} '${url}/api/account/fact/all?limit=5'`,
  ]
}

function keyLines({ secretKey, testSecretKey, publicKey, readingKey }: DemoReport): string[] {
  const lines = [
    ...(secretKey === undefined ? [] : [`  Secret key  ${secretKey}`]),
    ...(testSecretKey === undefined ? [] : [`  Test key    ${testSecretKey}  (its test twin, which is empty)`]),
    ...(publicKey === undefined ? [] : [`  Public key  ${publicKey}  (for http://localhost:5173)`]),
    ...(readingKey === undefined ? [] : [`  Reading key ${readingKey}  (restricted: it only reads)`]),
  ]
  return lines.length === 0 ? [] : [...lines, '  Keep them: they are shown this once.']
}

type Founded = { account: Account; secretKey: string | undefined; testSecretKey: string | undefined }

/** Account of the demo; undefined before the first filling. */
export async function findDemoAccount(app: App): Promise<Account | undefined> {
  const accounts = await listAccounts(executor(app.pools.work, app.pools.isPreparing))
  const known = accounts.find(({ name, mode }) => name === accountName && mode === 'live')
  const number = known === undefined ? undefined : parseAccountId(known.id)
  return number === undefined ? undefined : app.kernel.accounts.find(number)
}

async function demoAccount(app: App): Promise<Founded> {
  const account = await findDemoAccount(app)
  if (account !== undefined) return { account, secretKey: undefined, testSecretKey: undefined }
  return app.foundAccount({ name: accountName, kind: 'business', language: 'en', timeZone: 'Europe/Berlin' })
}

function fillingOf(app: App, account: Account, now: () => Date): Filling {
  const caller = operatorCaller(app, 'demo', now)
  return {
    now,
    ctx: operatorCtx({ ...app.kernel, now }, account, 'demo'),
    files: app.live.files,
    call: (operationId, input) => caller(account, operationId, input),
    async make(operationId, reference, input) {
      const { id } = await caller(account, operationId, { clientReference: `demo:${reference}`, ...input })
      return String(id)
    },
    async analyze(tables) {
      await app.pools.work.query(`analyze ${tables.join(', ')}`)
    },
    at: (moment) => fillingOf(app, account, () => moment),
    async run(schedule) {
      const cause = schedule?.name ?? 'demo'
      const options = {
        account: platformAccount,
        actor: systemActor(cause),
        requestId: looseId('req', Date.now()),
        cause,
      }
      await schedule?.run(openCall({ ...app.kernel, now }, options).ctx)
    },
  }
}

/** Whether the demo is complete: its webhook endpoint is created last. */
async function isFilled({ call }: Filling): Promise<boolean> {
  try {
    await call('account.webhookEndpoint.get', { clientReference: hookReference })
    return true
  } catch (error) {
    if (error instanceof Problem && error.reason === reasons.notFound.reason) return false
    throw error
  }
}

/** Creates a public key for a web site under development, and a restricted key that only reads. */
async function makeKeys(app: App, { call }: Filling): Promise<DemoKeys> {
  const origins = [...new Set(['http://localhost:5173', new URL(app.kernel.settings.publicUrl).origin])]
  const web = await call('account.key.create', {
    clientReference: 'demo:key:web',
    name: 'Festival web site',
    kind: 'public',
    allowedOrigins: origins,
  })
  const scopes = ['places.*:read', 'livestream.*:read']
  const reader = await call('account.key.create', {
    clientReference: 'demo:key:reader',
    name: 'Programme screens',
    kind: 'restricted',
    scopes,
  })
  return { publicKey: secretOf(web), readingKey: secretOf(reader) }
}

function secretOf({ secret }: Record<string, unknown>): string | undefined {
  return typeof secret === 'string' ? secret : undefined
}

/** Creates a disabled webhook endpoint: its address exists nowhere on purpose. */
async function makeWebhook({ call }: Filling): Promise<void> {
  const { id } = await call('account.webhookEndpoint.create', {
    clientReference: hookReference,
    url: 'https://hooks.harbour-lights.example/fairground',
    facts: ['places.*', 'livestream.*'],
    description: 'Change the address to one of yours, then enable it.',
  })
  await call('account.webhookEndpoint.update', { webhookEndpointId: id, action: 'disable' })
}

async function countOf({ call }: Filling, operationId: string): Promise<number> {
  const { pagination } = await call(operationId, { limit: 1, withTotal: 'true' })
  return Number(Object(pagination).total)
}
