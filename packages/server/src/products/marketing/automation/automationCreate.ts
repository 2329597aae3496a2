import type { Ctx } from '#kit/call/context.ts'
import { Type } from '#kit/values/schema.ts'
import { operation } from '#kit/nouns/operation.ts'
import { flag, oneOf } from '#kit/values/fields.ts'
import { outputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import { automationActivated, automationCreated } from '#products/marketing/facts.ts'
import { automation } from './automation.ts'
import { automationShape, presentAutomation } from './automationView.ts'
import { checkMaySend, definitionOf, makeAutomation } from './automationWrites.ts'
import { sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { checkDefinition, graphInvalid } from './definitionCheck.ts'
import { checkTexts } from './definitionTexts.ts'
import { definitionInput } from './definitionFields.ts'
import { splitDefinition } from './definitionInput.ts'

/** Create. */
export const createAutomation = operation('marketing.automation.create', {
  route: 'POST /api/marketing/automation/create',
  title: 'Create Automation',
  description:
    'Creates an automation: a trigger, and nodes that each contact passes. The first node is the entry. Each way ' +
    'leads to a node or to the end, and a cycle has a delay of at least a minute. Each step happens once, also when ' +
    'the server dies in the middle of it. The status `active` needs the scope `marketing.campaign:send` if it sends.',
  scope: 'marketing.automation:write',
  input: closed({
    ...createInput(automation).properties,
    ...definitionInput,
    status: Type.Optional(oneOf(['draft', 'active'], { description: 'Initial state; `draft` when left out.' })),
  }),
  output: outputSchemaOf(automation, {
    ...automationShape,
    created: flag({ description: 'False when it was there already.' }),
  }),
  emits: [automationCreated, automationActivated],
  reasons: [graphInvalid, sendNotAllowed],
  example: {
    name: 'Welcome',
    trigger: { type: 'contactCreated' },
    entry: { reEntry: 'never' },
    nodes: [
      { nodeId: 'welcome', type: 'updateContact', addTags: ['welcomed'], next: 'pause' },
      { nodeId: 'pause', type: 'delay', for: 'P2D', next: 'plan' },
      {
        nodeId: 'plan',
        type: 'branch',
        cases: [{ when: { field: 'tags', is: 'any', value: ['vip'] }, next: 'vip' }],
        else: null,
      },
      { nodeId: 'vip', type: 'addScore', points: 10, reason: 'A VIP stayed two days' },
    ],
  },
  async handle(ctx, input) {
    await checkTexts(ctx, input.nodes, 'nodes')
    return ctx.once((inner) => created(inner, input))
  },
})

async function created(ctx: Ctx, input: Record<string, unknown>) {
  const { definition, rest } = splitDefinition(input)
  const [{ name, description }, options] = splitCreate<typeof automation>(rest)
  await checkDefinition(ctx, definition)
  if (Object(options)['status'] === 'active') checkMaySend(ctx, definition)
  const { record, created } = await makeAutomation(ctx, { draft: { name, description }, definition, options })
  const stored = created ? definition : await definitionOf(ctx, record)
  return { ...(await presentAutomation(ctx, record, stored)), created }
}
