import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Account } from '#kit/call/context.ts'
import { exitCodes, UsageError, type Command, type Given } from './command.ts'
import { accountOptions, asOperator, type Operator } from './operator.ts'
import { pathFrom, type Terminal } from './terminal.ts'

/** Commands on recorded videos of any account. */
export const videoCommands: readonly Command[] = [
  {
    name: 'video upload',
    about: 'Makes a video of a file; the running server checks it and makes it public.',
    positionals: [{ name: 'file', about: 'MP4, MOV, Matroska or MPEG-TS; others need ffmpeg.', isRequired: true }],
    options: {
      ...accountOptions,
      title: { value: 'text', about: 'Its title; the name of the file when left out.' },
      channel: { value: 'chn_…', about: 'The channel it is shown on; none when left out.' },
      visibility: { value: 'word', about: 'public, unlisted, private, signed or ticketed; public when left out.' },
    },
    examples: ['video upload mill.mp4', 'video upload mill.mp4 --title "At the old mill" --visibility unlisted'],
    run: upload,
  },
  {
    name: 'video show',
    about: 'Shows a video, and how far it is.',
    positionals: [{ name: 'video', about: 'sta_…', isRequired: true }],
    async run(given) {
      const id = given.needed('video')
      const found = await asOperator(given, async (operator) =>
        operator.call(await operator.ownerOf(id, 'sta'), 'livestream.static.get', { staticId: id }),
      )
      show(given, found)
      return exitCodes.done
    },
  },
]

async function upload(given: Given): Promise<number> {
  const path = pathFrom(given.terminal, given.needed('file'))
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true) throw new UsageError(`There is no file ${path}.`)
  if (found.size === 0) throw new UsageError(`${path} is empty.`)
  const made = await asOperator(given, async (operator) => {
    const account = await operator.account()
    const input = {
      title: given.text('title') ?? basename(path, extname(path)),
      ...(given.text('channel') === undefined ? {} : { channelId: given.text('channel') }),
      ...(given.text('visibility') === undefined ? {} : { visibility: given.text('visibility') }),
    }
    const draft = await operator.call(account, 'livestream.static.create', input)
    await send(operator, { account, draft, path, totalBytes: found.size, terminal: given.terminal })
    return operator.call(account, 'livestream.static.get', { staticId: draft['id'] })
  })
  show(given, made)
  given.output.note(`How far it is: fairground video show ${String(made['id'])}`)
  return exitCodes.done
}

type Sending = {
  account: Account
  draft: Record<string, unknown>
  path: string
  totalBytes: number
  terminal: Terminal
}

async function send({ app }: Operator, sending: Sending): Promise<void> {
  const { account, draft, path, totalBytes } = sending
  const uploads = app.products.flatMap((product) => product.uploads)
  const of = uploads.find(({ id }) => id === 'livestream.static.upload')
  if (of === undefined) throw new Error('there is no upload of videos')
  const token = new URL(String(Object(draft['upload']).url)).searchParams.get('token')
  const body = withProgress(createReadStream(path, { highWaterMark: 1024 * 1024 }), sending)
  const ctx = app.operatorCtx(account, 'operator')
  const { isWhole } = await of.take(
    ctx,
    { staticId: draft['id'], token },
    { fromByte: 0, totalBytes, isLast: true, body },
  )
  if (!isWhole) throw new UsageError(`${path} could not be read to its end.`)
}

/** Prints the progress of reading on a terminal. */
async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  { totalBytes, terminal: { stderr } }: Sending,
): AsyncGenerator<Uint8Array> {
  let [readBytes, printedPercent] = [0, -1]
  for await (const piece of pieces) {
    yield piece
    readBytes += piece.length
    const percent = Math.floor((100 * readBytes) / totalBytes)
    if (stderr.isTTY === true && percent > printedPercent) stderr.write(`\r${percent} %`)
    printedPercent = percent
  }
  if (stderr.isTTY === true) stderr.write('\r     \r')
}

function show({ output }: Given, video: Record<string, unknown>): void {
  const { id, title, status, visibility, processing, durationSeconds, playback } = video
  const { playerUrl } = Object(playback)
  output.record(
    output.format === 'json' ? video : { id, title, status, processing, durationSeconds, visibility, playerUrl },
  )
}
