import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** An upload of a video with its progress. */
export type UploadRow = { id: string; status: 'receiving' | 'whole'; receivedBytes: number; partCount: number }

/** Latest upload of a video: the one in progress, else the complete one. */
export async function lastUpload(ctx: Ctx, staticUuid: string): Promise<UploadRow | undefined> {
  const [row] = await ctx.db.rows(lastStatement, [ctx.account.id, staticUuid])
  if (row === undefined) return undefined
  return { id: row.id, status: row.status, receivedBytes: row.received_bytes, partCount: row.part_count }
}

/** Inserts an upload. Call inside `ctx.atomic` with the video claimed, after `dropUploads`. */
export async function beginUpload(ctx: Ctx, { id, staticUuid }: { id: string; staticUuid: string }): Promise<void> {
  await ctx.db.rows(beginStatement, [ctx.account.id, id, staticUuid, ctx.now().toISOString()])
}

/** Deletes the uploads of a video in these statuses. Returns their row ids. */
export async function dropUploads(
  ctx: Ctx,
  staticUuid: string | null,
  statuses: readonly UploadRow['status'][],
): Promise<string[]> {
  const found = await ctx.db.rows(dropStatement, [ctx.account.id, staticUuid, statuses])
  return found.map(({ id }) => id)
}

/** Deletes an upload, unless its status has changed. */
export async function deleteUpload(ctx: Ctx, uploadUuid: string, status: UploadRow['status']): Promise<void> {
  await ctx.db.rows(deleteStatement, [ctx.account.id, uploadUuid, status])
}

/** A stored part of an upload. */
export type PartRow = { uploadUuid: string; partUuid: string; fromByte: number; toByte: number }

/** Adds a part behind the stored ones. False for a gap, an overlap, or an upload that has ended. */
export async function addPart(ctx: Ctx, { uploadUuid, partUuid, fromByte, toByte }: PartRow): Promise<boolean> {
  const values = [ctx.account.id, uploadUuid, fromByte, toByte, partUuid]
  return (await ctx.db.rows(addStatement, values)).length > 0
}

/** Marks an upload as complete. False when it has ended already. Call inside `ctx.atomic`. */
export async function closeUpload(ctx: Ctx, uploadUuid: string): Promise<boolean> {
  return (await ctx.db.rows(closeStatement, [ctx.account.id, uploadUuid])).length > 0
}

/** Parts of a complete upload, in order; undefined when the upload does not exist. */
export async function wholeUpload(ctx: Ctx, uploadUuid: string): Promise<string[] | undefined> {
  const rows = await ctx.db.rows(wholeStatement, [ctx.account.id, uploadUuid])
  return rows.length === 0 ? undefined : rows.map((row) => row.part_id)
}

const lastStatement = statement(
  'livestream_upload.last',
  'account',
  `select u.id, u.status, coalesce(max(p.to_byte), 0)::float8 as received_bytes, count(p.part_id)::integer as part_count
   from livestream_upload u
   left join livestream_upload_part p on p.account_id = u.account_id and p.upload_id = u.id
   where u.account_id = $1 and u.static_id = $2 group by u.account_id, u.id order by u.status limit 1`,
)

const beginStatement = statement(
  'livestream_upload.begin',
  'account',
  `insert into livestream_upload (account_id, id, static_id, status, begun_at) values ($1, $2, $3, 'receiving', $4)`,
)

const dropStatement = statement(
  'livestream_upload.drop',
  'account',
  'delete from livestream_upload where account_id = $1 and static_id = $2 and status = any($3::text[]) returning id',
)

const deleteStatement = statement(
  'livestream_upload.delete',
  'account',
  'delete from livestream_upload where account_id = $1 and id = $2 and status = $3',
)

const addStatement = statement(
  'livestream_upload_part.add',
  'account',
  `insert into livestream_upload_part (account_id, upload_id, from_byte, to_byte, part_id)
   select u.account_id, u.id, $3::bigint, $4::bigint, $5::uuid from livestream_upload u
   where u.account_id = $1 and u.id = $2 and u.status = 'receiving' and $3::bigint = coalesce(
     (select max(to_byte) from livestream_upload_part where account_id = $1 and upload_id = $2), 0)
   for key share of u
   on conflict do nothing returning part_id`,
)

const closeStatement = statement(
  'livestream_upload.close',
  'account',
  `update livestream_upload set status = 'whole'
   where account_id = $1 and id = $2 and status = 'receiving' returning id`,
)

const wholeStatement = statement(
  'livestream_upload_part.whole',
  'account',
  `select p.part_id from livestream_upload u
   join livestream_upload_part p on p.account_id = u.account_id and p.upload_id = u.id
   where u.account_id = $1 and u.id = $2 and u.status = 'whole' order by p.from_byte limit 20000`,
)
