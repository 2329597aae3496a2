import { memberOf } from '#kit/filter/eventCondition.ts'
import type { FieldType, FilterField, Vocabulary } from '#kit/filter/vocabulary.ts'
import { scoreFields } from './scoreField.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'

const attributePath = /^attributes((?:\.[A-Za-z_][A-Za-z0-9_-]{0,59}){1,3})$/

function column(type: FieldType, name: string, sql: string): [string, FilterField] {
  return [name, { type, sql: () => sql, read: ({ fields }) => fields[name] }]
}

const fields: Readonly<Record<string, FilterField>> = Object.fromEntries([
  [
    'email',
    { type: 'text', sql: () => 't.email_key', read: ({ fields: { emailKey } }) => emailKey, normal: emailKeyOf },
  ],
  column('text', 'phone', 't.phone'),
  column('text', 'externalId', 't.external_id'),
  column('text', 'viewerId', 't.viewer_id'),
  column('text', 'firstName', 't.first_name'),
  column('text', 'lastName', 't.last_name'),
  column('text', 'locale', 't.locale'),
  column('text', 'timezone', 't.timezone'),
  column('text', 'country', 't.country'),
  column('text', 'status', 't.status'),
  column('list', 'tags', 't.tags'),
  column('list', 'topics', 't.topics'),
  column('flag', 'trackingDisabled', 't.tracking_disabled'),
  column('moment', 'createdAt', 't.created_at'),
  ...Object.entries(scoreFields),
])

/** Names that filters of contacts may use: their fields, attributes by path, and fields that other nouns add. */
export const contactVocabulary: Vocabulary = {
  find(name) {
    if (Object.hasOwn(fields, name)) return fields[name]
    const path = attributePath.exec(name)?.[1]?.slice(1).split('.')
    return path === undefined ? undefined : attributeField(path)
  },
  get names() {
    return [...Object.keys(fields), 'attributes.…']
  },
}

function attributeField(path: readonly string[]): FilterField {
  return {
    type: 'json',
    sql: ({ bind }) => `(t.attributes #> ${bind(path, 'text[]')})`,
    holding(value, { bind }) {
      const held = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
      return `t.attributes @> ${bind(JSON.stringify(held), 'jsonb')}`
    },
    read: ({ fields: { attributes } }) => path.reduce<unknown>((value, key) => memberOf(value, key), attributes),
  }
}
