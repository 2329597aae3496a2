import type { Ctx } from '#kit/call/context.ts'

/** A page of members in the order of their row ids. */
export type MembersPage = { segmentId: string; after: string; limit: number }

/** Row ids of members of a segment. */
export async function membersPage(_ctx: Ctx, _page: MembersPage): Promise<string[]> {
  return []
}
