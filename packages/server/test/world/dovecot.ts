import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'
import { findProgram, lacks } from './program.ts'
import { until } from './until.ts'

/** Dovecot from the Debian package: a separate instance on loopback, with one mailbox. */
export type Dovecot = {
  port: number
  user: string
  password: string
  /** Puts a mail into the inbox. */
  put(raw: string): Promise<void>
  /** Makes the server number its mails from the beginning. */
  renumber(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The reason to skip a test of Dovecot, or false: Dovecot must be installed and started by root. */
export const noDovecot = lacks('dovecot') || (process.getuid?.() !== 0 && 'Dovecot needs root')

const mailUser = 65_534

/** Starts Dovecot. Throws where `noDovecot` is a reason. */
export async function startDovecot(): Promise<Dovecot> {
  const dovecot = findProgram('dovecot')
  assert.ok(dovecot !== undefined)
  const home = await mkdtemp(join(tmpdir(), 'fairground-dovecot-'))
  const port = await freePort()
  await chmod(home, 0o755)
  const inbox = join(home, 'mail/new')
  for (const folder of ['mail', 'mail/new', 'mail/cur', 'mail/tmp']) {
    await mkdir(join(home, folder))
    await chown(join(home, folder), mailUser, mailUser)
  }
  await writeFile(join(home, 'users'), `bounces:{PLAIN}hush:${mailUser}:${mailUser}::${home}::\n`)
  await writeFile(join(home, 'dovecot.conf'), configOf(home, port))
  const child = spawn(dovecot, ['-F', '-c', join(home, 'dovecot.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (bytes) => (errors += String(bytes)))
  await until(
    async () => child.exitCode !== null || (await answers(port)),
    (isReady) => isReady,
  )
  assert.equal(child.exitCode, null, errors)
  let count = 0
  return {
    port,
    user: 'bounces',
    password: 'hush',
    async put(raw) {
      count += 1
      const file = join(inbox, `${1_700_000_000 + count}.M${count}.test`)
      await writeFile(file, raw)
      await chown(file, mailUser, mailUser)
    },
    renumber: async () => {
      for (const name of ['dovecot-uidlist', 'dovecot.index', 'dovecot.index.log', 'dovecot.index.cache']) {
        await rm(join(home, 'mail', name), { force: true })
      }
    },
    [Symbol.asyncDispose]: () => stop(child, home),
  }
}

async function stop(child: ChildProcess, home: string): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(home, { recursive: true, force: true })
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function configOf(home: string, port: number): string {
  const own = userInfo().username
  return `
base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_login_user = nobody
default_internal_user = ${own}
default_internal_group = nogroup
first_valid_uid = 1000
mail_location = maildir:${home}/mail
passdb {
  driver = passwd-file
  args = ${home}/users
}
userdb {
  driver = passwd-file
  args = ${home}/users
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`
}
