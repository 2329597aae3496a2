import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#kit/call/limits.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import { networkPrefixes } from '#platform/net/networkPrefix.ts'

/** An account, or a host prefix with its IPv6 site. A site has 65,536 hosts and may hold half of all bytes. */
export type Holder = { name: string; site?: string | undefined }

/** Bytes of request bodies and of responses in the memory of this process, counted by holder. */
export type MemoryShares = {
  /**
   * Adds bytes. Returns the function that subtracts them; further calls do nothing. Throws rate_limited when the holder
   * or its site has its share, unavailable when the process is full.
   */
  enter(holder: Holder, bytes: number): () => void
  /** Number of holders and sites with bytes. */
  size(): number
}

const mebibyte = 1_048_576
const boundsDefault = { holderMax: 64 * mebibyte, totalMax: 512 * mebibyte }
/** Smaller bodies and responses are bounded by the connections of their network. */
const uncountedMax = limits.publicBodyBytesMax

/** Opens the counts. A holder without bytes may always enter. */
export function openMemoryShares({ holderMax, totalMax } = boundsDefault): MemoryShares {
  const counts = new Map<string, number>()
  let total = 0
  const add = (name: string, change: number) => {
    const count = (counts.get(name) ?? 0) + change
    if (count > 0) counts.set(name, count)
    else counts.delete(name)
  }
  const addAll = ({ name, site }: Holder, change: number) => {
    total += change
    add(name, change)
    if (site !== undefined) add(site, change)
  }
  return {
    size: () => counts.size,
    enter(holder, bytes) {
      const used = counts.get(holder.name) ?? 0
      const ofSite = holder.site === undefined ? 0 : (counts.get(holder.site) ?? 0)
      const isBeyond = (used > 0 && used + bytes > holderMax) || (ofSite > 0 && ofSite + bytes > totalMax / 2)
      if (isBeyond) throw problem(reasons.rateLimited, { retryAfterSeconds: 1 })
      if (used > 0 && total + bytes > totalMax) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
      addAll(holder, bytes)
      let isCounted = true
      return () => {
        if (isCounted) addAll(holder, -bytes)
        isCounted = false
      }
    },
  }
}

/** Counts the body of a request until its response is closed. Throws as `enter` does. */
export function countBody(memory: MemoryShares, request: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  const { bodyLimit } = request.routeOptions
  // A chunked body has no length in advance: the largest one is counted.
  countBytes(memory, reply, coding === undefined ? Math.min(Number(length ?? 0), bodyLimit) : bodyLimit)
}

/** Counts a response until its last byte is sent or its connection is closed. Throws as `enter` does. */
export function countResponse(memory: MemoryShares, reply: FastifyReply, text: string): string {
  countBytes(memory, reply, text.length)
  return text
}

/** Counts bytes until the response is sent or its connection is closed. Throws as `enter` does. */
export function countBytes(memory: MemoryShares, reply: FastifyReply, bytes: number): void {
  if (bytes > uncountedMax) reply.raw.once('close', memory.enter(holderOf(reply.request), bytes))
}

/** The account of a credential, with its test account; the network prefix for a public key and without one. */
function holderOf({ caller, ip }: FastifyRequest): Holder {
  const credential = caller?.credential
  if (credential !== undefined && credential.actor.credential !== 'public') {
    const [name = ''] = accountPath(credential.account)
    return { name }
  }
  const { host, site } = networkPrefixes(ip)
  return { name: host, site }
}
