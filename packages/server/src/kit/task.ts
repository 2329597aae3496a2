import type { Static, TSchema } from './schema.ts'
import type { Ctx } from './context.ts'

/** A function that runs later, or on a schedule: at least once, so it must bear a repeat. */
export type Task<T = unknown> = {
  /** `<product>.<noun>.<verb>` */
  name: string
  description: string
  payload: TSchema
  /** Asks others over the network: it may take minutes, and no transaction is held open meanwhile. */
  isOutbound: boolean
  /** Runs in a transaction of the account that asked for it; an outbound one in none but those that it opens. */
  handle(ctx: Ctx, payload: T): Promise<void>
}

/** Declares a task that `ctx.later` can ask for. */
export function task<T extends TSchema>(
  name: string,
  description: string,
  payload: T,
  handle: (ctx: Ctx, payload: Static<T>) => Promise<void>,
): Task<Static<T>> {
  return { name, description, payload, isOutbound: false, handle }
}

/** Declares a task that asks others over the network: what it writes, it writes in `ctx.atomic`. */
export function outboundTask<T extends TSchema>(
  name: string,
  description: string,
  payload: T,
  handle: (ctx: Ctx, payload: Static<T>) => Promise<void>,
): Task<Static<T>> {
  return { ...task(name, description, payload, handle), isOutbound: true }
}

/** Work of the platform that comes round again; one process at a time runs it. */
export type Schedule = {
  name: string
  description: string
  everySeconds: number
  /** `ctx` is of no account: it uses offline statements and `as`. */
  run(ctx: Omit<Ctx, 'account' | 'store'>): Promise<void>
}
