import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './freePort.ts'
import { findProgram, lacks } from './program.ts'

const run = promisify(execFile)

/** Mailboxes of Postfix: that of `ada@example.test`, and one for every address at `crowd.test`. */
type Mailbox = 'ada' | 'crowd'

/** Postfix from the Debian package: a separate instance on loopback, with two mailboxes. */
export type Postfix = {
  port: number
  /** Whole mails in a mailbox, that of Ada when left out, in their stored form. */
  mails(mailbox?: Mailbox): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

/** The reason to skip a test of Postfix, or false: Postfix must be installed and started by root. */
export const noPostfix = lacks('postfix') || (process.getuid?.() !== 0 && 'Postfix needs root')

/** Options of a Postfix: `relayHost` is the address that takes its bounces and every other mail to elsewhere. */
export type PostfixOptions = { relayHost?: { port: number } }

/** Starts Postfix. Throws where `noPostfix` is a reason. */
export async function startPostfix({ relayHost }: PostfixOptions = {}): Promise<Postfix> {
  const postfix = findProgram('postfix')
  assert.ok(postfix !== undefined)
  const home = await mkdtemp(join(tmpdir(), 'fairground-postfix-'))
  const port = await freePort()
  await prepare(home, port, relayHost)
  await run(postfix, ['-c', join(home, 'etc'), 'start']).catch(async (cause: Error) => {
    const logText = await readFile(join(home, 'log'), 'utf8').catch(() => 'no log')
    throw new Error(`Postfix does not start: ${logText}`, { cause })
  })
  return {
    port,
    async mails(mailbox = 'ada') {
      const arrived = join(home, 'mail', mailbox, 'new')
      const names = await readdir(arrived).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(arrived, name), 'utf8')))
    },
    async [Symbol.asyncDispose]() {
      await run(postfix, ['-c', join(home, 'etc'), 'abort'])
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function prepare(home: string, port: number, relayHost: PostfixOptions['relayHost']): Promise<void> {
  await chmod(home, 0o755)
  for (const folder of ['etc', 'spool', 'lib', 'mail']) await mkdir(join(home, folder))
  await chown(join(home, 'lib'), Number((await run('id', ['-u', 'postfix'])).stdout), 0)
  await chown(join(home, 'mail'), nobody, nobody)
  await writeFile(join(home, 'etc/main.cf'), mainOf(home, relayHost))
  await writeFile(join(home, 'etc/master.cf'), masterOf(port))
}

const nobody = 65_534

function mainOf(home: string, relayHost: PostfixOptions['relayHost']): string {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(home, 'spool'),
    data_directory: join(home, 'lib'),
    daemon_directory: '/usr/lib/postfix/sbin',
    command_directory: '/usr/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'mail.example.test',
    mydestination: '',
    virtual_mailbox_domains: 'example.test, crowd.test',
    virtual_mailbox_base: join(home, 'mail'),
    virtual_mailbox_maps: 'inline:{ {ada@example.test = ada/}, {@crowd.test = crowd/} }',
    virtual_uid_maps: `static:${nobody}`,
    virtual_gid_maps: `static:${nobody}`,
    maillog_file: join(home, 'log'),
    maillog_file_prefixes: tmpdir(),
    alias_maps: '',
    alias_database: '',
    // A recipient is refused by a report then, as by a server that accepts first and looks later.
    ...(relayHost === undefined
      ? {}
      : {
          relayhost: `[127.0.0.1]:${relayHost.port}`,
          smtpd_reject_unlisted_recipient: 'no',
          mynetworks: '127.0.0.0/8',
        }),
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

function masterOf(port: number): string {
  const rest = 'rewrite:- bounce:0 defer:0 trace:0 verify:1 proxymap:- error:- retry:- anvil:1'.split(' ')
  const programs: Record<string, string> = {
    rewrite: 'trivial-rewrite',
    defer: 'bounce',
    trace: 'bounce',
    retry: 'error',
  }
  const lines = rest.map((each) => {
    const [name = '', most] = each.split(':')
    return `${name} unix - - n - ${most} ${programs[name] ?? name}`
  })
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'postlog unix-dgram n - n - 1 postlogd',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'virtual unix - n n - - virtual',
    'smtp unix - - n - - smtp',
    ...lines,
    '',
  ].join('\n')
}
