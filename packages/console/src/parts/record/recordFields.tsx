import { Title } from '@mantine/core'
import { Suspense } from 'react'
import { nounScreens } from '#console/products/screens.ts'
import type { Noun, NounSchemas } from '#console/parts/description.ts'
import type { ApiRecord, NounScreens } from '#console/parts/descriptor.ts'
import { kindOfValue, withoutNull } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { ValueView } from '#console/parts/values/valueView.tsx'
import { t } from '#console/texts/texts.ts'

const systemFields = ['createdAt', 'updatedAt', 'version', 'clientReference', 'metadata']
const leftOut = new Set(['id', 'status', 'created'])
const wideKinds = new Set(['longText', 'objects', 'group', 'any', 'pairs'])

type FieldsProps = { noun: Noun; record: ApiRecord; schemas: NounSchemas | undefined }

/** The fields of a record, in the groups of its descriptor, those of the system last. */
export function RecordFields({ noun, record, schemas }: FieldsProps) {
  const { groups = [], panelFields = [], views = {}, fieldTitles = {} } = nounScreens(noun)
  const grouped = new Set([...groups.flatMap(({ fields }) => fields), ...systemFields, ...panelFields])
  const others = Object.keys(record).filter(
    (name) => !grouped.has(name) && !leftOut.has(name) && name !== noun.idKey && !isEmpty(record[name]),
  )
  const sections = [
    ...groups.map(({ title, fields, isOptional = false }) => ({
      title: t(title),
      fields: fields.filter((name) => !panelFields.includes(name) && !(isOptional && isEmpty(record[name]))),
    })),
    { title: t(groups.length === 0 ? 'record.overview' : 'record.other'), fields: others },
    { title: t('record.system'), fields: systemFields },
  ]
  return sections.map(({ title, fields }) => (
    <Section
      key={title}
      title={title}
      names={fields.filter((name) => name in record)}
      record={record}
      schemas={schemas}
      views={views}
      fieldTitles={fieldTitles}
    />
  ))
}

/** Whether a field says nothing: the page names it below the others, or leaves it out where no group names it. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === ''
}

type Views = NonNullable<NounScreens['views']>
type SectionProps = Omit<FieldsProps, 'noun'> & {
  title: string
  names: readonly string[]
  views: Views
  fieldTitles: NonNullable<NounScreens['fieldTitles']>
}

function Section({ title, names, record, schemas, views, fieldTitles }: SectionProps) {
  if (names.length === 0) return null
  const titleOf = (name: string) => (fieldTitles[name] === undefined ? labelOf(name) : t(fieldTitles[name]))
  const unset = names.filter((name) => isEmpty(record[name]))
  return (
    <section className="surface section">
      <Title order={2}>{title}</Title>
      <dl className="record-fields">
        {names
          .filter((name) => !unset.includes(name))
          .map((name) => {
            const schema = schemas?.record?.properties?.[name] ?? {}
            const isWide = wideKinds.has(kindOfValue(name, withoutNull(schema).schema))
            return (
              <div key={name} data-wide={isWide || undefined}>
                <dt>{titleOf(name)}</dt>
                <dd>
                  {views[name] !== undefined ? (
                    <MadeView view={views[name]} value={record[name]} record={record} />
                  ) : (
                    <ValueView name={name} schema={schema} value={record[name]} />
                  )}
                </dd>
              </div>
            )
          })}
      </dl>
      {unset.length === 0 ? null : (
        <p className="record-unset">{t('record.unset', { names: unset.map(titleOf).join(', ') })}</p>
      )}
    </section>
  )
}

type MadeViewProps = { view: Views[string]; value: unknown; record: ApiRecord }

function MadeView({ view, value, record }: MadeViewProps) {
  const FieldView = loadedPart(view.load, 'FieldView')
  return (
    <Suspense fallback={null}>
      <FieldView value={value} record={record} />
    </Suspense>
  )
}
