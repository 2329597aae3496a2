import type { Ctx } from '#kit/call/context.ts'
import { contactChanged } from '#products/marketing/facts.ts'

/** A changed contact. `fields`: names of the changed fields, of attributes as `attributes.<key>`. */
export type ChangedContact = { id: string; fields: readonly string[]; isNew: boolean }

/** Subject of the facts: the contact, the import or the automation that changed it. */
export type Cause = { id: string; status: string; version: number }

/** Contacts and fields of one fact: a batch of an import is one, which each of four reactions gets as a job. */
const bounds = { contacts: 2_500, fields: 300 }

/**
 * Emits changes for segments, automations and scores, in the same commit: one fact for all new contacts, and one for
 * contacts with the same changed fields, since each fact takes a transaction of each that reacts to it.
 */
export function emitChanges(ctx: Ctx, changes: readonly ChangedContact[], cause: Cause): void {
  const alike = Map.groupBy(changes, ({ isNew, fields }) => (isNew ? '' : `changed ${fields.join('\n')}`))
  for (const group of alike.values()) {
    const isNew = group[0]?.isNew ?? false
    const fields = [...new Set(group.flatMap((each) => each.fields))].slice(0, bounds.fields)
    const ids = [...new Set(group.map(({ id }) => id))]
    for (let from = 0; from < ids.length; from += bounds.contacts) {
      ctx.emit(contactChanged, { contactIds: ids.slice(from, from + bounds.contacts), fields, isNew }, cause)
    }
  }
}
