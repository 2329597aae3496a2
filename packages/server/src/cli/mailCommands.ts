import { exitCodes, type Command } from './command.ts'
import { accountOptions, asOperator, itemsOf } from './operator.ts'

/** Commands on caught mails. */
export const mailCommands: readonly Command[] = [
  {
    name: 'mail list',
    about: 'Shows mails that were kept instead of sent, newest first.',
    options: {
      ...accountOptions,
      to: { value: 'address', about: 'Only for this address.' },
      limit: { value: 'number', about: 'How many; 25 when left out.' },
    },
    async run(given) {
      const input: Record<string, unknown> = { limit: given.whole('limit', { min: 1, max: 100 }) ?? 25 }
      if (given.text('to') !== undefined) input['to'] = given.text('to')
      const page = await asOperator(given, async (operator) =>
        operator.call(await operator.account(), 'account.mail.all', input),
      )
      given.output.rows(itemsOf(page), ['caughtAt', 'to', 'subject', 'id'])
      return exitCodes.done
    },
  },
  {
    name: 'mail show',
    about: 'Shows what such a mail says.',
    positionals: [{ name: 'mail', about: 'mai_…', isRequired: true }],
    async run(given) {
      const id = given.needed('mail')
      const mail = await asOperator(given, async (operator) =>
        operator.call(await operator.ownerOf(id, 'mai'), 'account.mail.get', { mailId: id }),
      )
      if (given.output.format === 'json') given.output.record(mail)
      else {
        const { text, html: _html, mailId: _mailId, ...head } = mail
        given.output.record(head)
        // Line ends are printed; other control characters could steer the terminal.
        given.output.line(`\n${String(text).replaceAll(/[^\P{Cc}\n\t]+/gu, ' ')}`)
      }
      return exitCodes.done
    },
  },
]
