import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { drive, gets, median, sends, type Load, type RoundFigures } from './load.ts'
import { pgbenchInsert, pgbenchSelect } from './pgbench.ts'
import { touch } from './fill.ts'
import { memoryOf, startSubject, type Subject } from './processes.ts'
import type { Line } from './report.ts'

export type Ids = { places: readonly string[]; keys: readonly string[] }

export type Bench = {
  address: SocketAddress
  postmasterPid: number
  pgbench: string | undefined
  ids: Ids
  key: string
  accountId: number
  masterKey: Buffer
  seconds: number
  rounds: number
}

type Subjects = { ours: Subject; memory: Subject; bare: Subject }
const megabyte = 1024 * 1024
/** Views come from an audience, whose rows are committed together; pgbench is as fast with 64. */
const audienceConnections = 256
/** Places viewed before the first counted round: the first view of a place reads its row. */
const popularCount = 5_000
/** Warm-up rounds are not counted: the engine compiles hot code after a while. */
const warmUpSeconds = 3

/** Environment of a subject: the address of its database. */
export function subjectEnv({ address, accountId, masterKey }: Pick<Bench, 'address' | 'accountId' | 'masterKey'>) {
  return {
    BENCH_ADDRESS: JSON.stringify(address),
    BENCH_ACCOUNT: String(accountId),
    BENCH_KEY: masterKey.toString('base64'),
  }
}

/** Every row that a load measures. Subjects take turns within each round, so that a drift hits all alike. */
export async function measureHttp(bench: Bench): Promise<Line[]> {
  const env = subjectEnv(bench)
  const subjects: Subjects = {
    ours: await startSubject('ours', 'ours', env),
    memory: await startSubject('memory', 'memory', env),
    bare: await startSubject('bare', 'bare', env),
  }
  try {
    const pointReads = await measurePointReads(bench, subjects)
    const lists = await measureLists(bench, subjects)
    // Creates and updates come last: their dead rows slow no other load.
    const views = await measureViews(bench, subjects)
    const writes = await measureWrites(bench, subjects)
    const { peakBytes } = memoryOf(subjects.ours.pid)
    const peak = {
      name: 'peak RSS under load',
      value: peakBytes / megabyte,
      unit: 'MB',
      atMost: 250,
      aim: 200,
      note: '',
    }
    return [...pointReads, ...lists, ...views, ...writes, peak]
  } finally {
    for (const subject of Object.values(subjects)) await subject.stop()
  }
}

async function measurePointReads(bench: Bench, on: Subjects): Promise<Line[]> {
  const paths = bench.ids.keys.map((id) => `/api/account/key/get?keyId=${id}`)
  const barePaths = bench.ids.keys.map((id) => `/get?keyId=${id}`)
  const { ours, memory, bare, pgbench } = await turns(bench, {
    ours: http(bench, on.ours, { connections: 64, script: gets(bench.key, paths) }),
    memory: http(bench, on.memory, { connections: 64, script: gets(bench.key, paths) }),
    bare: http(bench, on.bare, { connections: 64, script: gets(bench.key, barePaths) }),
    pgbench: ofPgbench(bench, pgbenchSelect),
  })
  return [
    ratio({
      name: 'point read ÷ without database',
      value: paired('rps', ours, memory),
      atLeast: 0.5,
      aim: 0.7,
      of: [ours, memory],
    }),
    ...(median(pgbench).rps === 0
      ? []
      : [
          ratio({
            name: 'point read ÷ pgbench -S',
            value: paired('rps', ours, pgbench),
            atLeast: 0.45,
            aim: 0.65,
            of: [ours, pgbench],
          }),
        ]),
    // The budget of 45 µs was set where a bare handler takes 100: as a ratio it holds on any machine.
    ratio({
      name: 'point read, CPU ÷ bare handler',
      value: paired('cpuUs', ours, bare),
      atMost: 0.45,
      aim: 0.35,
      of: [ours, bare],
    }),
  ]
}

async function measureLists(bench: Bench, on: Subjects): Promise<Line[]> {
  const list = await turns(bench, {
    ours: http(bench, on.ours, {
      connections: 16,
      script: gets(bench.key, ['/api/places/general/all?type=venue&limit=20&sort=-createdAt']),
    }),
    bare: http(bench, on.bare, { connections: 16, script: gets(bench.key, ['/list?type=venue']) }),
  })
  const near = bench.ids.places
    .slice(0, 200)
    .map((_, index) => `/api/places/general/all?near=${nearby(index)}&radiusM=5000&sort=distance&limit=20`)
  const types = ['venue', 'store', 'restaurant', 'office'].map(
    (type) => `/api/places/general/all?type=${type}&limit=20&sort=name`,
  )
  const lists = await turns(bench, {
    near: http(bench, on.ours, { connections: 16, script: gets(bench.key, near) }),
    filter: http(bench, on.ours, { connections: 16, script: gets(bench.key, types) }),
  })
  return [
    // 60 % of Parse Server, which takes 4.1 times the CPU of a bare handler for the same list.
    ratio({
      name: 'list of 20, CPU ÷ bare handler',
      value: paired('cpuUs', list['ours'], list['bare']),
      atMost: 2.45,
      aim: 2,
      of: [list['ours'], list['bare']],
    }),
    {
      name: 'nearest 20 of all places, p99',
      value: median(lists['near']).p99Ms,
      unit: 'ms',
      atMost: 30,
      aim: 15,
      note: figures([lists['near']]),
    },
    {
      name: '20 of all places by filter, p99',
      value: median(lists['filter']).p99Ms,
      unit: 'ms',
      atMost: 30,
      aim: 15,
      note: figures([lists['filter']]),
    },
  ]
}

async function measureViews(bench: Bench, on: Subjects): Promise<Line[]> {
  const seen = `string.format('{"placeId":"%s","viewer":"v%d"}', pick(ids), n)`
  const popular = bench.ids.places.slice(0, popularCount)
  const view = sends(bench.key, 'POST', { path: '/api/places/general/view', body: seen, ids: popular })
  const { ours, memory, pgbench } = await turns(bench, {
    ours: http(bench, on.ours, { connections: audienceConnections, script: view }),
    memory: http(bench, on.memory, { connections: audienceConnections, script: view }),
    pgbench: ofPgbench(bench, pgbenchInsert),
  })
  return [
    ratio({
      name: 'view ÷ without database',
      value: paired('rps', ours, memory),
      atLeast: 0.65,
      aim: 0.75,
      of: [ours, memory],
    }),
    ...(median(pgbench).rps === 0
      ? []
      : [
          ratio({
            name: 'view ÷ pgbench insert',
            value: paired('rps', ours, pgbench),
            atLeast: 1.2,
            aim: 2,
            of: [ours, pgbench],
          }),
        ]),
  ]
}

/** The place that a create sends, as a Lua format of two numbers. */
const stand = JSON.stringify({
  name: 'Stand %d',
  type: 'venue',
  location: { latitude: 53.5, longitude: 9.9 },
  duplicateCheck: 'off',
  description: 'A stand at the harbour, open all summer.',
  tags: ['food', 'music'],
  clientReference: 'r%d',
})

async function measureWrites(bench: Bench, on: Subjects): Promise<Line[]> {
  const body = `string.format('${stand}', n, n)`
  const create = await turns(bench, {
    ours: http(bench, on.ours, {
      connections: 16,
      script: sends(bench.key, 'POST', { path: '/api/places/general/create', body }),
    }),
    bare: http(bench, on.bare, { connections: 16, script: sends(bench.key, 'POST', { path: '/create', body }) }),
  })
  const change = `string.format('{"placeId":"%s","description":"Changed %d"}', pick(ids), n)`
  const puts = (path: string) => sends(bench.key, 'PUT', { path, body: change, ids: bench.ids.places })
  await touch(bench.address, { accountId: bench.accountId, places: bench.ids.places })
  const update = await turns(bench, {
    ours: http(bench, on.ours, { connections: 16, script: puts('/api/places/general/update') }),
    bare: http(bench, on.bare, { connections: 16, script: puts('/update') }),
  })
  return [
    ratio({
      name: 'create, CPU ÷ bare insert',
      value: paired('cpuUs', create['ours'], create['bare']),
      atMost: 2,
      aim: 1.2,
      of: [create['ours'], create['bare']],
    }),
    ratio({
      name: 'update, CPU ÷ bare update',
      value: paired('cpuUs', update['ours'], update['bare']),
      atMost: 2,
      aim: 1.2,
      of: [update['ours'], update['bare']],
    }),
  ]
}

/** Measures one subject for a number of seconds. */
type Measurement = (name: string, seconds: number) => Promise<RoundFigures>

/** A load on a subject. A refused request fails the bench. */
export function http(
  bench: Bench,
  subject: Subject,
  { connections, script }: Pick<Load, 'connections' | 'script'>,
): Measurement {
  return async (name, seconds) => {
    const result = await drive(subject, bench.postmasterPid, { name, script, connections, seconds })
    if (result.failed > 0) throw new Error(`${result.failed} requests of ${name} failed`)
    return result
  }
}

/** pgbench with the same number of connections; no rounds when it is not installed. */
export function ofPgbench({ pgbench, address }: Bench, run: typeof pgbenchSelect): Measurement {
  return async (_name, seconds) => {
    const rps = pgbench === undefined ? 0 : await run(pgbench, address, { connections: 64, seconds })
    return { rps, nodeUs: 0, databaseUs: 0, cpuUs: 0, p99Ms: 0, failed: 0 }
  }
}

/** Runs the subjects in turn, round by round. */
export async function turns<N extends string>(
  bench: Bench,
  each: Record<N, Measurement>,
): Promise<Record<N, RoundFigures[]>> {
  // cast: the keys of an object literal are its own names.
  const names = Object.keys(each) as N[]
  // cast: one list is made for each of the names.
  const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, RoundFigures[]>
  for (let round = 0; round <= bench.rounds; round++) {
    for (const name of names) {
      const result = await each[name](name, round === 0 ? warmUpSeconds : bench.seconds)
      if (round > 0) rounds[name].push(result)
    }
  }
  for (const name of names) console.log(`${name.padEnd(8)} ${figures([rounds[name]])}`)
  return rounds
}

/** Median of the ratios of single rounds: a slower machine slows both sides of a round. */
export function paired(of: 'rps' | 'cpuUs', over: readonly RoundFigures[], under: readonly RoundFigures[]): number {
  const ratios = over.map((round, index) => round[of] / (under[index]?.[of] ?? 0)).toSorted((a, b) => a - b)
  return ratios[Math.floor(ratios.length / 2)] ?? 0
}

type Ratio = Pick<Line, 'name' | 'value' | 'atLeast' | 'atMost' | 'aim'> & { of: readonly (readonly RoundFigures[])[] }

/** A line of a ratio, with the figures of both sides. */
export function ratio({ of, ...line }: Ratio): Line {
  return { ...line, unit: '', note: figures(of) }
}

function figures(each: readonly (readonly RoundFigures[])[]): string {
  return each.map((rounds) => figuresOf(median(rounds))).join(' | ')
}

function figuresOf({ rps, nodeUs, databaseUs, p99Ms }: RoundFigures): string {
  if (nodeUs === 0) return `${Math.round(rps)}/s`
  return `${Math.round(rps)}/s ${Math.round(nodeUs)}+${Math.round(databaseUs)} µs p99 ${p99Ms.toFixed(1)} ms`
}

/** Centres to search around, spread like the seeded clusters. */
function nearby(index: number): string {
  return `${(48 + (index % 20) * 0.31).toFixed(4)},${(6 + (index % 17) * 0.47).toFixed(4)}`
}
