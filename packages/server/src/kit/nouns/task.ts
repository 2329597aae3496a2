import type { Static, TSchema } from '#kit/values/schema.ts'
import type { Ctx, OfflineCtx } from '#kit/call/context.ts'

/**
 * Paces of tasks, with workers of their own, so that none waits for a slower kind. quick: moments, in one transaction.
 * errand: network requests, minutes at most. long: work on media, possibly hours.
 */
export const paces = ['quick', 'errand', 'long'] as const

/** One of the paces. */
export type Pace = (typeof paces)[number]

/** A function that runs later, or on a schedule: at least once, so a repeated run must be harmless. */
export type Task<T = unknown> = {
  /** `<product>.<noun>.<verb>` */
  name: string
  description: string
  payload: TSchema
  pace: Pace
  /** Runs a job in a transaction of its account; an errand or a long task runs outside and opens its own. */
  handle(ctx: Ctx, payload: T): Promise<void>
  /** Runs several payloads of a quick task in one transaction; after a failure each runs by `handle`. */
  batch?(ctx: Ctx, payloads: readonly T[]): Promise<void>
  /**
   * Runs once in a transaction when a job of the task is dead, whatever ended its attempts. It moves the record of the
   * task to a failed state with a reason, or begins the work again (`againAfterDeath`).
   */
  failed?(ctx: Ctx, payload: T): Promise<void>
}

const againAfterDeathMs = 5 * 60_000

/** Moment at which `failed` of a task whose work may not be lost begins it again: in five minutes. */
export function againAfterDeath(ctx: Ctx): Date {
  return new Date(ctx.now().getTime() + againAfterDeathMs)
}

type Handle<T> = (ctx: Ctx, payload: T) => Promise<void>

/** The function of a task that moves a record, and the function for a dead job, which ends the record's state. */
export type Moving<T> = { handle: Handle<T>; failed: Handle<T> }

/** Declares a task for `ctx.later`. */
export function task<T extends TSchema>(
  name: string,
  description: string,
  payload: T,
  work: Handle<Static<T>> | Moving<Static<T>>,
): Task<Static<T>> {
  return { name, description, payload, pace: 'quick', handle: handleOf(work), ...failedOf(work) }
}

/**
 * Declares a quick task that takes up to 100 payloads at once: for work whose batch costs little more than one payload.
 */
export function batchTask<T extends TSchema>(
  name: string,
  description: string,
  payload: T,
  batch: (ctx: Ctx, payloads: readonly Static<T>[]) => Promise<void>,
): Task<Static<T>> {
  return { ...task(name, description, payload, (ctx, one) => batch(ctx, [one])), batch }
}

/** Declares a task that sends network requests. It writes in `ctx.atomic`. */
export function outboundTask<T extends TSchema>(
  name: string,
  description: string,
  payload: T,
  work: Handle<Static<T>> | Moving<Static<T>>,
): Task<Static<T>> {
  return { ...task(name, description, payload, work), pace: 'errand' }
}

/** Declares a task that works on media, possibly for hours. It writes in `ctx.atomic`. */
export function longTask<T extends TSchema>(
  name: string,
  description: string,
  payload: T,
  work: Handle<Static<T>> | Moving<Static<T>>,
): Task<Static<T>> {
  return { ...task(name, description, payload, work), pace: 'long' }
}

/** The task that runs `failed` of another task after the death of a job. Undefined for a task without `failed`. */
export function failureTask({ name, failed, payload }: Task): Task | undefined {
  if (failed === undefined) return undefined
  return task(`${name}.failed`, `Ends what ${name} was to do.`, payload, failed)
}

function handleOf<T>(work: Handle<T> | Moving<T>): Handle<T> {
  return typeof work === 'function' ? work : work.handle
}

function failedOf<T>(work: Handle<T> | Moving<T>): Partial<Moving<T>> {
  return typeof work === 'function' ? {} : { failed: work.failed }
}

/** Work of the platform at intervals; one process at a time runs it. */
export type Schedule = {
  name: string
  description: string
  everySeconds: number
  /** Runs one interval. */
  run(ctx: OfflineCtx): Promise<void>
}
