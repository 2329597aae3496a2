import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { childRows, flag, line, nullable } from '#kit/values/fields.ts'
import { foldName, searchText } from '#kit/values/foldedText.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { resource, type Audience, type Stored } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { currentViewers } from '#products/livestream/audience/viewersNow.ts'
import { streamCreated, streamDeleted, streamUpdated } from '#products/livestream/facts.ts'
import { accessShape, playbackIdOf, playbackOf, playbackShape } from './playbackAddresses.ts'
import { checkTags, tagList } from './videoTags.ts'
import { noOffer, ticketOffersOf, type TicketOffer } from './ticketOffer.ts'
import { gateOf } from './visibility.ts'
import { hasOpenPoster, isLive, type Standing } from './standing.ts'
import { publicStreamFields, streamFields } from './streamFields.ts'

/** A stream as the store holds it. */
export type Stream = Stored<typeof stream>

/** States in which a session runs. */
export const runningStates = ['connecting', 'preview', 'live', 'reconnecting'] as const

const liveFields = {
  isLive: flag({ description: 'Whether it can be watched live at this moment.' }),
  viewers: nullable(
    Type.Integer({
      minimum: 0,
      description: 'Current live viewers; null while the stream is not live, or where the owner hides them.',
    }),
  ),
}

/** A live stream: one key for an encoder, one address for an audience, before, while and after it is live. */
export const stream = resource({
  id: 'livestream.stream',
  title: 'Stream',
  description: 'Live streams: each with a key for an encoder and an address for an audience',
  table: 'livestream_stream',
  idKey: 'streamId',
  prefix: 'str',
  states: {
    idle: ['scheduled', 'connecting', 'disabled'],
    scheduled: ['idle', 'connecting', 'disabled'],
    connecting: ['preview', 'live', 'idle', 'scheduled', 'ended'],
    preview: ['live', 'reconnecting', 'ended'],
    live: ['reconnecting', 'ended'],
    reconnecting: ['live', 'preview', 'ended'],
    ended: ['idle', 'scheduled', 'connecting', 'disabled'],
    disabled: ['idle', 'scheduled', 'ended'],
  },
  initial: 'idle',
  actions: {},
  countMax: 10_000,
  fields: {
    ...streamFields,
    simulcastTargets: childRows(
      'livestream_stream_target',
      {
        targetId: line(16, { description: 'Id within the stream; generated when left out.' }),
        name: line(60, { description: 'Name of your own.' }),
        serverUrl: line(500, { description: 'Address to publish to: rtmp:// or rtmps://, without the key.' }),
        isEnabled: flag({ description: 'Whether the stream is sent there.' }),
      },
      {
        itemsMax: 5,
        description: 'Simulcast targets, at most five. Their keys are write-only.',
        access: { isReadOnly: true },
      },
    ),
  },
  derived: {
    categoryFolded: { sqlType: 'text', of: (record) => (record.category === null ? null : foldName(record.category)) },
    subCategoryFolded: {
      sqlType: 'text',
      of: (record) => (record.subCategory === null ? null : foldName(record.subCategory)),
    },
    tagList: { sqlType: 'text[]', of: (record) => tagList(record.tags) },
    searchText: { sqlType: 'text', of: (record) => searchText(record.title, record.description, record.tags) },
    scheduleKey: { sqlType: 'timestamptz(3)', of: (record) => scheduleKey(record) },
  },
  computed: {
    fields: {
      ...liveFields,
      hasPassword: flag({ description: 'Whether a password is set.' }),
      playback: playbackShape,
    },
    publicFields: { ...liveFields, playback: nullable(playbackShape), access: nullable(accessShape) },
    of: async (ctx, records, audience) => {
      const viewers = await viewersOf(ctx, records, audience)
      const offers = audience === 'owner' ? undefined : await ticketOffersOf(ctx, records)
      return records.map((record) => ({
        ...addressFields(ctx, record, { audience, offer: offers?.get(record.id) ?? noOffer }),
        viewers: viewers.get(record.id) ?? null,
      }))
    },
  },
  card: ({ id, title, coverPhotoUrl, status, visibility }) => ({
    title,
    imageUrl: coverPhotoUrl,
    path: `/watch/${playbackIdOf(id)}`,
    isListed: status !== 'disabled' && visibility === 'public',
  }),
  facts: { created: streamCreated, updated: streamUpdated, deleted: streamDeleted },
  publicWhen: {
    sql: "t.status <> 'disabled' and t.visibility <> 'private'",
    holds: (record) => record.status !== 'disabled' && record.visibility !== 'private',
  },
  publicFields: publicStreamFields,
  check(record) {
    checkTags(record.tags)
    const needsPassword = record.visibility === 'password' || record.replayVisibility === 'password'
    if (needsPassword && record.passwordHash === null) {
      throw invalid(field('password', 'required', 'is needed for visibility password'))
    }
  },
})

/** Sort key of a stream without a schedule: the column is never null, and an index serves the order. */
export const unscheduledKey = '9999-12-31T23:59:59.999Z'

/** Sort key of a stream in lists by schedule; streams without a schedule come last. */
export function scheduleKey(record: { scheduledAt: string | null }): string {
  return record.scheduledAt ?? unscheduledKey
}

/** Viewers of each live stream, by its id; without streams that hide their count from this audience. */
async function viewersOf(ctx: Ctx, records: readonly Watched[], audience: Audience): Promise<Map<string, number>> {
  const counted = records.filter((record) => isLive(record) && (audience === 'owner' || !record.hideViewerCount))
  if (counted.length === 0) return new Map()
  const uuids = new Map(counted.map(({ id }) => [id, uuidOf('str', id) ?? '']))
  const viewers = await currentViewers(ctx, [...uuids.values()])
  return new Map([...uuids].map(([id, uuid]) => [id, viewers.get(uuid) ?? 0]))
}

type Watched = Standing & { id: string; hideViewerCount: boolean }
type Listed = Standing & { id: string; visibility: string; passwordHash: string | null } & Kept
type Kept = { hasPoster: boolean; isUsedUp: boolean; record: boolean }
type Viewing = { audience: Audience; offer: TicketOffer }

/** Files of a stream. One that is used up, and keeps no recording, will never play again. */
function filesOf(record: Listed) {
  return { hasPoster: hasOpenPoster(record), hasPlaylist: !record.isUsedUp || record.record }
}

function addressFields(ctx: Ctx, record: Listed, { audience, offer }: Viewing): Record<string, unknown> {
  const live = { isLive: isLive(record) }
  const gate = audience === 'owner' ? undefined : gateOf(record.visibility)
  if (gate !== undefined) return { ...live, playback: null, access: { required: gate, ...offer } }
  const addresses = { ...live, playback: playbackOf(ctx, record.id, filesOf(record)) }
  return audience === 'owner'
    ? { ...addresses, hasPassword: record.passwordHash !== null }
    : { ...addresses, access: null }
}
