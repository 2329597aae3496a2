import { mkdtempSync, rmSync, readdirSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { spawn, execFileSync } from 'node:child_process'
import pg from 'pg'
import { makeApp } from '#app/app.ts'
import { encodeId } from '#kit/ids.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { openRates, quietLog } from './database.ts'
import { fill } from './fill.ts'
import { gets } from './load.ts'
import { writeFileSync } from 'node:fs'
const kind = process.argv[2] ?? 'memory',
  what = process.argv[3] ?? 'get'
const dataDir = mkdtempSync('/tmp/fgprof-')
const e = await startEmbedded({ dataDir })
try {
  await migrate(e.address)
  const mk = randomBytes(32),
    secrets = openSecrets(mk)
  const app = await makeApp({
    address: e.address,
    poolSizeMax: 8,
    isPreparing: true,
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
    rates: openRates,
    isChecking: false,
    isWorking: false,
    now: () => new Date(),
    log: quietLog,
    subkey: secrets.subkey,
    sealer: secrets.sealer('sealing'),
  })
  const f = await app.foundAccount({ name: 'B', kind: 'business' })
  await app.stop()
  const ids = await fill(e.address, f.account.id, 20000)
  const prof = mkdtempSync('/tmp/fgcpu-')
  const child = spawn(
    process.execPath,
    ['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${prof}`, 'tools/bench/subjectServer.ts', kind],
    {
      env: {
        ...process.env,
        BENCH_ADDRESS: JSON.stringify(e.address),
        BENCH_ACCOUNT: String(f.account.id),
        BENCH_KEY: mk.toString('base64'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url: string = await new Promise((r) => child.stdout.once('data', (d) => r(String(d).trim())))
  const paths =
    what === 'get'
      ? ids.keys.slice(0, 5000).map((id) => `/api/account/key/get?keyId=${id}`)
      : ['/api/places/general/all?type=venue&limit=20&sort=-createdAt']
  writeFileSync('/tmp/zz.lua', gets(f.secretKey, paths))
  const out = execFileSync('wrk', ['-t1', '-c32', '-d6s', '-s', '/tmp/zz.lua', url]).toString()
  console.log(
    out
      .split('\n')
      .filter((l) => /Requests\/sec|requests in/.test(l))
      .join(' '),
  )
  const n = Number(/(\d+) requests in/.exec(out)?.[1])
  await new Promise((r) => {
    child.once('exit', r)
    child.kill('SIGTERM')
  })
  const p = JSON.parse(readFileSync(prof + '/' + readdirSync(prof)[0], 'utf8'))
  const byId = new Map<number, any>(p.nodes.map((x: any) => [x.id, x]))
  const self = new Map<string, number>()
  p.samples.forEach((id: number, k: number) => {
    const x = byId.get(id)
    const key =
      x.callFrame.functionName + ' ' + x.callFrame.url.split('/').slice(-3).join('/') + ':' + x.callFrame.lineNumber
    self.set(key, (self.get(key) ?? 0) + p.timeDeltas[k])
  })
  console.log(
    [...self]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 45)
      .map(([k, v]) => (v / n).toFixed(2).padStart(7) + ' us ' + k)
      .join('\n'),
  )
  rmSync(prof, { recursive: true })
} finally {
  await e.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)
