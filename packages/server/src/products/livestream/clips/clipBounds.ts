import type { Ctx } from '#kit/call/context.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { viewerClipSettings } from '#products/livestream/settings.ts'
import type { ClipAuthor } from './clipAuthor.ts'

/** Refusal of a clip of a blocked viewer. */
export const viewerBlocked = reason('not_authorized', 'viewer_blocked', 'You may not make clips of these videos.')

/** Refusal of a viewer's clip for which there is no space. */
export const clipShelfFull = reason(
  'conflict',
  'clip_shelf_full',
  'There is no space for more clips of viewers: the owner has to feature or remove some.',
)

/** Clips a minute: of one viewer, or of all viewers of a network that do not watch; of a network; of a stream. */
const minuteMax = { holder: 6, network: 30, stream: 60 }
const minuteMs = 60_000
/** Parts of the account's space that one viewer, and one network, may hold. */
const shares = { holder: 10, network: 2 }
/** Part of the space whose use emits a fact. */
const fillingAt = 0.8
const fillingAgainMs = 86_400_000
/** Time for which other viewers of a blocked viewer's network need to watch before they make clips. */
const networkBlockedMs = 86_400_000

/** A clip that a viewer is about to make. */
export type NewClip = { author: ClipAuthor; streamUuid: string; bytes: number }

/** Space of an account's viewer clips after a new one. `isFilling`: four fifths are used, and no fact said so today. */
export type ClipSpace = { usedBytes: number; limitBytes: number; isFilling: boolean }

/** Throws viewer_blocked for a viewer that the owner has blocked. */
export async function refuseBlocked(ctx: Ctx, { authorUuid, networkUuid, holderUuid }: ClipAuthor): Promise<void> {
  const since = new Date(ctx.now().getTime() - networkBlockedMs).toISOString()
  const network = holderUuid === networkUuid ? networkUuid : null
  const found = await ctx.db.rows(findBlock, [ctx.account.id, authorUuid, network, since])
  if (found.length > 0) throw problem(viewerBlocked)
}

/** Checks a new clip against all bounds. Throws rate_limited and clip_shelf_full. Call with the lock of the shelf. */
export async function checkBounds(ctx: Ctx, clip: NewClip): Promise<ClipSpace> {
  await refuseFlood(ctx, clip)
  const { holderUuid, networkUuid } = clip.author
  const [row] = await ctx.db.rows(usedBytes, [ctx.account.id, holderUuid, networkUuid])
  const { every = 0, holder = 0, network = 0 } = row ?? {}
  const limitBytes = ctx.settings.of(viewerClipSettings).viewerClipMegabytes * 1e6
  const after = (bytes: number) => Number(bytes) + clip.bytes
  const bounds = [
    { used: holder, limit: limitBytes / shares.holder },
    { used: network, limit: limitBytes / shares.network },
    { used: every, limit: limitBytes },
  ]
  const full = bounds.find(({ used, limit }) => after(used) > limit)
  if (full !== undefined) {
    throw problem(clipShelfFull, { details: { limitBytes: full.limit, usedBytes: Number(full.used) } })
  }
  const isFilling = after(every) >= fillingAt * limitBytes && !(await isKnownFilling(ctx))
  return { usedBytes: after(every), limitBytes, isFilling }
}

async function isKnownFilling(ctx: Ctx): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - fillingAgainMs).toISOString()
  return (await ctx.db.rows(findFilling, [ctx.account.id, since])).length > 0
}

async function refuseFlood(ctx: Ctx, { author, streamUuid }: NewClip): Promise<void> {
  const since = new Date(ctx.now().getTime() - minuteMs).toISOString()
  const values = [ctx.account.id, since, author.holderUuid, author.networkUuid, streamUuid]
  const [row] = await ctx.db.rows(countLately, values)
  if (row === undefined) return
  const { holder, network, stream } = row
  const isFlood = holder >= minuteMax.holder || network >= minuteMax.network || stream >= minuteMax.stream
  if (isFlood) throw problem(reasons.rateLimited, { retryAfterSeconds: minuteMs / 1000 })
}

const findBlock = statement(
  'livestream_blocked_viewer.find',
  'account',
  `select 1 as found from livestream_blocked_viewer where account_id = $1 and deleted_at is null
   and (author_id = $2 or (network_id = $3 and created_at > $4::timestamptz)) limit 1`,
)

const countLately = statement(
  'livestream_viewer_clip.countLately',
  'account',
  `select (count(*) filter (where holder_id = $3))::integer as holder,
     (count(*) filter (where network_id = $4))::integer as network,
     (count(*) filter (where stream_id = $5))::integer as stream
   from livestream_viewer_clip where account_id = $1 and made_at > $2::timestamptz`,
)

const findFilling = statement(
  'livestream_viewer_clip.findFilling',
  'account',
  `select 1 as found from livestream_viewer_clip
   where account_id = $1 and made_at > $2::timestamptz and is_filling limit 1`,
)

/** A clip that is not cut yet holds an estimate of its bytes, one that failed none. */
const usedBytes = statement(
  'livestream_viewer_clip.usedBytes',
  'account',
  `select coalesce(sum(bytes), 0)::bigint as every,
     coalesce(sum(bytes) filter (where holder_id = $2), 0)::bigint as holder,
     coalesce(sum(bytes) filter (where network_id = $3), 0)::bigint as network
   from (select coalesce(s.byte_count, c.reserved_bytes) as bytes, c.holder_id, c.network_id
     from livestream_static s join livestream_viewer_clip c on c.account_id = s.account_id and c.id = s.id
     where s.account_id = $1 and s.shelf = 'viewers' and s.deleted_at is null and s.status <> 'failed') clips`,
)
