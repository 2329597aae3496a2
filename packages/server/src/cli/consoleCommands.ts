import { email as emailSchema } from '#kit/values/fields.ts'
import { makeConsoleLink } from '#app/consoleLink.ts'
import { findPersonByEmail } from '#products/account/people/person.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import { exitCodes, UsageError, type Command, type Given } from './command.ts'
import { accountOptions, asOperator } from './operator.ts'

/** Commands on the console, the web app of operators. */
export const consoleCommands: readonly Command[] = [
  {
    name: 'console link',
    about: 'Makes a one-time link into the console, for 15 minutes: for a new owner, or for one who is locked out.',
    options: {
      ...(accountOptions['account'] === undefined ? {} : { account: accountOptions['account'] }),
      email: {
        value: 'address',
        about: 'A person, who sets new credentials: their password, second factor and sessions end.',
      },
    },
    examples: ['console link', 'console link --email mira@example.com'],
    run: link,
  },
]

async function link(given: Given): Promise<number> {
  const address = given.text('email')?.trim()
  if (address !== undefined && !satisfies(emailSchema(), address)) {
    throw new UsageError(`--email must be a mail address (it is "${address}").`)
  }
  const { isKnown, ...made } = await asOperator(given, async ({ app, db, account }) => {
    const found = await account()
    const isKnown = address !== undefined && (await findPersonByEmail(db, address)) !== undefined
    return {
      accountId: found.publicId,
      name: found.name,
      link: await makeConsoleLink(app, found, { email: address }),
      isKnown,
    }
  })
  given.output.record(made)
  given.output.note('The link works once, for 15 minutes.')
  given.output.note(
    isKnown
      ? `Its reader signs in as ${address} and sets new credentials: password, second factor and sessions end.`
      : `Its reader becomes an owner of ${made.name}${address === undefined ? '' : ` as ${address}`}.`,
  )
  return exitCodes.done
}
