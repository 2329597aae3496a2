import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kit/call/context.ts'
import { bound, guard } from '#platform/db/embedded/launch.ts'
import { connectS3, type S3Address } from '#platform/files/s3/s3Client.ts'
import { freePort } from './freePort.ts'
import { lacks } from './program.ts'

/**
 * A real S3 server: Ceph's RADOS gateway with a cluster of one monitor and one storage daemon in memory. It starts in
 * about four seconds and ends with the process that started it.
 */
export type S3Server = {
  /** Credentials of the owner of the bucket `films`. */
  address: S3Address
  /** A valid key without rights to that bucket. */
  stranger: { accessKeyId: string; secretAccessKey: string }
  /** Kills the gateway. Its objects stay. */
  kill(): Promise<void>
  /** Starts the gateway again, on the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']
/** The reason to skip a test of a real object store, or false. */
export const noS3 = lacks(...programs)

const stepTimeoutMs = 40_000
const pollMs = 20

/** Starts a server. Undefined where Ceph is not installed. */
export async function startS3Server(): Promise<S3Server | undefined> {
  if (noS3 !== false) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'fairground-s3-'))
  const dismissGuard = guard('sleep 0.5; rm -rf "$1"', [folder])
  const daemons: ChildProcess[] = []
  const stop = async () => {
    for (const daemon of daemons) await end(daemon)
    await rm(folder, { recursive: true, force: true })
    dismissGuard()
  }
  try {
    const ports = { mon: await freePort(), gateway: await freePort() }
    const ceph: Ceph = { folder, daemons, conf: join(folder, 'ceph.conf') }
    await startCluster(ceph, ports)
    const owner = await createUser(ceph, 'owner')
    const stranger = await createUser(ceph, 'stranger')
    const endpoint = `http://127.0.0.1:${ports.gateway}`
    const start = () => startGateway(ceph, endpoint)
    let gateway = await start()
    const address = { endpoint, region: 'us-east-1', bucket: 'films', isPathStyle: true, ...owner }
    await createBucket(address)
    return {
      address,
      stranger,
      stop,
      kill: () => end(gateway),
      async start() {
        gateway = await start()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Ceph = { folder: string; daemons: ChildProcess[]; conf: string }
type Ports = { mon: number; gateway: number }

async function startCluster(ceph: Ceph, ports: Ports): Promise<void> {
  const { folder, conf } = ceph
  const id = { cluster: randomUUID(), osd: randomUUID() }
  for (const name of ['mon', 'osd', 'run']) await mkdir(join(folder, name))
  await writeFile(conf, settingsOf(folder, id.cluster, ports))
  const monmap = join(folder, 'monmap')
  await run(ceph, 'monmaptool', [
    '--create',
    '--fsid',
    id.cluster,
    '--addv',
    'a',
    `[v2:127.0.0.1:${ports.mon}]`,
    monmap,
  ])
  await run(ceph, 'ceph-mon', ['-i', 'a', '--mkfs', '--monmap', monmap])
  daemon(ceph, 'ceph-mon', ['-i', 'a'])
  await run(ceph, 'ceph', ['osd', 'new', id.osd])
  await run(ceph, 'ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id.osd])
  daemon(ceph, 'ceph-osd', ['-i', '0'])
}

/** Settings of a cluster: one daemon of each kind, no copies, no keys between them, one folder, loopback only. */
function settingsOf(folder: string, cluster: string, ports: Ports): string {
  return `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${ports.mon}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr1 = false
ms mon client mode = crc
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}/run
admin socket =
pid file =
log file =
log to stderr = false
mon data = ${folder}/mon
mon data avail warn = 0
mon data avail crit = 0
paxos propose interval = 0.05
paxos min wait = 0.01
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw dns name = ${hostedName}
rgw max listing results = 300
`
}

/** Host name under which the server finds buckets in the host of a request. */
export const hostedName = 's3.example'

const ignore = () => undefined
/** A log that drops all lines. */
export const quietLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

async function createUser(ceph: Ceph, name: string): Promise<S3Server['stranger']> {
  const key = { accessKeyId: name.toUpperCase(), secretAccessKey: randomBytes(20).toString('base64') }
  const keys = ['--access-key', key.accessKeyId, '--secret-key', key.secretAccessKey]
  await run(ceph, 'radosgw-admin', ['user', 'create', '--uid', name, '--display-name', name, ...keys])
  return key
}

async function startGateway(ceph: Ceph, endpoint: string): Promise<ChildProcess> {
  const child = daemon(ceph, 'radosgw', ['-n', 'client.gateway'])
  const deadline = performance.now() + stepTimeoutMs
  while (!(await fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).then(discarded, () => false))) {
    if (performance.now() > deadline || child.exitCode !== null) throw new Error('the S3 gateway does not answer')
    await sleep(pollMs)
  }
  return child
}

async function discarded(response: Response): Promise<boolean> {
  await response.arrayBuffer()
  return response.ok
}

async function createBucket(address: S3Address): Promise<void> {
  const client = connectS3(address, quietLog)
  await client.send({ method: 'PUT' })
  await client.close()
}

/** Runs one command to its end. Throws with its output when it fails or exceeds the time-out. */
async function run({ conf }: Ceph, program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, {
    env: environment(conf),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: stepTimeoutMs,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.slice(-2_000)}`)
}

/** Starts a program that ends with this process. */
function daemon({ conf, daemons }: Ceph, program: string, args: string[]): ChildProcess {
  const child = spawn(...bound(program, [...args, '-f']), { env: environment(conf), stdio: 'ignore' })
  child.on('error', () => undefined)
  child.unref()
  daemons.push(child)
  return child
}

function environment(conf: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', CEPH_CONF: conf }
}

/** Stops by SIGKILL: the data is in memory only. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.ref()
  child.kill('SIGKILL')
  await ended
}
