import { checkDomain } from './domainCheck.ts'
import { operations as domainOperations } from './domainOperations.ts'
import { sendingDomain } from './sendingDomain.ts'

/** Resources of sending domains. */
export const resources = [sendingDomain]
/** Operations of sending domains. */
export const operations = domainOperations
/** Tasks of sending domains. */
export const tasks = [checkDomain]
