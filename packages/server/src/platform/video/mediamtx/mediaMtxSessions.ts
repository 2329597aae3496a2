import type { Log } from '#kit/call/context.ts'
import type { Sessions } from '#platform/video/live/heldSession.ts'
import type { LivePlan } from '#platform/video/live/liveHost.ts'
import { openPlans } from '#platform/video/live/plans.ts'
import { MediaMtxSession, type MediaMtxSessionParts } from './mediaMtxSession.ts'

/** Persisted plan; `shownAtMs` is the end of the preview. Times in ms since 1970. */
export type KeptPlan = LivePlan & { beganAtMs: number; shownAtMs?: number; endedAtMs?: number }

export type SessionsOptions = Pick<MediaMtxSessionParts, 'api' | 'recordings' | 'nowMs' | 'log'> & { folder: string }

/** Opens the sessions of the MediaMTX engine. */
export function openMediaMtxSessions({ folder, ...parts }: SessionsOptions): Sessions<MediaMtxSession, KeptPlan> {
  const plans = openPlans<KeptPlan>(folder)
  const keep = (plan: KeptPlan) =>
    plans.write(plan).catch((error: Error) => logUnwritten(parts.log, plan.sessionUuid, error))

  function make(plan: KeptPlan, how: Pick<MediaMtxSessionParts, 'events' | 'isRecovered'>): MediaMtxSession {
    let kept = plan
    // Writes run one after the other, so the file holds the latest state.
    let writing = how.isRecovered ? Promise.resolve() : keep(plan)
    const keepMoment = (moment: Partial<KeptPlan>) => {
      kept = { ...kept, ...moment }
      return (writing = writing.then(() => keep(kept)))
    }
    return new MediaMtxSession({
      ...parts,
      ...how,
      plan,
      keepShown: (shownAtMs) => keepMoment({ shownAtMs }),
      keepEnded: (endedAtMs) => keepMoment({ endedAtMs }),
      removePlan: () => writing.then(() => plans.remove(plan.sessionUuid)),
    })
  }

  return {
    open: (plan, events) => make({ ...plan, beganAtMs: parts.nowMs() }, { events, isRecovered: false }),
    left: () => plans.all(),
    recover: async (plan, events) => make(plan, { events, isRecovered: true }),
  }
}

function logUnwritten(log: Log, session: string, error: Error): void {
  log.error('the plan of a live session could not be written: a restart would lose the session', {
    session,
    error: error.message,
  })
}
