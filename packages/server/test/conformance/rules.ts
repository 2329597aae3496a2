import { admissionRules } from './admission.ts'
import { bodyRules } from './bodies.ts'
import { edgeRules } from './edges.ts'
import { actionRules } from './actions.ts'
import { inputRules } from './inputs.ts'
import { lenientRules } from './lenient.ts'
import { listRules } from './lists.ts'
import { outcomeRules } from './outcomes.ts'
import { retryRules } from './retries.ts'
import type { Rule } from './stage.ts'
import { tenancyRules } from './tenancy.ts'

/** Rules of every operation, on a server with open rates. */
export const rules: Rule[] = [
  ...admissionRules,
  ...bodyRules,
  ...inputRules,
  ...edgeRules,
  ...outcomeRules,
  ...retryRules,
  ...actionRules,
  ...tenancyRules,
  ...listRules,
  ...lenientRules,
]
