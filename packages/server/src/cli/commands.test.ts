import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkRefusal, done, openCommandLine, type CommandLine } from '#test/world/commandLine.ts'
import { openFaultyProxy } from '#test/world/faultyProxy.ts'
import { freePort } from '#test/world/freePort.ts'
import { receiver, verify } from '#test/world/receiver.ts'
import { runProgram } from '#test/world/runningProcess.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf } from '#test/world/world.ts'

let line: CommandLine

before(async () => (line = await openCommandLine()))
after(() => line?.stop())

test('misuse is refused with a hint, before the database opens', async () => {
  const none = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  await Promise.all([
    line.refused(['kye'], 2, /Unknown command 'kye' \(Did you mean key\?\)/, none),
    line.refused(['key', 'creat'], 2, /Unknown command 'creat' \(Did you mean create\?\)/, none),
    line.refused(['key', 'create', '--nmae', 'x'], 2, /Unknown option '--nmae' \(Did you mean --name\?\)/, none),
    line.refused(['key', 'create'], 2, /`key create` needs --name <text>/, none),
    line.refused(['key', 'list', 'extra'], 2, /Too many arguments for 'list'.*: extra/, none),
    line.refused(['key', 'list', '--output', 'xml'], 2, /--output must be json or table/, none),
    line.refused(['key', 'list', '--account'], 2, /Option '--account <acc_…\|name>' argument missing/, none),
    line.refused(['key', 'list', '--account='], 2, /--account needs a value/, none),
    line.refused(['request', 'show'], 2, /Missing required argument 'request'/, none),
    line.refused(['key', 'list', '--test=yes'], 2, /Unknown option '--test=yes'/, none),
    line.refused(['account', 'list'], 4, /cannot be reached/, none),
    line.refused(['account', 'list'], 4, /There is no database in .* yet/, { DATABASE_URL: '' }),
    line.refused(['account', 'list'], 2, /LOG_LEVEL must be one of/, { LOG_LEVEL: 'loud' }),
  ])
  const help = await line.fairground(['--help'], none)
  assert.equal(help.code, 0)
  for (const name of ['account create', 'webhook resend', 'listen', 'doctor'])
    assert.match(help.out, new RegExp(`  ${name} `))
  const one = await line.fairground(['help', 'key', 'create'], none)
  assert.match(one.out, /--scopes <scope> +Scopes of a restricted key.*Several with commas/)
})

test('a process ends with the exit code of its command, also where the reader of its output is gone', async () => {
  const withoutReader = line.startProcess(['--help'])
  withoutReader.child.stdout?.destroy()
  const [cut, misused, created, doctor] = await Promise.all([
    done(withoutReader),
    done(line.startProcess(['kye'])),
    done(line.startProcess(['account', 'create', '--name', 'Alone', '--json'])),
    done(line.startProcess(['doctor'])),
  ])
  assert.deepEqual([cut.code, cut.err], [0, ''])
  checkRefusal(misused, 2, /Unknown command 'kye'/)
  assert.deepEqual([created.code, created.err], [0, ''])
  assert.equal(objectOf(JSON.parse(created.out))['name'], 'Alone')
  assert.equal(doctor.code, 1, doctor.out)
})

test('a command whose output cannot be written fails: a one-time key in it would be lost', async () => {
  // The shell opens standard output for reading only, which refuses writes as a full disk does.
  const entry = join(import.meta.dirname, 'fairground.ts')
  const readOnly = ['-c', 'exec "$0" "$1" --version 1< "$1"', process.execPath, entry]
  checkRefusal(await done(runProgram('/bin/sh', readOnly, line.env)), 1, /The output could not be written: EBADF/)
})

test('keys are created, listed without secrets, revoked in the running server, and found by request id', async () => {
  const account = await line.json('account', 'create', '--name', 'Night market', '--kind', 'streamer')
  const of = ['--account', String(account['accountId'])]
  const made = await line.json('key', 'create', ...of, '--name', 'Shop')
  const response = await line.request(made['secret'], '/api/account/general/get')
  assert.deepEqual([response.status, objectOf(response.body['data'])['name']], [200, 'Night market'])
  const test = await line.json('key', 'create', '--account', 'night MARKET', '--test', '--name', 'Twin')
  assert.match(String(test['secret']), /^fg_sk_test_/)

  const table = await line.fairground(['key', 'list', ...of])
  assert.match(table.out, /^id +name +kind/)
  assert.match(table.out, /Shop +secret +active +fg_sk_live_…/)
  assert.ok(!table.out.includes(String(made['secret'])))

  const rotated = await line.json('key', 'rotate', String(made['id']), '--overlap', '0')
  await line.json('key', 'revoke', String(rotated['id']))
  await line.refused(['key', 'revoke', String(rotated['id'])], 1, /invalid_transition/)
  await line.refused(
    ['key', 'create', ...of, '--name', 'x', '--kind', 'restricted'],
    1,
    /scopes a restricted key needs/,
  )
  await until(
    () => line.request(rotated['secret'], '/api/account/general/get'),
    ({ status }) => status === 401,
  )
  const requestPath = `/api/account/request/get?requestId=${response.body['requestId']}`
  await until(
    () => line.request(account['secretKey'], requestPath),
    ({ status }) => status === 200,
  )
  const found = await line.json('request', 'show', String(response.body['requestId']))
  assert.deepEqual(
    [found['operation'], found['httpStatus'], found['accountId']],
    ['account.account.get', 200, account['accountId']],
  )
  await line.refused(['request', 'show', 'req_00000000000000000000000000'], 1, /not in the request log/)

  await line.json('account', 'suspend', 'Night market')
  await line.refused(['key', 'list'], 2, /say which with --account/)
  assert.equal((await line.json('account', 'resume', 'Night market'))['status'], 'active')
})

test('console link adds an owner, and gives a locked-out person new credentials, with audit rows', async () => {
  const { accountId, secretKey } = await line.json('account', 'create', '--name', 'Locked')
  const of = ['--account', String(accountId)]
  const open = async (link: unknown, input: Record<string, string>) => {
    const token = String(link).split('/console/link#')[1] ?? ''
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ token, ...input })
    return (await fetch(`${line.url}/public/account/link/open`, { method: 'POST', headers, body })).status
  }
  const { link } = await line.json('console', 'link', ...of)
  const mira = { email: 'mira@example.com', name: 'Mira', password: 'quiet harbour at night' }
  assert.equal(await open(link, mira), 200)
  assert.ok(String(link).startsWith(`${line.url}/console/link#`), String(link))
  assert.equal(await open(link, mira), 404)
  const again = await line.fairground(['console', 'link', ...of, '--email', mira.email])
  assert.match(again.out + again.err, /signs in as mira@example\.com and sets new credentials/)
  assert.equal(await open(/\S+\/console\/link#\S+/.exec(again.out)?.[0], { password: 'a boat made of paper' }), 200)
  const { body } = await line.request(secretKey, '/api/account/audit/all?limit=100')
  const rows = arrayOf(objectOf(body['data'])['items'])
  assert.equal(rows.filter(({ action }) => action === 'account.link.created').length, 2)
  assert.equal(rows.filter(({ action }) => action === 'account.person.passwordChanged').length, 1)
  await line.refused(['console', 'link', ...of, '--email', 'mira'], 2, /--email must be a mail address/)
})

/** Waits until the API lists a fact of this name. */
async function untilListed(secretKey: unknown, name: string): Promise<void> {
  await until(
    () => line.request(secretKey, `/api/account/fact/all?name=${name}`),
    ({ body }) => arrayOf(objectOf(body['data'])['items']).length > 0,
  )
}

/** Creates an account and waits until its first facts are listed, so that `listen` begins after them. */
async function createListener(name: string) {
  const account = await line.json('account', 'create', '--name', name)
  await untilListed(account['secretKey'], 'account.key.created')
  const createKey = (draft: string) =>
    line.request(account['secretKey'], '/api/account/key/create', { name: draft, kind: 'secret' })
  const server = { FAIRGROUND_URL: line.url, DATABASE_URL: '', MASTER_KEY: '' }
  return { account, createKey, env: { ...server, FAIRGROUND_KEY: String(account['secretKey']) } }
}

test('listen forwards each fact signed, prints where it stopped, and continues from there', async () => {
  await using hooks = await receiver()
  const { account, createKey, env } = await createListener('Listener')
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  const here: Record<string, string> = { ...env, FAIRGROUND_URL: '' }
  const args = ['listen', '--forward', hooks.url, '--facts', 'account.key.*', '--secret', secret]
  const listener = line.startProcess(args, here)
  await until(() => listener.out().includes('Listening'))

  await createKey('One')
  const [first] = await until(
    () => hooks.received,
    ({ length }) => length === 1,
  )
  assert.ok(first !== undefined)
  const verified = objectOf(verify(first, secret))
  assert.equal(verified['type'], 'account.key.created')
  assert.equal(verified['accountId'], account['accountId'])
  await until(() => /account\.key\.created key_\w+ v1 fct_\w+ -> 204 in \d+ ms\n/.test(listener.out()))
  assert.equal(await listener.end('SIGINT'), 0)
  const after = /Continue with --after (fct_\w+)/.exec(listener.out())?.[1] ?? ''
  assert.equal(after, verified['id'])

  await createKey('Two')
  const again = line.start(['listen', '--after', after, '--forward', hooks.url, '--output', 'json'], env)
  await until(() => again.out().includes('\n'))
  assert.equal(objectOf(objectOf(JSON.parse(again.out()))['payload'])['name'], 'Two')
  assert.equal(await again.end(), 0)
  assert.match(again.err(), /^Signed with whsec_\S+\nStopped\. Continue with --after fct_\w+\n$/)
  await line.refused(['listen'], 1, /refuses: A valid key is needed/, { ...env, FAIRGROUND_KEY: 'fg_sk_live_x' })
  await line.refused(['listen', '--after', 'fct_1'], 2, /--after must be the id of a fact/, env)
  const strange = `${after.slice(0, -4)}0000`
  await line.refused(['listen', '--after', strange], 1, /--after is no public fact of the last 30 days/, env)
  await line.refused(['listen', '--facts', 'places.plaice.*'], 2, /no public fact fits places\.plaice\.\*/, env)
  await line.refused(['listen', '--facts', 'places.place.creatd'], 2, /did you mean places\.place\.created\?/, env)
  await line.refused(['listen'], 2, /set FAIRGROUND_KEY/, { ...env, FAIRGROUND_KEY: '' })
})

test('listen --forward keeps facts and their order while the receiver is down or fails', async () => {
  const port = await freePort()
  const { createKey, env } = await createListener('Forwarder')
  const args = ['listen', '--forward', `http://127.0.0.1:${port}/hook`, '--facts', 'account.key.created']
  const listener = line.start(args, env)
  await until(() => listener.out().includes('Listening'))
  for (const name of ['One', 'Two', 'Three']) await createKey(name)
  await until(() => listener.err().includes('(ECONNREFUSED); trying again.'))

  const statuses = [503, 500]
  const got: { name: unknown; status: number }[] = []
  await using hooks = await receiver(port)
  hooks.answer = ({ body }) => {
    const { name } = objectOf(body['data'])
    const status = statuses.shift() ?? (name === 'Two' ? 400 : 204)
    got.push({ name, status })
    return status
  }
  await until(() => got.length === 5)
  assert.deepEqual(got, [
    { name: 'One', status: 503 },
    { name: 'One', status: 500 },
    { name: 'One', status: 204 },
    { name: 'Two', status: 400 },
    { name: 'Three', status: 204 },
  ])
  // A fact that waits for the receiver when the listener ends is the first one of the next listener.
  statuses.push(503)
  await createKey('Four')
  await until(() => got.length === 6)
  await listener.end()
  const after = /Continue with --after (fct_\w+)/.exec(listener.out() + listener.err())?.[1] ?? ''
  const next = line.start([...args, '--after', after], env)
  await until(() => got.length === 7)
  assert.deepEqual(got[6], { name: 'Four', status: 204 })
  await next.end()
})

test('listen retries until the server responds', async (t) => {
  const port = await freePort()
  const account = await line.json('account', 'create', '--name', 'Patient')
  const env = { FAIRGROUND_URL: `http://127.0.0.1:${port}`, FAIRGROUND_KEY: String(account['secretKey']) }
  const listener = line.start(['listen'], env)
  await until(() => listener.err().includes('does not respond (ECONNREFUSED); trying again'))
  const proxy = await openFaultyProxy(line.url, () => 'pass', port)
  t.after(() => proxy.close())
  await until(() => listener.out().includes('Listening'))
  assert.equal(await listener.end(), 0)
})

test('webhooks are managed, and doctor and audit report ok or the defect', async () => {
  const account = await line.json('account', 'create', '--name', 'Hooked')
  const of = ['--account', String(account['accountId'])]
  const hook = await line.json(
    'webhook',
    'create',
    ...of,
    '--url',
    'https://receiver.invalid/hook',
    '--facts',
    'account.*',
  )
  assert.match(String(hook['secret']), /^whsec_/)
  const listed = await line.fairground(['webhook', 'list', ...of, '--output', 'json'])
  assert.equal(arrayOf(JSON.parse(listed.out)).length, 1)
  assert.ok(!listed.out.includes('whsec_'))
  assert.equal((await line.json('webhook', 'delete', String(hook['id'])))['status'], 'deleted')

  await untilListed(account['secretKey'], 'account.webhookEndpoint.created')
  const facts = await line.fairground(['fact', 'list', ...of])
  assert.match(facts.out, /account\.webhookEndpoint\.created/)
  const audit = await line.fairground(['audit', 'verify', ...of])
  assert.equal(audit.code, 0, audit.out)

  const doctor = await line.fairground(['doctor'])
  const failed = doctor.out.split('\n').filter((line) => line.startsWith('fail'))
  // The throw-away cluster runs without these two settings, so doctor fails them.
  assert.deepEqual(
    failed.map((line) => line.split(/ +/)[2]),
    ['fsync', 'full_page_writes'],
    doctor.out + doctor.err,
  )
  const { port } = new URL(line.url)
  assert.match(doctor.out, new RegExp(`^ok +server +it answers on http://127\\.0\\.0\\.1:${port} and is ready$`, 'm'))
  const elsewhere = await freePort()
  const other = await line.fairground(['doctor'], { PORT: String(elsewhere) })
  assert.match(other.out, new RegExp(`^ok +server +it does not run; port ${elsewhere} is free$`, 'm'))
  assert.match(doctor.out, /^ok +master key/m)
  const sick = await line.fairground(['doctor', '--output', 'json'], {
    MASTER_KEY: Buffer.alloc(32, 8).toString('base64'),
  })
  assert.equal(sick.code, 1)
  const failures = arrayOf(JSON.parse(sick.out)).filter(({ result }) => result === 'fail')
  assert.deepEqual(
    failures.map(({ check }) => check),
    ['durability', 'durability', 'master key'],
  )
  const status = await line.json('db', 'status')
  assert.deepEqual([status['isEmbedded'], status['missing']], [false, []])
  await line.refused(['backup', '--to', join(line.home, 'copy')], 8, /DATABASE_URL is set/)
})

test('the log of the server and the output of commands contain no secret', async () => {
  const account = await line.json('account', 'create', '--name', 'Careful')
  const key = String(account['secretKey'])
  const near = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`
  await line.request(near, '/api/account/general/get')
  await fetch(`${line.url}/api/account/general/get?key=${key}`)
  await line.request(key, '/api/account/key/create', { name: key, kind: 'secret', password: 'hunter22' })
  await fetch(`${line.url}/api/account/key/create`, {
    method: 'POST',
    headers: { 'x-service-api-key': key },
    body: key,
  })
  const bad = await line.fairground(['key', 'create', '--account', 'Careful', '--name', 'x', '--scopes', key])
  assert.equal(bad.code, 1)
  // The log is complete when the server has ended.
  assert.equal(await line.server.end(), 0)
  const lines = line.server
    .out()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const log = lines.join('\n') + line.server.err() + bad.err
  for (const secret of [key.slice(11, 40), near.slice(11, 40), 'hunter22', line.masterKey])
    assert.ok(!log.includes(secret), log)
})
