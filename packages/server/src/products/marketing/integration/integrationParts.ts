import { integration } from './integration.ts'
import { operations as integrationOperations } from './integrationOperations.ts'

/** Resources of integrations. */
export const resources = [integration]
/** Operations of integrations. */
export const operations = integrationOperations
