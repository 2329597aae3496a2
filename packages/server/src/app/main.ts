import { parseArgs } from 'node:util'
import type { App } from './app.ts'
import { appOptions } from './appOptions.ts'
import { publicUrlOf, readConfig, type Config } from './config.ts'
import { openFoundation } from './foundation.ts'
import type { Foundation } from './foundation.ts'
import type { LiveDemo } from '#demo/liveDemo.ts'
import type { Account, Log } from '#kit/call/context.ts'
import { openLineWriter } from '#platform/observe/lineWriter.ts'
import { openLog } from '#platform/observe/log.ts'
import { messageOf, StartProblem } from '#platform/startProblem.ts'
import { bindPort, reservePort, type ReservedPort } from './portBinding.ts'
import { announceServer } from './runningServer.ts'
import { setRuntimeFlags } from './runtimeFlags.ts'
import { resolveSourcesByName } from './sourceResolution.ts'
import { collectStartGarbage, postponeStartGarbage } from './startGarbage.ts'

// Start-up and shutdown of the server, and nothing else.

const stopTimeoutMs = 9_500
const drainTimeoutMs = 4_500

/** Running parts to stop, in the order in which they were started. */
const running: {
  app?: App
  foundation?: Foundation
  demo?: LiveDemo | undefined
  /** Removes the address of this server from the data folder. */
  withdraw?: () => Promise<void>
} = {}
let stopping: Promise<void> | undefined
const logOutput = openLineWriter(process.stdout)

for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => void stop(0))
try {
  await start()
} catch (error) {
  if (stopping === undefined) reportFailure(error)
  await stop(error instanceof StartProblem ? error.exitCode : 1)
}

async function start(): Promise<void> {
  const { isDemo } = readArguments()
  const given = readConfig(process.env)
  const reserved = await reservePort(given)
  const config = { ...given, port: reserved.port }
  const log = openLog({ level: config.logLevel, format: config.logFormat, write: logOutput.write })
  process.on('uncaughtException', (error) => fall(log, error))
  process.on('unhandledRejection', (error) => fall(log, error))
  // Node reads the modules here, and runs them while PostgreSQL starts.
  resolveSourcesByName()
  const modules = import('./app.ts')
  modules.catch(() => undefined)
  const foundation = await openFoundation({
    config,
    log,
    isJoining: false,
    onLost: (problem) => {
      reportFailure(problem)
      void stop(problem.exitCode)
    },
  })
  running.foundation = foundation
  if (stopping !== undefined) return foundation.stop()
  const { makeApp } = await modules
  const app = await makeApp({ ...appOptions(config, foundation, log), droppedLines: logOutput.droppedCount })
  running.app = app
  const url = publicUrlOf(config, config.port)
  const accounts = await foundFirst(app, url, isDemo)
  setRuntimeFlags()
  postponeStartGarbage()
  await app.live.start(await listen(app, config, reserved))
  await app.inbound.start()
  const demo = isDemo ? await (await import('#demo/liveDemo.ts')).goLive(app) : undefined
  running.demo = demo
  const { rtmpUrl, rtmpsUrl } = app.live.engine.ingest()
  greet([
    ['Base URL', url],
    ['Console', await consoleAddress(app, url, accounts)],
    ['Docs', `${url}/docs`],
    ['Publish to', rtmpUrl],
    ['or by TLS', rtmpsUrl],
    ['Watch live', demo && url + demo.watchPath],
  ])
  collectStartGarbage()
}

/**
 * Listens, and leaves the address for commands on this data folder; a folder that cannot be written does not end the
 * start. Returns the bound port.
 */
async function listen(app: App, config: Config, reserved: ReservedPort): Promise<number> {
  await app.server.ready()
  await reserved.release()
  const { host, dataDir } = config
  const port = await bindPort(app.server, config)
  try {
    running.withdraw = await announceServer(dataDir, { url: publicUrlOf(config, port), host, port })
  } catch (error) {
    const advice = 'commands do not know the address of this server: set PORT for them'
    app.kernel.log.warn(advice, { error: messageOf(error) })
  }
  return port
}

/**
 * At the very first start: creates the first account and prints its keys, once. It runs before listening, so that the
 * server never listens without keys, and a later failure of the start has printed them. The demo has its own account.
 */
async function foundFirst(app: App, url: string, isDemo: boolean): Promise<FirstAccounts> {
  const lines: string[] = []
  const demo = isDemo ? await import('#demo/demo.ts') : undefined
  const filled = await demo?.fillDemo(app)
  const founded = await app.foundFirst({ name: 'My business', kind: 'business' })
  if (founded !== undefined) {
    const { secretKey, testSecretKey } = founded
    lines.push('The first account is made. Keep its keys: they are shown this once.')
    lines.push(`  Secret key  ${secretKey}`, `  Test key    ${testSecretKey}`)
  }
  if (demo !== undefined && filled !== undefined) lines.push(...demo.demoLines(filled, url))
  if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`)
  return { founded: founded?.account, demo: filled?.account }
}

/** Accounts that this start made or filled. */
type FirstAccounts = { founded: Account | undefined; demo: Account | undefined }

/**
 * Address of the console. A first account and the demo get a one-time link, and so does an only account without an
 * owner who can sign in.
 */
async function consoleAddress(app: App, url: string, { founded, demo }: FirstAccounts): Promise<string> {
  const account = demo ?? founded ?? (await app.onlyAccount())
  const { hasConsoleOwner, makeConsoleLink } = await import('./consoleLink.ts')
  const isOpen = demo !== undefined || (account !== undefined && !(await hasConsoleOwner(app, account)))
  if (account === undefined || !isOpen) return `${url}/console`
  return `${await makeConsoleLink(app, account, { publicUrl: url })}  (once, for 15 minutes)`
}

function greet(addresses: readonly [name: string, url: string | null | undefined][]): void {
  const lines = addresses.flatMap(([name, url]) => (typeof url === 'string' ? [`  ${name.padEnd(12)}${url}`] : []))
  process.stdout.write(['', 'Fairground is ready.', ...lines, '', ''].join('\n'))
}

function readArguments(): { isDemo: boolean } {
  try {
    const { values } = parseArgs({ options: { demo: { type: 'boolean' } }, strict: true })
    return { isDemo: values.demo === true }
  } catch (error) {
    throw new StartProblem('configuration', `${messageOf(error)}.`)
  }
}

/** Stops once: running requests may finish, then the database stops. A process that hangs exits after a time limit. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    const deadline = setTimeout(() => process.exit(exitCode === 0 ? 1 : exitCode), stopTimeoutMs)
    deadline.unref()
    const drained = new Promise((resolve) => setTimeout(resolve, drainTimeoutMs).unref())
    await Promise.race([drain(exitCode !== 0), drained]).catch(reportFailure)
    await running.foundation?.stop().catch(reportFailure)
    await logOutput.flush()
    process.exit(exitCode)
  })()
  return stopping
}

async function drain(isDefect: boolean): Promise<void> {
  await running.withdraw?.()
  await running.demo?.stop()
  await running.app?.stop({ isDefect })
}

function fall(log: Log, error: unknown): void {
  log.error('the process ends because of a defect', {
    error: messageOf(error),
    stack: error instanceof Error ? error.stack : undefined,
  })
  void stop(1)
}

function reportFailure(error: unknown): void {
  const isDefect = !(error instanceof StartProblem)
  const text = isDefect ? `Fairground could not start: ${messageOf(error)}` : error.message
  process.stderr.write(`${text}\n`)
  // LOG_LEVEL=debug prints the stack of a defect.
  if (isDefect && process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`)
}
