import type { Log } from '#kit/call/context.ts'
import type { Sessions } from '#platform/video/live/heldSession.ts'
import type { LivePlan } from '#platform/video/live/liveHost.ts'
import { openPlans } from '#platform/video/live/plans.ts'
import { MediaMtxSession, type MediaMtxSessionParts } from './mediaMtxSession.ts'

/** A persisted plan. Times in ms since 1970. */
export type KeptPlan = LivePlan & { beganAtMs: number; shownAtMs?: number; endedAtMs?: number }

export type SessionsOptions = Pick<MediaMtxSessionParts, 'api' | 'recordings' | 'nowMs' | 'log'> & { folder: string }

/** Opens the sessions of the MediaMTX engine. */
export function openMediaMtxSessions({ folder, ...parts }: SessionsOptions): Sessions<MediaMtxSession, KeptPlan> {
  const plans = openPlans<KeptPlan>(folder)
  const keep = (plan: KeptPlan) =>
    plans.write(plan).catch((error: Error) => complain(parts.log, plan.sessionUuid, error))

  function make(plan: KeptPlan, how: Pick<MediaMtxSessionParts, 'events' | 'isFound'>): MediaMtxSession {
    let kept = plan
    // Writes run one after the other, so the latest state stays.
    let writing = how.isFound ? Promise.resolve() : keep(plan)
    const keepMoment = (moment: Partial<KeptPlan>) => {
      kept = { ...kept, ...moment }
      return (writing = writing.then(() => keep(kept)))
    }
    return new MediaMtxSession({
      ...parts,
      ...how,
      plan,
      shown: (shownAtMs) => keepMoment({ shownAtMs }),
      ended: (endedAtMs) => keepMoment({ endedAtMs }),
      done: () => writing.then(() => plans.remove(plan.sessionUuid)),
    })
  }

  return {
    open: (plan, events) => make({ ...plan, beganAtMs: parts.nowMs() }, { events, isFound: false }),
    left: plans.all,
    recover: async (plan, events) => make(plan, { events, isFound: true }),
  }
}

function complain(log: Log, session: string, error: Error): void {
  log.error('a live session cannot be kept for a restart', { session, error: error.message })
}
