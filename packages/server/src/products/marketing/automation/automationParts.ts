import { createAutomation } from './automationCreate.ts'
import { enrolContacts } from './automationEnrol.ts'
import { getAutomation, listAutomations } from './automationRead.ts'
import { deleteAutomation, updateAutomation } from './automationUpdate.ts'
import { simulateAutomation } from './automationSimulate.ts'
import { previewNode } from './automationPreview.ts'
import { stepAutomation } from './automationStep.ts'
import { automation } from './automation.ts'
import { listAutomationVersions } from './automationVersions.ts'
import { companion } from '#kit/nouns/operation.ts'
import { seedDates } from './dateEntries.ts'
import { migrateRuns, resumeRuns, stopRuns } from './inFlightRuns.ts'
import { reactions as ownReactions } from './reactions.ts'
import { recur } from './scheduleEntries.ts'
import { fireTimers, prune, tick } from './timers.ts'

/** Resources of automations. */
export const resources = [automation]

/** Operations of automations. */
export const operations = [
  companion(listAutomations),
  getAutomation,
  createAutomation,
  updateAutomation,
  deleteAutomation,
  enrolContacts,
  simulateAutomation,
  stepAutomation,
  listAutomationVersions,
  previewNode,
]

/** Reactions of automations. */
export const reactions = ownReactions

/** Tasks of automations. */
export const tasks = [fireTimers, seedDates, recur, stopRuns, resumeRuns, migrateRuns]

/** Schedules of automations. */
export const schedules = [tick, prune]
