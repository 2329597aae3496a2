import type { ApiRecord } from '#console/parts/descriptor.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'

/** Kinds of rewards, in the order of the choice. */
export const rewardModes = ['rule', 'perk', 'grant'] as const

/** Kind of a reward. */
export type RewardMode = (typeof rewardModes)[number]

const always = ['name', 'token', 'rewardId', 'clientReference', 'metadata', 'ifVersion', 'action']
const fieldsOf: Readonly<Record<RewardMode, readonly string[]>> = {
  rule: ['on', 'where', 'amount', 'per', 'caps', 'budget', 'when', 'startsAt', 'endsAt', 'expiresAfter', 'status'],
  perk: ['cost', 'gives', 'stock', 'perContact', 'startsAt', 'endsAt', 'status'],
  grant: ['contactId', 'amount', 'ruleId', 'reason', 'availableAt', 'expiresAt', 'expiresAfter'],
}
const needed: Readonly<Record<RewardMode, readonly string[]>> = {
  rule: ['on', 'amount'],
  perk: ['cost'],
  grant: ['contactId', 'amount'],
}

/** The mode of a text; undefined for another one. */
export function modeOf(name: unknown): RewardMode | undefined {
  return rewardModes.find((each) => each === name)
}

/** The part of an input that a reward of a mode has. */
export function schemaOfMode(input: JsonSchema, mode: RewardMode): JsonSchema {
  const names = new Set([...always, ...fieldsOf[mode]])
  const fields = Object.entries(input.properties ?? {}).filter(([name]) => names.has(name))
  return {
    ...input,
    properties: Object.fromEntries(fields),
    required: [...new Set(['name', ...needed[mode]])].filter((name) => names.has(name)),
  }
}

/** The input of the edit form of a reward: an action moves its state, not the form. */
export function editSchema(input: JsonSchema, { mode }: ApiRecord): JsonSchema {
  const { required: _all, properties, ...schema } = schemaOfMode(input, modeOf(mode) ?? 'rule')
  const { status: _status, ...fields } = properties ?? {}
  return { ...schema, properties: fields, required: ['rewardId'] }
}
