import { exitCodes, type Command } from './command.ts'
import { accountOptions, asOperator, itemsOf } from './operator.ts'

const endpointColumns = ['id', 'status', 'url', 'facts', 'disabledReason', 'createdAt']
const deliveryColumns = [
  'id',
  'status',
  'factName',
  'subject',
  'attemptCount',
  'lastStatus',
  'lastError',
  'nextAttemptAt',
]

/** Commands on webhook endpoints and their deliveries. */
export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook create',
    about: 'Sends facts published from now on to an address; shows the signing secret, once.',
    options: {
      ...accountOptions,
      url: { value: 'address', about: 'Where to.', isRequired: true },
      facts: { value: 'name', about: 'Which, such as places.*; all when left out.', isMany: true },
      description: { value: 'text', about: 'Purpose, in your words.' },
    },
    examples: ['webhook create --url https://example.com/hooks/fair --facts places.*,livestream.static.*'],
    async run(given) {
      const input: Record<string, unknown> = { url: given.needed('url'), facts: given.texts('facts') ?? ['*'] }
      if (given.text('description') !== undefined) input['description'] = given.text('description')
      const made = await asOperator(given, async (operator) =>
        operator.call(await operator.account(), 'account.webhookEndpoint.create', input),
      )
      const { id, status, url, facts, secret } = made
      given.output.record(given.output.format === 'json' ? made : { id, status, url, facts, secret })
      given.output.note('Keep the secret: it is shown this once.')
      return exitCodes.done
    },
  },
  {
    name: 'webhook list',
    about: 'Shows the webhook endpoints of an account.',
    options: accountOptions,
    async run(given) {
      const page = await asOperator(given, async (operator) =>
        operator.call(await operator.account(), 'account.webhookEndpoint.all', { limit: 100 }),
      )
      given.output.rows(itemsOf(page), endpointColumns)
      return exitCodes.done
    },
  },
  {
    name: 'webhook delete',
    about: 'Ends a webhook endpoint.',
    positionals: [{ name: 'endpoint', about: 'whe_…', isRequired: true }],
    async run(given) {
      const id = given.needed('endpoint')
      const deleted = await asOperator(given, async (operator) =>
        operator.call(await operator.ownerOf(id, 'whe'), 'account.webhookEndpoint.delete', { webhookEndpointId: id }),
      )
      given.output.record(deleted)
      return exitCodes.done
    },
  },
  {
    name: 'webhook deliveries',
    about: 'Shows what was sent lately and how it went.',
    options: {
      ...accountOptions,
      status: { value: 'pending|failed|delivered|exhausted', about: 'Only in this state.' },
      limit: { value: 'number', about: 'How many, newest first; 25 when left out.' },
    },
    async run(given) {
      const input: Record<string, unknown> = { limit: given.whole('limit', { min: 1, max: 100 }) ?? 25 }
      if (given.text('status') !== undefined) input['status'] = given.text('status')
      const page = await asOperator(given, async (operator) =>
        operator.call(await operator.account(), 'account.delivery.all', input),
      )
      given.output.rows(itemsOf(page), deliveryColumns)
      return exitCodes.done
    },
  },
  {
    name: 'webhook resend',
    about: 'Sends a delivery again, at once, whatever became of it; the running server does it.',
    positionals: [{ name: 'delivery', about: 'dlv_…', isRequired: true }],
    async run(given) {
      const id = given.needed('delivery')
      const sent = await asOperator(given, async (operator) =>
        operator.call(await operator.ownerOf(id, 'dlv'), 'account.delivery.resend', { deliveryId: id }),
      )
      const { id: deliveryId, status, factName, nextAttemptAt } = sent
      given.output.record(given.output.format === 'json' ? sent : { id: deliveryId, status, factName, nextAttemptAt })
      return exitCodes.done
    },
  },
]
