import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

/** The routes of a server by their path, with the methods of each. */
export type RouteMethods = {
  /** The methods of the route that a path matches, in alphabetical order; empty when none matches. */
  at(url: string): string[]
  /** Every declared path (`/watch/:playbackId`, `/hls/*`) with its methods. */
  all(): Map<string, ReadonlySet<string>>
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into Fastify's own
  interface FastifyInstance {
    routeMethods: RouteMethods
  }
}

/** Collects the routes that are declared after this call. OPTIONS, which every path has, is left out. */
export function collectRouteMethods(server: FastifyInstance): RouteMethods {
  const paths = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method }) => {
    const methods = paths.get(url) ?? new Set()
    for (const each of [method].flat()) if (each !== 'OPTIONS') methods.add(each)
    if (methods.size > 0) paths.set(url, methods)
  })
  let router: ReturnType<typeof findMyWay> | undefined
  const collected = {
    at(url: string): string[] {
      router ??= routerOf(paths)
      // cast: each path was stored with its methods.
      const methods = router.find(anyMethod, url)?.store as Set<string> | undefined
      return [...(methods ?? [])].toSorted()
    },
    all: () => paths,
  }
  server.decorate('routeMethods', collected)
  return collected
}

/** The method under which all paths are stored, because a router looks paths up by method. */
const anyMethod: HTTPMethod = 'GET'

function routerOf(paths: ReadonlyMap<string, ReadonlySet<string>>) {
  const router = findMyWay({ maxParamLength: 200 })
  for (const [path, methods] of paths) router.on(anyMethod, path, () => undefined, methods)
  return router
}
