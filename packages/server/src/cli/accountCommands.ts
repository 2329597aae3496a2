import { encodeAccountId, parseAccountId } from '#kit/values/ids.ts'
import { transaction } from '#platform/db/pools.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import { languageTag, nameLine, timeZone } from '#kit/values/fields.ts'
import { listAccounts, suspendAccount } from '#products/account/account.ts'
import { exitCodes, UsageError, type Command, type Given } from './command.ts'
import { asOperator } from './operator.ts'

const kinds = ['business', 'streamer', 'personal'] as const
const nameLengthMax = 120

/** Commands on accounts of this installation. */
export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    about: 'Makes an account with its test twin, and shows a secret key for each, once.',
    options: {
      name: { value: 'text', about: 'Its name.', isRequired: true },
      kind: { value: kinds.join('|'), about: 'What it may do; business when left out.' },
      language: { value: 'tag', about: 'Language of what it makes, BCP 47; en when left out.' },
      'time-zone': { value: 'zone', about: 'Its time zone, IANA; UTC when left out.' },
    },
    examples: ['account create --name "Harbour Lights" --time-zone Europe/Berlin'],
    run: create,
  },
  {
    name: 'account list',
    about: 'Shows the accounts, oldest first.',
    async run(given) {
      const accounts = await asOperator(given, ({ db }) => listAccounts(db))
      given.output.rows(accounts, ['id', 'name', 'kind', 'mode', 'status', 'twinAccountId', 'createdAt'])
      return exitCodes.done
    },
  },
  {
    name: 'account suspend',
    about: 'Stops every key of an account and its twin, within a second.',
    positionals: [{ name: 'account', about: 'acc_… or its name.', isRequired: true }],
    run: (given) => setSuspended(given, true),
  },
  {
    name: 'account resume',
    about: 'Lets a suspended account on.',
    positionals: [{ name: 'account', about: 'acc_… or its name.', isRequired: true }],
    run: (given) => setSuspended(given, false),
  },
]

async function create(given: Given): Promise<number> {
  const name = given.needed('name').trim()
  const kind = kinds.find((each) => each === (given.text('kind') ?? 'business'))
  if (kind === undefined) throw new UsageError(`--kind must be one of ${kinds.join(', ')}.`)
  if (!satisfies(nameLine(nameLengthMax), name))
    throw new UsageError(`--name must have 1 to ${nameLengthMax} characters on one line, and one that can be seen.`)
  const language = given.text('language') ?? 'en'
  if (!satisfies(languageTag(), language)) throw new UsageError(`--language must be a BCP 47 tag, such as pt-BR.`)
  const zone = given.text('time-zone') ?? 'UTC'
  if (!satisfies(timeZone(), zone)) throw new UsageError('--time-zone must be an IANA zone, such as Europe/Berlin.')
  const made = await asOperator(given, ({ app }) => app.foundAccount({ name, kind, language, timeZone: zone }))
  const { account, twin, secretKey, testSecretKey } = made
  const ids = { accountId: account.publicId, testAccountId: twin.publicId }
  given.output.record({ ...ids, name, kind, language, timeZone: zone, secretKey, testSecretKey })
  given.output.note('Keep both keys: they are shown this once.')
  return exitCodes.done
}

async function setSuspended(given: Given, isSuspended: boolean): Promise<number> {
  await asOperator(given, async (operator) => {
    const account = await operator.account()
    const number = parseAccountId(account.publicId) ?? account.id
    await transaction(operator.app.pools, (db) => suspendAccount(db, number, { isSuspended, at: new Date() }))
    const status = isSuspended ? 'suspended' : 'active'
    given.output.record({
      accountId: account.publicId,
      name: account.name,
      status,
      twinAccountId: encodeAccountId(account.twinId),
    })
  })
  return exitCodes.done
}
