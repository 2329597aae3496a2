import { integration } from './integration.ts'
import { checkIntegration } from './integrationCheck.ts'
import { operations as integrationOperations } from './integrationOperations.ts'

/** Resources of integrations. */
export const resources = [integration]
/** Tasks of integrations. */
export const tasks = [checkIntegration]
/** Operations of integrations. */
export const operations = integrationOperations
