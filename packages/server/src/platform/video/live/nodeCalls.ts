import type { FastifyInstance } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'
import { failureAnswer } from './nodeCommands.ts'
import type { LiveEngine } from './liveEngine.ts'
import type { Nodes } from './nodes.ts'

/** Takes commands for sessions of this node from other nodes of the installation, and from nobody else. */
export function registerNodeCalls(server: FastifyInstance, nodes: Nodes, engine: LiveEngine): void {
  server.route<{ Params: { session: string; command: string } }>({
    method: 'POST',
    url: '/internal/live/:session/:command',
    config: { admission: 'media' },
    // Before the body is read: a stranger's is not.
    onRequest: async ({ headers, url }) => {
      if (!nodes.isFromNode(headers.authorization, url)) throw problem(reasons.routeNotFound)
    },
    handler: async ({ params, body }) => {
      const answer = await engine.command(params.session, params.command, body).catch(failureAnswer)
      if (answer === undefined) throw problem(reasons.notFound)
      return answer
    },
  })
}
