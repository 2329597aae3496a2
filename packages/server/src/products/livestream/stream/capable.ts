import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { liveVideoPort, type LiveCapabilities } from '#platform/video/live/liveVideoPort.ts'
import type { SentStream } from './streamPlan.ts'

/** Refusal of a field that the configured live engine does not support. */
export const engineUnsupported = reason(
  'conflict',
  'engine_unsupported',
  'The media server of this installation cannot do this.',
)

/** Stream field that needs a capability of the live engine. */
type Demand = {
  field: 'simulcastTargets' | 'dvrWindowSeconds' | 'latencyMode' | 'renditions' | 'endOnUnpublish'
  isMet(sent: SentStream, capabilities: LiveCapabilities): boolean
  message: string
}

const demands: Demand[] = [
  {
    field: 'simulcastTargets',
    isMet: ({ simulcastTargets = [] }, { simulcast }) => simulcast || simulcastTargets.length === 0,
    message: 'The media server of this installation sends no streams on: leave out `simulcastTargets`.',
  },
  {
    field: 'dvrWindowSeconds',
    isMet: ({ dvrWindowSeconds = 0 }, { dvr }) => dvr || dvrWindowSeconds === 0,
    message: 'The media server of this installation has no DVR: leave out `dvrWindowSeconds`.',
  },
  {
    field: 'latencyMode',
    isMet: ({ latencyMode }, { latencyModes }) => latencyMode === undefined || latencyModes.includes(latencyMode),
    message: 'The media server of this installation has one latency for all streams: leave out `latencyMode`.',
  },
  {
    field: 'renditions',
    isMet: ({ renditions }, capabilities) => capabilities.renditions || renditions !== 'auto',
    message: 'The media server of this installation makes no smaller renditions: send `renditions: "source"`.',
  },
  {
    field: 'endOnUnpublish',
    isMet: ({ endOnUnpublish = false }, capabilities) => capabilities.endOnUnpublish || !endOnUnpublish,
    message: 'The media server of this installation does not say why an encoder left: leave out `endOnUnpublish`.',
  },
]

/** Throws engine_unsupported with the sent fields that the live engine does not support. */
export function requireCapable(ctx: Pick<Ctx, 'port'>, sent: SentStream): void {
  const { capabilities } = ctx.port(liveVideoPort)
  const unmet = demands.find((demand) => !demand.isMet(sent, capabilities))
  if (unmet === undefined) return
  throw problem(engineUnsupported, { message: unmet.message, details: { field: unmet.field } })
}
