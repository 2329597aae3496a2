import type { Account } from '#kit/call/context.ts'
import type { StreamStatus } from '#products/livestream/stream/streamStatus.ts'
import { exitCodes, type Command, type Given } from './command.ts'
import { accountOptions, asOperator, itemsOf, type Operator } from './operator.ts'
import { statusLines } from './streamStatusOutput.ts'
import { watchStatus } from './streamWatch.ts'
import { abortAtInterrupt } from './terminal.ts'

const streamId = { name: 'stream', about: 'str_…', isRequired: true }
const columns = ['id', 'title', 'status', 'visibility', 'channelId', 'scheduledAt', 'startedAt', 'latencyMode']
const keptOnce = 'Keep the key: it is shown this once.'

/** Commands on live streams of any account, and on their sessions in the running server. */
export const streamCommands: readonly Command[] = [
  {
    name: 'stream list',
    about: 'Shows streams, with viewers and health of those that are live.',
    options: {
      ...accountOptions,
      live: { about: 'Only those that are live.' },
      limit: { value: 'number', about: 'How many, newest first; 25 when left out.' },
    },
    run: list,
  },
  {
    name: 'stream create',
    about: 'Makes a stream; shows where to publish to, and with which key, once.',
    positionals: [{ name: 'title', about: 'Text for the audience.', isRequired: true }],
    options: {
      ...accountOptions,
      channel: { value: 'chn_…|handle', about: 'Its channel; the account’s first one when left out.' },
      visibility: {
        value: 'word',
        about: 'public, unlisted, private, signed or ticketed; the channel’s when left out.',
      },
    },
    examples: ['stream create "Friday night concert"', 'stream create Rehearsal --visibility private'],
    run: create,
  },
  {
    name: 'stream show',
    about: 'Shows a stream, never its key.',
    positionals: [streamId],
    run: (given) => printStream(given, (act) => act('get', {})),
  },
  {
    name: 'stream status',
    about: 'Follows how a stream stands: viewers, health with advice, what the encoder sends, what is recorded.',
    positionals: [streamId],
    options: { once: { about: 'One look, in place of one every second.' } },
    examples: ['stream status str_…', 'stream status str_… --once --json'],
    run: status,
  },
  ...actionCommands({
    'go-live': ['goLive', 'Shows a preview to the audience.'],
    end: ['end', 'Ends the session that runs.'],
    disable: ['disable', 'Refuses encoders from now on, and ends the session that runs.'],
    enable: ['enable', 'Lets encoders in again.'],
    'rotate-key': ['rotateKey', 'Makes a new key and shows it, once; a publisher with the old one is disconnected.'],
  }),
  {
    name: 'stream clip',
    about: 'Keeps the last seconds of a live stream as a video of its own; the running server cuts it.',
    positionals: [streamId],
    options: {
      last: { value: 'seconds', about: 'How many, 3 to 300; 30 when left out.' },
      title: { value: 'text', about: 'Its title; that of the stream when left out.' },
    },
    run: clip,
  },
  {
    name: 'stream delete',
    about: 'Deletes a stream. Its recordings and clips stay.',
    positionals: [streamId],
    options: {
      'end-live': { about: 'Ends it first where it is live, instead of refusing.' },
      'delete-recordings': { about: 'Deletes its recordings as well; clips stay.' },
    },
    async run(given) {
      const how = { endLive: given.flag('end-live'), deleteRecordings: given.flag('delete-recordings') }
      given.output.record(await onStream(given, (act) => act('delete', how)))
      return exitCodes.done
    },
  },
]

type Fields = Record<string, unknown>
/** Runs an operation of streams on the stream that the command names. */
type Act = (verb: string, input: Fields) => Promise<Fields>

function onStream<T>(given: Given, work: (act: Act) => Promise<T>): Promise<T> {
  const id = given.needed('stream')
  return asLive(given, async (operator) => {
    const account = await operator.ownerOf(id, 'str')
    return work((verb, input) => operator.call(account, `livestream.stream.${verb}`, { streamId: id, ...input }))
  })
}

/** Runs work as the operator, with the ingest addresses of the running server. */
function asLive<T>(given: Given, work: (operator: Operator) => Promise<T>): Promise<T> {
  return asOperator(given, async (operator) => {
    await operator.app.live.join()
    return work(operator)
  })
}

async function list(given: Given): Promise<number> {
  const limit = given.whole('limit', { min: 1, max: 100 }) ?? 25
  const { items, hasMore } = await asOperator(given, async (operator) => {
    const account = await operator.account()
    const input = { limit, ...(given.flag('live') ? { isLive: true } : {}) }
    const page = await operator.call(account, 'livestream.stream.all', input)
    const { hasMore: isMore } = Object(page['pagination'])
    return { items: await withStatus(operator, account, itemsOf(page)), hasMore: isMore === true }
  })
  given.output.rows(items, ['id', 'title', 'status', 'viewers', 'health', 'visibility', 'startedAt', 'scheduledAt'])
  if (hasMore) given.output.note('There are more: --limit shows up to 100.')
  return exitCodes.done
}

async function withStatus(operator: Operator, account: Account, items: Fields[]): Promise<Fields[]> {
  const streamIds = items.flatMap(({ id, isLive }) => (isLive === true ? [id] : []))
  if (streamIds.length === 0) return items
  const found = itemsOf(await operator.call(account, 'livestream.stream.getStatus', { streamIds }))
  const byId = new Map(found.map(({ id, viewers, health }) => [id, { viewers, health }]))
  return items.map((item) => ({ ...item, ...byId.get(item['id']) }))
}

async function create(given: Given): Promise<number> {
  const { output } = given
  const made = await asLive(given, async (operator) => {
    const account = await operator.account()
    const input: Fields = { title: given.needed('title') }
    const [home, visibility] = [given.text('channel'), given.text('visibility')]
    if (visibility !== undefined) input['visibility'] = visibility
    if (home?.startsWith('chn_')) input['channelId'] = home
    else if (home !== undefined) {
      input['channelId'] = (await operator.call(account, 'livestream.channel.get', { handle: home }))['id']
    }
    return operator.call(account, 'livestream.stream.create', input)
  })
  if (output.format === 'json') output.record(made)
  else {
    const { id, title, status: state, visibility, playback } = made
    output.record({ id, title, status: state, visibility, playerUrl: Object(playback).playerUrl, ...publishTo(made) })
  }
  output.note(keptOnce)
  return exitCodes.done
}

function publishTo({ ingest }: Fields): Fields {
  const { rtmpUrl, rtmpsUrl, streamKey } = Object(ingest)
  const servers = [rtmpUrl, rtmpsUrl].filter((url) => url !== null)
  return { publishTo: servers.length === 0 ? '- (no server runs that takes encoders)' : servers, key: streamKey }
}

/** Prints a stream after a change; with its whole key when the change made a new one. */
async function printStream(given: Given, work: (act: Act) => Promise<Fields>): Promise<number> {
  const stream = await onStream(given, work)
  const { output } = given
  if (output.format === 'json') output.record(stream)
  else {
    const printed = Object.fromEntries(columns.map((name) => [name, stream[name]]))
    output.record({ ...printed, playerUrl: Object(stream['playback']).playerUrl, ...publishTo(stream) })
  }
  return exitCodes.done
}

function actionCommands(actions: Record<string, [action: string, about: string]>): Command[] {
  return Object.entries(actions).map(([verb, [action, about]]) => ({
    name: `stream ${verb}`,
    about,
    positionals: [streamId],
    async run(given) {
      const code = await printStream(given, (act) => act('update', { action }))
      if (action === 'rotateKey') given.output.note(keptOnce)
      return code
    },
  }))
}

function status(given: Given): Promise<number> {
  return onStream(given, async (act) => {
    // cast: the operation answers one status for one id.
    const read = async () => (await act('getStatus', {})) as StreamStatus
    const { output, terminal } = given
    if (given.flag('once') && output.format === 'json') {
      output.record(await read())
      return exitCodes.done
    }
    const about = aboutOf(await act('get', {}))
    if (given.flag('once')) {
      const view = { ...about, status: await read() }
      for (const line of statusLines({ ...view, bitratesKbps: [] })) output.line(line)
      return exitCodes.done
    }
    await watchStatus({ about, read, output, screen: terminal.stdout, signal: abortAtInterrupt(terminal) })
    return exitCodes.done
  })
}

function aboutOf({ title, playback, simulcastTargets }: Fields) {
  const targets = Array.isArray(simulcastTargets) ? simulcastTargets.map(Object) : []
  const targetNames = new Map(targets.map(({ targetId, name }) => [String(targetId), String(name)]))
  return { title: String(title), playerUrl: String(Object(playback).playerUrl), targetNames }
}

async function clip(given: Given): Promise<number> {
  const lastSeconds = given.whole('last', { min: 3, max: 300 }) ?? 30
  const title = given.text('title')
  const made = await onStream(given, (act) =>
    act('createClip', { lastSeconds, ...(title === undefined ? {} : { title }) }),
  )
  const { id, status: state, clipUrl, clipRange, expectedReadyInSeconds } = made
  given.output.record(given.output.format === 'json' ? made : { id, status: state, clipUrl, clipRange })
  given.output.note(`It can be watched in some ${expectedReadyInSeconds} s.`)
  return exitCodes.done
}
