import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { startOf } from '#platform/tally/partitions.ts'
import { personKey } from '#platform/tally/personKey.ts'
import { authorPrefix } from '#products/livestream/records/staticVideo.ts'

/** A viewer who makes a clip. Row ids, made of keyed hashes: no address and no id of a device is kept. */
export type ClipAuthor = {
  /** The viewer, as heartbeats count them; the network of a viewer without an id. */
  authorUuid: string
  /** Network prefix of the request. */
  networkUuid: string
  /** Party whose bounds the clip uses up: a viewer who watches, else their network. */
  holderUuid: string
  name: string | null
}

/** Time since the last heartbeat of a viewer who counts as watching. */
const watchedWithinMs = 3_600_000

/** Fields by which a viewer names themself. */
export type AuthorInput = { viewerId?: string | undefined; authorName?: string | undefined }

/**
 * The author of a clip. An id costs nothing to make up, so only one that has watched a video of the account lately has
 * bounds of its own; all others share those of their network. Needs an operation with `seesClient`.
 */
export async function clipAuthor(ctx: Ctx, { viewerId, authorName }: AuthorInput): Promise<ClipAuthor> {
  const secret = ctx.port(keyHashPort)(`livestream.viewer ${ctx.account.id}`).toString('hex')
  const networkUuid = personKey(secret, `network ${ctx.client?.network ?? ''}`)
  const name = authorName?.trim() ?? null
  if (viewerId === undefined) return { authorUuid: networkUuid, networkUuid, holderUuid: networkUuid, name }
  const authorUuid = personKey(secret, viewerId)
  const holderUuid = (await isWatching(ctx, authorUuid)) ? authorUuid : networkUuid
  return { authorUuid, networkUuid, holderUuid, name }
}

/** The public id of an author. */
export function authorIdOf(ctx: Ctx, { authorUuid }: Pick<ClipAuthor, 'authorUuid'>): string {
  return encodeId(authorPrefix, ctx.account.id, dashed(authorUuid))
}

function dashed(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function isWatching(ctx: Ctx, person: string): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - watchedWithinMs)
  const values = [ctx.account.id, person, startOf('day', since).toISOString(), since.toISOString()]
  return (await ctx.db.rows(findBeat, values)).length > 0
}

const findBeat = statement(
  'livestream_beat.ofPerson',
  'account',
  `select 1 as found from livestream_beat
   where account_id = $1 and person_key = $2 and day >= $3::timestamptz and at > $4::timestamptz limit 1`,
)
