import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#kit/limits.ts'
import { problem, reasons } from '#kit/problem.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import { networkPrefixes } from '#platform/net/networkPrefix.ts'

/** Bytes of request bodies and of responses that this process holds in memory, counted by holder. */
export type HeldBytes = {
  /**
   * Counts bytes in. Returns the function that counts them out, once however often it is called. Throws rate_limited
   * when the holder has its share, unavailable when the process is full.
   */
  enter(holder: string, bytes: number): () => void
  /** Holders that have some. */
  size(): number
}

const mebibyte = 1_048_576
const boundsDefault = { holderMax: 64 * mebibyte, totalMax: 512 * mebibyte }
/** Smaller bodies and responses are bounded by the connections of their network. */
const uncountedMax = limits.publicBodyBytesMax

/** Opens the counts. A holder that has nothing may always enter. */
export function openHeldBytes({ holderMax, totalMax } = boundsDefault): HeldBytes {
  const counts = new Map<string, number>()
  let total = 0
  const add = (holder: string, change: number) => {
    const count = (counts.get(holder) ?? 0) + change
    total += change
    if (count > 0) counts.set(holder, count)
    else counts.delete(holder)
  }
  return {
    size: () => counts.size,
    enter(holder, bytes) {
      const held = counts.get(holder) ?? 0
      if (held > 0 && held + bytes > holderMax) throw problem(reasons.rateLimited, { retryAfterSeconds: 1 })
      if (held > 0 && total + bytes > totalMax) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
      add(holder, bytes)
      let isHeld = true
      return () => {
        if (isHeld) add(holder, -bytes)
        isHeld = false
      }
    },
  }
}

/** Counts the body of a request for as long as its response is open. Throws as `enter` does. */
export function holdBody(held: HeldBytes, request: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  const { bodyLimit } = request.routeOptions
  // A chunked body does not say its length.
  hold(held, reply, coding === undefined ? Math.min(Number(length ?? 0), bodyLimit) : bodyLimit)
}

/** Counts a response until its last byte has left, or its connection is closed. Throws as `enter` does. */
export function holdResponse(held: HeldBytes, reply: FastifyReply, text: string): string {
  hold(held, reply, text.length)
  return text
}

function hold(held: HeldBytes, reply: FastifyReply, bytes: number): void {
  if (bytes > uncountedMax) reply.raw.once('close', held.enter(holderOf(reply.request), bytes))
}

/** The account of a secret key, with its test account; else the network prefix. */
function holderOf({ caller, ip }: FastifyRequest): string {
  const key = caller?.key
  const account = key === undefined || key.kind === 'public' ? undefined : accountPath(key.account)[0]
  return account ?? networkPrefixes(ip).host
}
