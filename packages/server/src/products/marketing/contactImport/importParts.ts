import { contactImport } from './contactImport.ts'
import { pruneRefusedValues } from './refusedValues.ts'

export { operations } from './importOperations.ts'
export { tasks } from './importTask.ts'
export { uploads } from './importUpload.ts'
/** Resources of imports. */
export const resources = [contactImport]
/** Schedules of imports. */
export const schedules = [pruneRefusedValues]
