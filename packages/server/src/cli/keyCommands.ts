import { exitCodes, type Command, type Given, type Option } from './command.ts'
import { accountOptions, asOperator, itemsOf, type Operator } from './operator.ts'

const kinds: Option = { value: 'secret|restricted|public', about: 'What it may do; secret when left out.' }
const keyId = { name: 'key', about: 'key_…', isRequired: true }
const columns = ['id', 'name', 'kind', 'status', 'hint', 'scopes', 'expiresAt', 'lastUsedAt']

/** Commands on keys of any account. */
export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    about: 'Makes a key and shows it, once.',
    options: {
      ...accountOptions,
      name: { value: 'text', about: 'Purpose, in your words.', isRequired: true },
      kind: kinds,
      scopes: { value: 'scope', about: 'Scopes of a restricted key, such as places.place:read.', isMany: true },
      origins: { value: 'origin', about: 'Origins that a public key works from.', isMany: true },
      apps: { value: 'id', about: 'App ids that a public key works in.', isMany: true },
      addresses: { value: 'range', about: 'Addresses or CIDR ranges that it works from.', isMany: true },
      'expires-at': { value: 'moment', about: 'When it stops working, such as 2027-01-01T00:00:00Z.' },
    },
    examples: [
      'key create --name "Shop" --test',
      'key create --name "Reader" --kind restricted --scopes places.*:read,livestream.*:read',
      'key create --name "Web site" --kind public --origins https://www.example.com',
    ],
    run: create,
  },
  {
    name: 'key list',
    about: 'Shows the keys of an account, never their secrets.',
    options: accountOptions,
    async run(given) {
      const page = await asOperator(given, async (operator) =>
        operator.call(await operator.account(), 'account.key.all', { limit: 100 }),
      )
      given.output.rows(itemsOf(page), columns)
      return exitCodes.done
    },
  },
  {
    name: 'key rotate',
    about: 'Makes a key with the same rights, shows it once, and keeps the old one valid for an overlap.',
    positionals: [keyId],
    options: { overlap: { value: 'seconds', about: 'Length of the overlap; 86400 when left out.' } },
    async run(given) {
      const overlapSeconds = given.whole('overlap', { min: 0, max: 7 * 86_400 }) ?? 86_400
      return changed(given, 'account.key.rotate', { keyId: given.needed('key'), overlapSeconds })
    },
  },
  {
    name: 'key revoke',
    about: 'Stops a key for good, within a second.',
    positionals: [keyId],
    run: (given) => changed(given, 'account.key.revoke', { keyId: given.needed('key') }),
  },
]

async function create(given: Given): Promise<number> {
  const lists = { scopes: 'scopes', origins: 'allowedOrigins', apps: 'allowedApps', addresses: 'allowedAddresses' }
  const input: Record<string, unknown> = { name: given.needed('name'), kind: given.text('kind') ?? 'secret' }
  for (const [option, field] of Object.entries(lists)) {
    const values = given.texts(option)
    if (values !== undefined) input[field] = values
  }
  const expiresAt = given.text('expires-at')
  if (expiresAt !== undefined) input['expiresAt'] = expiresAt
  return printKey(given, async (operator) => operator.call(await operator.account(), 'account.key.create', input))
}

function changed(given: Given, operationId: string, input: Record<string, unknown>): Promise<number> {
  const id = given.needed('key')
  return printKey(given, async (operator) => operator.call(await operator.ownerOf(id, 'key'), operationId, input))
}

async function printKey(given: Given, work: (operator: Operator) => Promise<Record<string, unknown>>): Promise<number> {
  const { output } = given
  const made = await asOperator(given, work)
  const { id, name, kind, status, hint, scopes, expiresAt, secret, replaces } = made
  output.record(output.format === 'json' ? made : { id, name, kind, status, hint, scopes, expiresAt, replaces, secret })
  if (secret !== undefined) output.note('Keep the secret: it is shown this once.')
  return exitCodes.done
}
