import type { Ctx } from '#kit/call/context.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'

/** Topics of an account as an audience sees them. */
export type TopicChoice = { key: string; name: string; description: string | null }

/** Throws invalid for keys of topics that do not exist. `path`: the field of the one key that was sent. */
export async function checkTopics(ctx: Ctx, keys: readonly string[], path?: string): Promise<void> {
  const known = await knownTopics(ctx, keys)
  const problems = keys.flatMap((key, index) => (known.has(key) ? [] : [unknownReference(path ?? `/topics/${index}`)]))
  if (problems.length > 0) throw invalid(...problems)
}

/** The keys among these whose topic exists. */
export async function knownTopics(ctx: Ctx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  return new Set((await ctx.db.rows(findTopics, [ctx.account.id, keys])).map(({ key }) => key))
}

/** Public topics of an account by name, 100 at most. */
export function publicTopics(ctx: Ctx): Promise<TopicChoice[]> {
  return ctx.db.rows(findPublicTopics, [ctx.account.id])
}

const findTopics = statement(
  'marketing_topic.find',
  'account',
  'select key from marketing_topic where account_id = $1 and key = any($2::text[]) and deleted_at is null',
)

const findPublicTopics = statement(
  'marketing_topic.findPublic',
  'account',
  `select key, name, description from marketing_topic
   where account_id = $1 and is_public and deleted_at is null order by name, key limit 100`,
)

/** Keys of the topics that new contacts of forms subscribe to. */
export async function defaultTopics(ctx: Ctx): Promise<string[]> {
  return (await ctx.db.rows(findDefaultTopics, [ctx.account.id])).map(({ key }) => key)
}

const findDefaultTopics = statement(
  'marketing_topic.findDefault',
  'account',
  `select key from marketing_topic
   where account_id = $1 and is_public and is_default and deleted_at is null order by name, key limit 100`,
)
