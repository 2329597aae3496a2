import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Log } from '#kit/call/context.ts'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import type { Pools } from '#platform/db/pools.ts'

/** A message between processes: rows wait in an outbox or a queue, or accounts have new facts. */
export type HintTopic = 'outbox' | 'jobs' | 'deliveries' | 'facts'

/** Wakes other processes. A hint is optional: a process that misses one polls. */
export type Hints = {
  /** Opens the LISTEN connection in the background, and reconnects whenever it ends. */
  listen(): void
  /** Sends at most one message per 20 ms. `accountIds` belong to `facts`. */
  send(topic: HintTopic, accountIds?: readonly number[]): void
  close(): Promise<void>
}

type HintOptions = {
  ops: Pools
  /** A direct connection to the ops database: notifications do not pass through a transaction pooler. */
  address: DatabaseAddress
  log: Log
  onHint(topic: HintTopic, accountIds: readonly number[] | undefined): void
}

const channel = 'fairground_hint'
const gapMs = 20
const reconnectMs = 2_000
/** Accounts in one message of at most 8,000 bytes; a message about more accounts names none and means all. */
const accountsMax = 500

/** Opens the NOTIFY sender; the LISTEN connection opens with `listen()`. */
export function openHints(options: HintOptions): Hints {
  const sender = randomUUID().slice(0, 8)
  const listener = openListener(options, sender)
  let topics = new Set<HintTopic>()
  let accounts = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  const send = () => {
    timer = undefined
    const ids = accounts.size > accountsMax ? '*' : [...accounts].join(',')
    const text = `${sender} ${[...topics].join(',')} ${ids}`
    topics = new Set()
    accounts = new Set()
    options.ops.work.query('select pg_notify($1, $2)', [channel, text]).catch(() => undefined)
  }
  return {
    listen: listener.open,
    send(topic, accountIds = []) {
      topics.add(topic)
      if (accounts.size <= accountsMax) for (const id of accountIds) accounts.add(id)
      timer ??= setTimeout(send, gapMs)
    },
    async close() {
      clearTimeout(timer)
      await listener.close()
    },
  }
}

function openListener(options: HintOptions, sender: string) {
  let isClosed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> = Promise.resolve()
  const again = () => {
    client = undefined
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(connect, reconnectMs)
  }
  const connect = () => {
    if (isClosed) return
    connecting = listen(options, sender, again).then(
      (made) => {
        client = made
      },
      (error: Error) => {
        options.log.debug('hints: the LISTEN connection failed; polling continues', { error: error.message })
        again()
      },
    )
  }
  return {
    open: connect,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(() => undefined)
    },
  }
}

async function listen(options: HintOptions, sender: string, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client({ ...options.address, application_name: 'fairground hints', keepAlive: true })
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => receive(options, sender, payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  client.on('end', onEnd)
  return client
}

function receive(options: HintOptions, sender: string, text: string): void {
  const [from, topics = '', ids = ''] = text.split(' ')
  if (from === sender) return
  for (const topic of topics.split(',')) {
    if (topic === 'facts') options.onHint(topic, ids === '*' ? undefined : ids.split(',').map(Number))
    else if (topic === 'outbox' || topic === 'jobs' || topic === 'deliveries') options.onHint(topic, undefined)
  }
}
