import { sequence } from './sequence.ts'
import { createSequence } from './sequenceCreate.ts'
import { enrolMembers } from './sequenceEnrol.ts'
import { getSequence, listSequences } from './sequenceRead.ts'
import { deleteSequence, updateSequence } from './sequenceUpdate.ts'

/** Resources of email sequences. */
export const resources = [sequence]

/** Operations of email sequences. */
export const operations = [listSequences, getSequence, createSequence, updateSequence, deleteSequence]

/** Tasks of email sequences. */
export const tasks = [enrolMembers]
