import '#console/parts/screenStyles.ts'
import { Modal, Stack, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import {
  findOperation,
  nounOfRecord,
  partsOf,
  useDescription,
  useSchemas,
  type Noun,
} from '#console/parts/description.ts'
import type { ApiRecord, NounScreens } from '#console/parts/descriptor.ts'
import { ownTitle } from '#console/parts/list/listColumns.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { notify } from '#console/parts/notices.tsx'
import { usePageNoun } from '#console/parts/pageNoun.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { nounName } from '#console/products/descriptors.ts'
import { nounScreens } from '#console/products/screens.ts'
import { inText } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { sentValues, type FormValues } from './formValues.ts'
import { asideOf } from './formAside.tsx'
import { HandMadeForm } from './handMadeForm.tsx'
import { formGroupsOf, formSchemaOf, useConfirm, useWidgets, withDefaults } from './nounForm.ts'
import { SecretResult, secretsIn } from './operationDialog.tsx'
import { OperationForm } from './operationForm.tsx'

/** The page for a new record: the hand-made one of its descriptor, else a form of the input. */
export function CreatePage() {
  const noun = usePageNoun()
  const { form, createPage } = nounScreens(noun)
  if (form !== undefined) return <HandMadeForm {...{ form, noun }} recordId={undefined} />
  return createPage === undefined ? <CreateForm noun={noun} /> : <HandMade noun={noun} page={createPage} />
}

function HandMade({ noun, page }: { noun: Noun; page: NonNullable<NounScreens['createPage']> }) {
  const Page = loadedPart(page.load, 'CreatePage')
  return (
    <Suspense>
      <Page noun={noun} />
    </Suspense>
  )
}

/** The form of a new record of any noun. Its address can bring values, such as the place of a new event. */
function CreateForm({ noun }: { noun: Noun }) {
  const { client, id: accountId } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const description = useDescription()
  const search: Record<string, string> = useSearch({ strict: false })
  const { product, noun: name } = partsOf(noun.id)
  const { newValues, createBy = `${noun.id}.create`, madeId = ({ id }: ApiRecord) => id } = nounScreens(noun)
  const schemas = useSchemas(product)
  const declared = formSchemaOf(noun, schemas.operations[createBy]?.input ?? {})
  // A create that also updates takes the id of a known record; here a new one is made.
  const { [noun.idKey ?? 'id']: _known, ...properties } = declared.properties ?? {}
  const fields = schemas.nouns[createBy.slice(0, createBy.lastIndexOf('.'))]?.fields ?? {}
  const schema = { ...declared, properties: withDefaults(properties, fields, noun.initial) }
  const widgets = useWidgets(noun)
  const confirm = useConfirm(noun, undefined)
  const [made, setMade] = useState<ApiRecord>()
  const known = Object.entries(search).filter(([field]) => field in (schema.properties ?? {}))
  const initial = { ...newValues, ...Object.fromEntries(known) }
  const open = async (record: ApiRecord) => {
    const id = madeId(record)
    const shown = nounOfRecord(description, id) ?? noun
    const hasPage = findOperation(description, `${shown.id}.get`) !== undefined
    await navigate({ to: `/${accountId}/${product}/${partsOf(shown.id).noun}${hasPage ? `/${id}` : ''}` })
    notify(t('form.created', { title: ownTitle(record) ?? nounName(noun) }))
  }
  const send = async (values: FormValues, key: string) => {
    // cast: operations named `create` return the record.
    const record = (await client.callAny(createBy, sentValues(values, schema, initial), {
      idempotencyKey: key,
    })) as ApiRecord
    await stale(noun.id)
    if (Object.keys(secretsIn(record)).length > 0) setMade(record)
    else await open(record)
  }
  if (widgets === undefined) return null
  return (
    <Stack className="form-page">
      <Title order={1}>{t('form.new', { noun: inText(nounName(noun)) })}</Title>
      <OperationForm
        schema={schema}
        initial={initial}
        fixed={{}}
        groups={formGroupsOf(noun)}
        widgets={widgets}
        button={t('form.create')}
        draftKey={`${accountId}.${noun.id}.new`}
        confirm={confirm}
        send={send}
        cancel={() => void navigate({ to: `/${accountId}/${product}/${name}` })}
        aside={asideOf(noun, undefined)}
      />
      {made === undefined ? null : (
        <Modal opened onClose={() => void open(made)} title={ownTitle(made) ?? nounName(noun)} centered>
          <SecretResult secrets={secretsIn(made)} close={() => void open(made)} />
        </Modal>
      )}
    </Stack>
  )
}
