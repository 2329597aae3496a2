import type { Account } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { isIdField, isShortAddress } from '#kit/values/fields.ts'
import { accountOfId, accountOfShortAddress, parseAccountId } from '#kit/values/ids.ts'
import type { TObject } from '#kit/values/schema.ts'
import type { Kernel } from '#platform/call/callContext.ts'

/** Declaration of an operation, page, hook or upload whose input may name an account. */
type Declared = Pick<Operation, 'input'>

const idFields = new WeakMap<TObject, readonly string[]>()

function idFieldsOf({ input }: Declared): readonly string[] {
  const known = idFields.get(input)
  if (known !== undefined) return known
  const names = Object.entries(input.properties).flatMap(([name, schema]) =>
    name === 'accountId' || isIdField(schema) || isShortAddress(schema) ? [name] : [],
  )
  idFields.set(input, names)
  return names
}

/**
 * Throws for an operation, form, hook or upload without a key whose input has no id, which names the account. An
 * operation of the platform needs none.
 */
export function checkKeyless({ operations, pages, hooks, uploads }: Product): void {
  const submitted = pages.flatMap(({ form }) => form?.submits ?? [])
  const keyless = operations.filter(({ credential, isOfPlatform }) => credential === 'none' && !isOfPlatform)
  for (const each of [...keyless, ...submitted, ...hooks, ...uploads]) {
    if (idFieldsOf(each).length > 0) continue
    throw new Error(`${each.id} needs no key, so its input needs an id field, which names the account`)
  }
}

/**
 * The number of the account that the first id field of an input names; undefined without one. Texts that look like an
 * id name none, and the order of a body does not count: a caller must not choose the account of another's record.
 */
export function accountIdIn(of: Declared, input: Record<string, unknown>): number | undefined {
  for (const name of idFieldsOf(of)) {
    const value = input[name]
    if (typeof value !== 'string') continue
    const accountId = accountOfId(value) ?? parseAccountId(value) ?? accountOfShortAddress(value)
    if (accountId !== undefined) return accountId
  }
  return undefined
}

/** The account that the first id field of an input names. Throws not_found for an unknown or suspended one. */
export async function accountIn(kernel: Kernel, of: Declared, input: Record<string, unknown>): Promise<Account> {
  const accountId = accountIdIn(of, input)
  const account = accountId === undefined ? undefined : await kernel.accounts.find(accountId)
  if (account === undefined || account.isSuspended) throw problem(reasons.notFound)
  return account
}
