import type { Ctx, ListQuery } from './context.ts'
import { parseAccountId, parseId } from '#kit/values/ids.ts'
import { ownersFilters, queryOf, type ListOptions } from './paging.ts'
import { field, invalid, problem, reasons } from './problem.ts'
import { isPublic, type Resource, type Stored, type Viewer } from '#kit/nouns/resource.ts'

/** The account whose records are read, as a call on its behalf. */
export type Reach = Viewer & { isOwner: boolean }
export type Reached<R extends Resource> = Viewer & { record: Stored<R> }

/** Finds one record in the form that the caller may see. Throws not_found for a missing, foreign or private record. */
export async function reach<R extends Resource>(
  ctx: Ctx,
  of: R,
  by: { name: string; value: string },
): Promise<Reached<R>> {
  const isById = by.name === of.idKey
  const from = await reachAccount(ctx, of, isById ? parseId(of.prefix, by.value)?.accountId : undefined)
  if (isOwnersName(by) && !from.isOwner) throw problem(reasons.notFound)
  const column = by.name === 'clientReference' ? 'client_reference' : by.name
  const record = isById ? await from.ctx.store.find(of, by.value) : await from.ctx.store.findBy(of, column, by.value)
  if (record === undefined || (!from.isOwner && !isPublic(of, record))) throw problem(reasons.notFound)
  return { ctx: from.ctx, record, audience: from.audience }
}

/** Whether a field that names records is visible to the owner alone: a hit would confirm a guess of its value. */
export function isOwnersName({ name }: { name: string }): boolean {
  return name === 'clientReference'
}

/**
 * The account of a public read, by number or public id; the caller's own when left out. Throws not_found for an account
 * that the caller cannot see.
 */
export function reachAccount(ctx: Ctx, of: Resource, named?: number | string): Reach | Promise<Reach> {
  const accountId = typeof named === 'string' ? parseAccountId(named) : (named ?? ctx.account.id)
  if (accountId !== ctx.account.id) return reachOther(ctx, of, accountId)
  const isOwner = ctx.actor.credential !== 'public'
  return { ctx, isOwner, audience: isOwner ? 'owner' : 'public' }
}

async function reachOther(ctx: Ctx, of: Resource, accountId: number | undefined): Promise<Reach> {
  const account =
    of.publicWhen === undefined || accountId === undefined ? undefined : await ctx.accounts.find(accountId)
  if (account === undefined || account.mode !== ctx.account.mode || account.isSuspended) throw problem(reasons.notFound)
  return { ctx: ctx.as(account), isOwner: false, audience: 'public' }
}

/** The account whose list is read, with the query. */
export type ReachedList = { from: Reach; query: ListQuery }

/**
 * The account of a list that the public may read, and the query that this caller may send. Throws not_found as
 * `reachAccount` does, and invalid for filters that need a secret key of the account.
 */
export async function reachList(
  ctx: Ctx,
  input: Record<string, unknown>,
  list: ListOptions & { of: Resource },
): Promise<ReachedList> {
  const { accountId, ...query } = queryOf(input, list)
  const from = await reachAccount(ctx, list.of, accountId)
  if (from.isOwner) return { from, query }
  const refused = ownersFilters(list.of, list).filter((name) => input[name] !== undefined)
  if (refused.length === 0) return { from, query: { ...query, publicOnly: true } }
  throw invalid(...refused.map((name) => field(name, 'notAllowed', 'needs a secret key of the account')))
}

/** The single field of these in the input. Throws invalid, naming all, for none or several. */
export function exactlyOne(input: Record<string, unknown>, names: readonly string[]): { name: string; value: string } {
  const sent = names.filter((name) => input[name] !== undefined && input[name] !== null)
  const [name] = sent
  if (name !== undefined && sent.length === 1) return { name, value: String(input[name]) }
  const message = `exactly one of ${names.join(', ')} is needed`
  throw invalid(...(sent.length === 0 ? names : sent).map((each) => field(each, 'exactlyOne', message)))
}
