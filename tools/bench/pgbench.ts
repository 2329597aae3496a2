import { execFile } from 'node:child_process'
import { existsSync, globSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'

const run = promisify(execFile)

export type PgbenchLoad = { connections: number; seconds: number }

/** Path of pgbench; undefined when the distribution's package is not installed. */
export function findPgbench(): string | undefined {
  const known = ['/usr/bin/pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench')]
  return known.find((path) => existsSync(path))
}

/** Transactions per second of pgbench's own select by key, prepared, on 1,000,000 rows. */
export async function pgbenchSelect(pgbench: string, to: SocketAddress, load: PgbenchLoad): Promise<number> {
  return tpsOf(pgbench, to, [...loadOptions(load), '-S'])
}

/** Fills pgbench's tables: 10 × 100,000 rows. */
export async function pgbenchFill(pgbench: string, to: SocketAddress): Promise<void> {
  await run(pgbench, [...where(to), '-i', '-q', '-s', '10', to.database])
}

/** Transactions per second of one durable single-row insert each, prepared. */
export async function pgbenchInsert(pgbench: string, to: SocketAddress, load: PgbenchLoad): Promise<number> {
  const script = join(tmpdir(), `fairground-bench-${process.pid}.sql`)
  writeFileSync(
    script,
    '\\set viewer random(1, 2000000000)\n' +
      'insert into bench_view (account_id, place_id, person_key, day) ' +
      'values (1, md5(:viewer::text)::uuid, md5(:viewer::text || clock_timestamp()), current_date);\n',
  )
  return tpsOf(pgbench, to, [...loadOptions(load), '-f', script])
}

function loadOptions({ connections, seconds }: PgbenchLoad): string[] {
  return ['-M', 'prepared', '-c', String(connections), '-T', String(seconds)]
}

async function tpsOf(pgbench: string, to: SocketAddress, options: string[]): Promise<number> {
  const { stdout } = await run(pgbench, [...where(to), '-n', '-j', '1', ...options, to.database])
  // Backends of pgbench end after it: a pause keeps their cost out of the next measurement.
  await sleep(1_000)
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0)
}

function where(to: SocketAddress): string[] {
  return ['-h', to.host, '-p', String(to.port), '-U', to.user]
}
