import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { clientReference, flag, idOf, languageTag, nullable, oneOf, words } from '#kit/values/fields.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, createInput, ifVersion, removed, updateInput } from '#kit/nouns/standard.ts'
import { details } from '#products/livestream/details/details.ts'
import { resolveSheet } from '#products/livestream/details/targetSheets.ts'
import { ffmpegMissing } from '#products/livestream/records/ffmpegNeeded.ts'
import * as facts from '#products/livestream/facts.ts'
import { idOfPlayback } from '#products/livestream/records/playbackAddresses.ts'
import { ticketingOf, ticketingShape } from '#products/livestream/ticketing/ticketing.ts'
import { password } from '#products/livestream/records/videoFields.ts'
import { engineUnsupported } from './capable.ts'
import { commandSession, endRunning } from './streamControl.ts'
import { assetShape, assetsOf, ingestOf, ingestShape } from './ownerFields.ts'
import { sentTargets } from './simulcastTargets.ts'
import { runningOf, runningShape, simulcastShape } from './streamStatus.ts'
import { runningStates, stream } from '#products/livestream/records/stream.ts'
import {
  alreadyLive,
  nextSessionFields,
  putStream,
  removeStream,
  streamActions,
  updateStream,
  type PutOptions,
  type StreamAction,
  type StreamInput,
  type Written,
} from './streamWrites.ts'

const writable = {
  password: Type.Optional(password),
  simulcastTargets: Type.Optional(sentTargets),
  ifVersion: ifVersion(),
}

const writtenShape = outputSchemaOf(stream, {
  ingest: ingestShape,
  pending: Type.Optional(
    words(nextSessionFields.length, oneOf(nextSessionFields), {
      description: 'Fields that were changed during a session and hold from the next one.',
    }),
  ),
})

const updateText =
  'Changes a stream. While it is live, texts, visibility, targets and slate apply at once; a value that is fixed ' +
  'when a session begins applies to the next session, and is in `pending`.'

const actionTexts = Object.entries(streamActions)
  .map(([name, { description }]) => `\`${name}\`: ${description}`)
  .join(' ')

export const operations = [
  operation('livestream.stream.create', {
    route: 'POST /api/video/stream/create',
    title: 'Update Create',
    description:
      'Makes a stream, or updates the one that `streamId` or a known `clientReference` names: `created` says which. ' +
      'The response to a create holds the stream key, this once.',
    scope: 'livestream.stream:write',
    input: closed({
      streamId: Type.Optional(idOf('str', { description: 'The stream to update.' })),
      ...createInput(stream).properties,
      title: Type.Optional(stream.fields.title.schema),
      ...writable,
    }),
    output: closed({
      ...writtenShape.properties,
      created: flag({ description: 'True when it was made, false when updated.' }),
    }),
    emits: [facts.streamCreated, facts.streamUpdated, facts.channelCreated],
    reasons: [ffmpegMissing, engineUnsupported],
    example: { title: 'Friday night concert', tags: 'music, live' },
    async handle(ctx, input: Record<string, unknown>) {
      const { streamId, clientReference: reference, metadata, ifVersion: version, ...fields } = input
      // cast: the input was accepted by the schema above, made of the resource's own fields.
      const how = { streamId, clientReference: reference, metadata, ifVersion: version } as PutOptions
      return writeAndView(ctx, fields, async (inner) => {
        const written = await putStream(inner, fields, how)
        const isCommanded = !written.created && (await commandSession(inner, written.record, { sent: fields }))
        return { ...written, isCommanded, beside: { created: written.created } }
      })
    },
  }),
  operation('livestream.stream.delete', {
    route: 'POST /api/video/stream/delete',
    title: 'Delete',
    description:
      'Deletes a stream and disconnects its encoder. Recordings and clips stay, unless the request names them.',
    scope: 'livestream.stream:write',
    input: closed({
      streamId: idOf('str'),
      endLive: Type.Optional(flag({ description: 'Ends it first when it is live, instead of refusing.' })),
      deleteRecordings: Type.Optional(flag({ description: 'Deletes its recordings as well; clips stay.' })),
      ifVersion: ifVersion(),
    }),
    output: removed(),
    emits: [facts.streamDeleted, facts.streamEnded, facts.staticCreated, facts.staticDeleted, facts.detailsDeleted],
    reasons: [alreadyLive],
    example: { streamId: madeFirst('livestream.stream') },
    handle: once(async (ctx, input) => {
      const { streamId, endLive = false, deleteRecordings = false, ifVersion: version } = input
      const discards = { deleteRecordings, discardsSession: deleteRecordings }
      const how = { endLive, ...discards, ...(version === undefined ? {} : { ifVersion: version }) }
      return ctx.atomic(async (inner) => {
        const { before, after } = await removeStream(inner, streamId, how)
        await endRunning(inner, before, 'deleted')
        return { id: after.id, status: after.status }
      })
    }),
  }),
  operation('livestream.stream.get', {
    route: 'GET /api/video/stream/get',
    title: 'Get',
    description:
      'Gets a stream with its details in a language. Of a closed stream the public sees what it is and `access`, ' +
      'without addresses.',
    scope: 'livestream.stream:read',
    credential: 'public',
    isRead: true,
    input: closed({
      streamId: Type.Optional(idOf('str')),
      playbackId: Type.Optional(idOf('plb', { description: 'Id in public addresses.' })),
      clientReference: Type.Optional(clientReference()),
      locale: Type.Optional(languageTag({ description: 'Language of the details; falls back to what there is.' })),
    }),
    output: outputSchemaOf(stream, {
      ingest: ingestShape,
      details: nullable(outputSchemaOf(details)),
      ticketing: nullable(ticketingShape),
      session: nullable(runningShape),
      simulcast: simulcastShape,
      ...assetShape,
    }),
    publicOutput: publicOutputSchemaOf(stream, { details: nullable(publicOutputSchemaOf(details)) }),
    example: { streamId: madeFirst('livestream.stream') },
    async handle(ctx, input) {
      const found = await reach(ctx, stream, streamKeyOf(input))
      const [presented] = await present(found, stream, [found.record])
      const sheet = await resolveSheet(found.ctx, { targetId: found.record.id, locale: input.locale, isPublic: true })
      const [sheetView] = sheet === undefined ? [] : await present(found, details, [sheet])
      const isOwner = found.audience === 'owner'
      const publicView = { ...presented, details: sheetView ?? null }
      if (!isOwner) return publicView
      const { record } = found
      const [ticketing, assets, running] = await Promise.all([
        ticketingOf(ctx, record),
        assetsOf(ctx, record),
        runningOf(ctx, record),
      ])
      return { ...publicView, ingest: ingestOf(ctx, record), ticketing, ...running, ...assets }
    },
  }),
  operation('livestream.stream.update', {
    route: 'PUT /api/video/stream/update',
    title: 'Update',
    description: `${updateText} ${actionTexts}`,
    scope: 'livestream.stream:write',
    input: closed({
      ...updateInput(stream).properties,
      ...writable,
      action: Type.Optional(oneOf(Object.keys(streamActions), { description: 'Change to make.' })),
    }),
    output: writtenShape,
    emits: [facts.streamUpdated, facts.streamWentLive, facts.streamEnded, facts.streamDisabled, facts.streamEnabled],
    reasons: [ffmpegMissing, engineUnsupported],
    example: { streamId: madeFirst('livestream.stream'), title: 'Friday night concert, sold out' },
    async handle(ctx, input: Record<string, unknown>) {
      const { streamId, action, ifVersion: version, metadata, ...fields } = input
      // cast: the input was accepted by the schema above, made of the resource's own fields.
      const change = { sent: fields, action, ifVersion: version, metadata } as {
        sent: StreamInput
        action?: StreamAction
      }
      return writeAndView(ctx, fields, async (inner) => {
        const written = await updateStream(inner, String(streamId), change)
        const isCommanded = await commandSession(inner, written.record, { sent: fields, action: change.action })
        return { ...written, isCommanded, beside: {} }
      })
    },
  }),
]

type Commanded<More> = Written & { isCommanded: boolean; beside: More }
type Writing<More> = (inner: Ctx) => Promise<Commanded<More>>

/** Writes a stream and returns its view. After a command to its session, the view shows the result of the command. */
async function writeAndView<More extends object>(ctx: Ctx, sent: Record<string, unknown>, write: Writing<More>) {
  const done: Commanded<More>[] = []
  const first = await ctx.once((inner) =>
    inner.atomic(async (within) => {
      const written = await write(within)
      done[0] = written
      return { ...(await viewOf(within, written, sent)), ...written.beside }
    }),
  )
  const [written] = done
  if (written?.isCommanded !== true) return first
  const record = await ctx.store.get(stream, written.record.id)
  return { ...(await viewOf(ctx, { ...written, record }, sent)), ...written.beside }
}

async function viewOf(ctx: Ctx, written: Written, sent: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { record, streamKey } = written
  const [presented] = await present({ ctx, audience: 'owner' }, stream, [record])
  const isRunning = runningStates.some((each) => each === record.status)
  const pending = isRunning ? nextSessionFields.filter((name) => sent[name] !== undefined) : []
  return { ...presented, ingest: ingestOf(ctx, record, streamKey), ...(pending.length > 0 ? { pending } : {}) }
}

/** Input that names a stream, with a playback id converted to the id of its record. */
function streamKeyOf(input: Record<string, unknown>): { name: string; value: string } {
  const by = exactlyOne(input, ['streamId', 'playbackId', 'clientReference'])
  if (by.name !== 'playbackId') return by
  return { name: stream.idKey, value: idOfPlayback(by.value, stream.prefix) ?? by.value }
}
