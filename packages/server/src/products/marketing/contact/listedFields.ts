import { outputSchemaOf } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { matching, words } from '#kit/values/fields.ts'
import { Type, type TSchema } from '#kit/values/schema.ts'
import { contact } from './contact.ts'

const { id, contactId, ...chosen } = outputSchemaOf(contact).properties
const names = Object.keys(chosen)

/** A contact of a list. Its fields but the id may be left out: `fields` of the input chooses some. */
export const listedContact = closed({
  id: present(id),
  contactId: present(contactId),
  ...Object.fromEntries(Object.entries(chosen).map(([name, schema]) => [name, Type.Optional(schema)])),
})

function present(schema: TSchema | undefined): TSchema {
  if (schema === undefined) throw new Error('a contact has an id')
  return schema
}

/** Fields that items of a list have. */
export const fieldsInput = words(
  100,
  matching(`^(?:${[...names, 'id', 'contactId'].join('|')}|attributes\\.[A-Za-z_][A-Za-z0-9_-]{0,59})$`, 72, {
    message: 'must be a field of contacts, or an attribute such as attributes.plan',
    examples: ['email', 'attributes.plan'],
  }),
  { description: 'Only these fields, beside the id; `attributes.plan` is one attribute. All when left out.' },
)

/** A contact with some of its fields. */
export function withFields<C extends Record<string, unknown>>(of: C, fields: readonly string[]): Partial<C> {
  const wanted = new Set(['id', 'contactId', ...fields])
  // cast: fields of a contact under their own names.
  const kept = Object.fromEntries(Object.entries(of).filter(([name]) => wanted.has(name))) as Partial<C>
  const keys = fields.flatMap((name) => (name.startsWith('attributes.') ? name.slice('attributes.'.length) : []))
  if (keys.length === 0 || wanted.has('attributes')) return kept
  const held = Object(of['attributes'])
  return {
    ...kept,
    attributes: Object.fromEntries(keys.filter((key) => Object.hasOwn(held, key)).map((key) => [key, held[key]])),
  }
}
