import { getScore } from './leadScoreGet.ts'
import { updateScore } from './leadScoreUpdate.ts'
import { schedules as clock } from './scoreClock.ts'
import { reactions as scoreReactions } from './scoreReactions.ts'
import { applyModel } from './scoreRecompute.ts'

/** Operations of lead scores. */
export const operations = [getScore, updateScore]
/** Reactions of lead scores. */
export const reactions = scoreReactions
/** Schedules of lead scores. */
export const schedules = clock
/** Tasks of lead scores. */
export const tasks = [applyModel]
