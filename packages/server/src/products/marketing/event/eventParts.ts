import { personReactions } from './personFacts.ts'
import { schedules as retention } from './eventRetention.ts'
import { operations as timelineOperations } from './contactTimeline.ts'
import { trackEvents } from './eventTrack.ts'

/** Operations of events and time lines. */
export const operations = [trackEvents, ...timelineOperations]
/** Reactions to facts of any product about a person. */
export const reactionsTo = personReactions
/** Schedules of events. */
export const schedules = retention
