import type { Ctx } from '#kit/call/context.ts'
import { slugOf } from '#kit/values/foldedText.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { field, problem, reason } from '#kit/call/problem.ts'
import { claimName, takenNames, type Name } from '#platform/names/uniqueNames.ts'

/** Refusal of a handle that another channel has, or left less than 30 days ago. */
export const handleTaken = reason('conflict', 'handle_taken', 'Another channel has this handle, or left it lately.')

const handleLengthMax = 32
const suffixMax = 9
const randomTriesMax = 5

/** Directory name of a handle. Live and test accounts share the names: an address leads to one channel. */
export function handleName(handle: string): Name {
  return { kind: 'channel', key: handle }
}

/** Problem handle_taken for this handle. */
export function refuseHandle(handle: string) {
  return problem(handleTaken, { fields: [field('handle', 'unique', `${handle} is taken`)] })
}

export type ClaimedHandle = { handle: string; uuid: string }

/**
 * Claims a free handle derived from a name, for a channel that does not exist yet: `uuid` stands in for its id.
 * Throws handle_taken when all numbered and random candidates are taken. Call inside `ctx.atomic`.
 */
export async function claimDerived(ctx: Ctx, name: string): Promise<ClaimedHandle> {
  const uuid = uuidv7(ctx.now().getTime())
  const base = baseOf(name)
  const numbered = [base, ...Array.from({ length: suffixMax - 1 }, (_, index) => `${base}_${index + 2}`)]
  const taken = await takenNames(ctx, handleName(base).kind, numbered)
  const random = Array.from({ length: randomTriesMax }, () => `${base}_${sixDigits()}`)
  for (const handle of [...numbered.filter((each) => !taken.has(each)), ...random]) {
    if (await claimName(ctx, handleName(handle), uuid)) return { handle, uuid }
  }
  throw refuseHandle(base)
}

/** Slug of the name, short enough for a numeric suffix. */
function baseOf(name: string): string {
  const slug = slugOf(name, handleLengthMax - 7, 'channel').replaceAll('-', '_')
  return slug.length < 3 ? `channel_${slug}` : slug
}

function sixDigits(): string {
  return String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000))
}
