import { exitCodes, type Command } from './command.ts'
import { accountOptions, asOperator, itemsOf } from './operator.ts'

/** Commands that list facts of an account. */
export const factCommands: readonly Command[] = [
  {
    name: 'fact list',
    about: 'Shows the public facts of an account, newest first.',
    options: {
      ...accountOptions,
      name: { value: 'name', about: 'Only of this name, such as places.place.created.' },
      subject: { value: 'id', about: 'Only about this resource.' },
      limit: { value: 'number', about: 'How many; 25 when left out.' },
    },
    async run(given) {
      const input: Record<string, unknown> = { limit: given.whole('limit', { min: 1, max: 100 }) ?? 25 }
      for (const name of ['name', 'subject']) if (given.text(name) !== undefined) input[name] = given.text(name)
      const page = await asOperator(given, async (operator) =>
        operator.call(await operator.account(), 'account.fact.all', input),
      )
      given.output.rows(itemsOf(page), ['toldAt', 'name', 'subject', 'subjectVersion', 'id'])
      return exitCodes.done
    },
  },
]
