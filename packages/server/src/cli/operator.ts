import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#app/app.ts'
import { appOptions } from '#app/appOptions.ts'
import { readConfig, type Config } from '#app/config.ts'
import { openFoundation } from '#app/foundation.ts'
import { withServerAddress } from '#app/runningServer.ts'
import { operatorCaller, type OperatorCall } from '#app/operatorCall.ts'
import type { Account, Db, Log } from '#kit/call/context.ts'
import { parseAccountId, parseId } from '#kit/values/ids.ts'
import { executor } from '#platform/db/pools.ts'
import { openLog } from '#platform/observe/log.ts'
import { listAccounts } from '#products/account/account.ts'
import { checkThere } from '#app/doctor/databaseReach.ts'
import { UsageError, type Given, type Option } from './command.ts'
import type { Output } from './output.ts'

/** Connections of a command: the server's kernel on the server's database, without HTTP and keys. */
export type Operator = {
  app: App
  db: Db
  /** The account that `--account` names, or its twin with `--test`; without `--account`, the only account. */
  account(): Promise<Account>
  /** The account inside an id such as `key_…`. Throws UsageError when it is not such an id. */
  ownerOf(id: string, prefix: string): Promise<Account>
  call: OperatorCall
}

/** Options by which a command finds its account. */
export const accountOptions: Record<string, Option> = {
  account: { value: 'acc_…|name', about: 'Which account; may be left out while there is only one.' },
  test: { about: 'Its test twin.' },
}

/** The items of a page, as records. */
export function itemsOf(page: Record<string, unknown>): Record<string, unknown>[] {
  const { items } = page
  return Array.isArray(items) ? items.map((item) => Object(item)) : []
}

/** Opens the database (that of a running server, else starts it), runs work, and closes it. */
export async function asOperator<T>(given: Given, work: (operator: Operator) => Promise<T>): Promise<T> {
  const { output, terminal } = given
  const settings = readConfig(terminal.env)
  await checkThere(settings)
  const config = await withServerAddress(settings, terminal.env)
  const log = operatorLog(config, output)
  // Heavy modules load after the check of the arguments, so that misuse is reported at once.
  const modules = import('#app/app.ts')
  modules.catch(() => undefined)
  const foundation = await openFoundation({
    config,
    log,
    isJoining: true,
    onLost: (problem) => {
      output.warning(problem.message)
      terminal.exit(problem.exitCode)
    },
  })
  // A work folder of its own: the server empties the one in the data folder at start and stop.
  const workFolder = await mkdtemp(join(tmpdir(), 'fairground-'))
  let app: App | undefined
  try {
    const { makeApp } = await modules
    const options = appOptions(config, foundation, log)
    app = await makeApp({ ...options, live: { ...options.live, workFolder }, poolSizeMax: 2, isWorking: false })
    return await work(operatorOf(app, given))
  } finally {
    await app?.stop()
    await rm(workFolder, { recursive: true, force: true })
    await foundation.stop()
  }
}

/** The log of a command: errors on standard error, apart from the output. */
export function operatorLog(config: Pick<Config, 'logLevel'>, output: Output): Log {
  const level = config.logLevel === 'debug' ? 'debug' : 'error'
  return openLog({ level, format: 'pretty', write: output.warning })
}

function operatorOf(app: App, given: Given): Operator {
  const db = executor(app.pools.work, app.pools.isPreparing)
  return {
    app,
    db,
    account: () => chooseAccount(app, db, given),
    async ownerOf(id, prefix) {
      const accountId = parseId(prefix, id)?.accountId
      const owner = accountId === undefined ? undefined : await app.kernel.accounts.find(accountId)
      if (owner === undefined) throw new UsageError(`${id} is not an id ${prefix}_… of this installation.`)
      return owner
    },
    call: operatorCaller(app, 'operator'),
  }
}

async function chooseAccount(app: App, db: Db, given: Given): Promise<Account> {
  const nameOrId = given.text('account')
  const live = (await listAccounts(db)).filter(({ mode }) => mode === 'live')
  const all = nameOrId?.startsWith('acc_')
    ? [nameOrId]
    : live.filter(({ name }) => isNamed(name, nameOrId)).map(({ id }) => id)
  const [id] = all
  if (id === undefined || all.length > 1) throw new UsageError(choiceText(live, nameOrId, all.length))
  const number = parseAccountId(id)
  const account = number === undefined ? undefined : await app.kernel.accounts.find(number)
  if (account === undefined) throw new UsageError(`There is no account ${id}.`)
  if (!given.flag('test') || account.mode === 'test') return account
  return (await app.kernel.accounts.find(account.twinId)) ?? account
}

function isNamed(name: string, nameOrId: string | undefined): boolean {
  return nameOrId === undefined || name.toLowerCase() === nameOrId.toLowerCase()
}

function choiceText(live: { id: string; name: string }[], nameOrId: string | undefined, count: number): string {
  if (live.length === 0) return 'There is no account yet: `fairground account create --name "My business"` makes one.'
  const why = count > 1 ? 'There are several accounts' : `There is no account "${nameOrId ?? ''}"`
  const some = live.slice(0, 10).map(({ id, name }) => `${id} (${name})`)
  return `${why}: say which with --account. There are ${some.join(', ')}${live.length > 10 ? ', …' : ''}.`
}
