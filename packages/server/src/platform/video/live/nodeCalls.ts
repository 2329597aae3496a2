import type { FastifyInstance } from 'fastify'
import { problem, reasons } from '#kit/problem.ts'
import { failureAnswer } from './commands.ts'
import type { LiveEngine } from './engine.ts'
import type { Nodes } from './nodes.ts'

/** Takes commands for sessions of this node from other nodes of the installation, and from nobody else. */
export function registerNodeCalls(server: FastifyInstance, nodes: Nodes, engine: LiveEngine): void {
  // oxlint-disable-next-line -- Fastify awaits its handlers
  server.post<{ Params: { session: string; command: string } }>('/internal/live/:session/:command', async (request) => {
    const isNode = nodes.isFromNode(request.headers.authorization, request.url)
    if (!isNode) throw problem(reasons.routeNotFound)
    const { session, command } = request.params
    const answer = await engine.command(session, command, request.body).catch(failureAnswer)
    if (answer === undefined) throw problem(reasons.notFound)
    return answer
  })
}
