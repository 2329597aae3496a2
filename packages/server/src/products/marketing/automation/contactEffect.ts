import type { Ctx } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import type { Patch } from '#kit/nouns/resource.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { contact } from '#products/marketing/contact/contact.ts'
import type { ChangedContact } from '#products/marketing/contact/contactChanges.ts'
import { applyChange } from '#products/marketing/contact/contactWrites.ts'
import type { AutomationNode } from './definitionFields.ts'

/** Fields that a node may set or clear, beside attributes. Identity and consent are none of them. */
export const settableFields: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'phone',
  'locale',
  'timezone',
  'country',
])

const attributePrefix = 'attributes.'

/** Whether a node may write a field: one of the settable ones, or an attribute of the first level. */
export function isSettable(name: string): boolean {
  return settableFields.has(name) || /^attributes\.[A-Za-z_][A-Za-z0-9_-]{0,59}$/.test(name)
}

type OnContact = { run: { contact_id: string }; node: AutomationNode }

/** The outcome of a step, and what it changed, for the caller to emit with `emitChanges`. */
export type Applied = { outcome: string; changes: ChangedContact[] }

/** Changes the contact of a run. A change that the rules of contacts refuse is skipped with the reason. */
export async function applyToContact(ctx: Ctx, { run, node }: OnContact): Promise<Applied> {
  const { addTags = [], removeTags = [] } = node
  const contactId = encodeId('con', ctx.account.id, run.contact_id)
  try {
    const { changed } = await applyChange(ctx, contactId, { patch: patchOf(node), addTags, removeTags })
    if (changed.length === 0) return { outcome: 'unchanged', changes: [] }
    return { outcome: 'updated', changes: [{ id: contactId, fields: changed, isNew: false }] }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { outcome: `skipped: ${error.reason}`, changes: [] }
    throw error
  }
}

function patchOf({ set = {}, unset = [] }: AutomationNode): Patch<typeof contact> {
  const written = [...Object.entries(set), ...unset.map((name): [string, null] => [name, null])]
  const fields: Record<string, unknown> = {}
  const attributes: Record<string, unknown> = {}
  for (const [name, value] of written) {
    if (name.startsWith(attributePrefix)) attributes[name.slice(attributePrefix.length)] = value
    else fields[name] = value
  }
  // cast: `isSettable` has checked the names, and the store checks the values.
  return { ...fields, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) } as Patch<typeof contact>
}
