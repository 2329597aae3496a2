import '#console/parts/screenStyles.ts'
import { FairgroundError } from '@fairground/sdk'
import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { CurrencyContext, useCurrencyOf } from '#console/parts/currencyContext.ts'
import { partsOf, useSchemas, type Noun } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { usePageNoun } from '#console/parts/pageNoun.ts'
import { useRead, useRecord, useStale } from '#console/parts/recordQueries.ts'
import { useRecordTitle } from '#console/parts/recordTitles.tsx'
import { inversePatch } from '#console/parts/undo.ts'
import { nounName } from '#console/products/descriptors.ts'
import { nounScreens } from '#console/products/screens.ts'
import { t } from '#console/texts/texts.ts'
import { ConflictMerge } from './conflictMerge.tsx'
import { dropDraft, keepDraft, readDraft, type Draft } from './drafts.ts'
import { changedFields, conflictsOf, sentValues, type FormValues } from './formValues.ts'
import { formGroupsOf, useEditSchema, useConfirm, useWidgets } from './nounForm.ts'
import { newKey } from './formKeys.ts'
import { asideOf } from './formAside.tsx'
import { HandMadeForm } from './handMadeForm.tsx'
import { OperationForm } from './operationForm.tsx'

type Conflict = { mine: FormValues; theirs: ApiRecord }

/** The form of an existing record. It sends changed fields alone, and shows what others changed since. */
export function EditPage() {
  const noun = usePageNoun()
  const { recordId = '' } = useParams({ strict: false })
  const { id: accountId } = useAccount()
  const [draft] = useState(() => readDraft(`${accountId}.${recordId}`))
  const { form } = nounScreens(noun)
  if (form !== undefined) return <HandMadeForm {...{ form, noun, recordId }} />
  return draft === undefined ? (
    <EditForm noun={noun} id={recordId} />
  ) : (
    <DraftedForm {...{ noun, draft }} id={recordId} />
  )
}

type EditProps = { noun: Noun; id: string }

/** The form with input of an earlier visit. The record may have changed since, or be deleted. */
function DraftedForm({ noun, id, draft }: EditProps & { draft: Draft }) {
  const { id: accountId } = useAccount()
  const { data: record, error } = useRead<ApiRecord>(`${noun.id}.get`, { [noun.idKey ?? 'id']: id })
  const [isMerged, setMerged] = useState(false)
  const draftKey = `${accountId}.${id}`
  if (isGone(error)) {
    return (
      <Stack className="form-page">
        <Title order={1}>{t('form.edit', { title: nounName(noun) })}</Title>
        <GoneNotice noun={noun} values={draft.values} draftKey={draftKey} />
      </Stack>
    )
  }
  if (record === undefined) return null
  const version = Number(record['version'])
  const current = pick(record, Object.keys(draft.values))
  const conflicts = draft.version === version ? [] : conflictsOf(draft.base, draft.values, current)
  if (isMerged || conflicts.length === 0) return <EditForm noun={noun} id={id} />
  const goOn = async (merged: FormValues) => {
    keepDraft(draftKey, { initial: current, values: { ...current, ...merged }, version })
    setMerged(true)
  }
  return (
    <ConflictMerge
      noun={noun}
      conflicts={conflicts}
      mine={draft.values}
      texts={{ title: t('form.draft.old'), text: t('form.draft.old.text'), save: t('form.draft.goOn') }}
      save={goOn}
      cancel={{ text: t('form.draft.discard'), run: () => void goOn({}) }}
    />
  )
}

function EditForm({ noun, id: recordId }: EditProps) {
  const loaded = useRecord(noun, recordId)
  const { client, id: accountId } = useAccount()
  const navigate = useNavigate()
  // The base of the edit stays that of its beginning, whatever is read again.
  const [record, setRecord] = useState(loaded)
  const title = useRecordTitle(record)
  const currency = useCurrencyOf(record)
  const [conflict, setConflict] = useState<Conflict>()
  const widgets = useWidgets(noun)
  const saveOf = useSave(noun)
  const save = (patch: FormValues, options: SaveOptions) => saveOf(record, patch, options)
  const saveOver = (theirs: ApiRecord, merged: FormValues) =>
    saveOf(theirs, merged, { version: Number(theirs['version']), key: newKey() })
  const { product, noun: name } = partsOf(noun.id)
  const schema = useEditSchema(noun, record)
  const path = `/${accountId}/${product}/${name}`
  const draftKey = `${accountId}.${recordId}`
  const fields = Object.keys(schema?.properties ?? {})
  const initial = pick(record, fields)
  // cast: operations named `get` return a record.
  const readTheirs = () => client.callAny(`${noun.id}.get`, { [noun.idKey ?? 'id']: recordId }) as Promise<ApiRecord>
  const confirmChange = useConfirm(noun, record)
  const send = async (values: FormValues, key: string) => {
    const patch = changedFields(initial, values)
    try {
      await save(patch, { version: Number(record['version']), key })
    } catch (error) {
      if (!isOutdated(error)) throw error
      const theirs = await readTheirs()
      const clashes = conflictsOf(initial, patch, pick(theirs, Object.keys(patch)))
      if (clashes.length === 0) return saveOver(theirs, patch)
      setConflict({ mine: patch, theirs })
      throw error
    }
    return undefined
  }
  const saveMerged = async (theirs: ApiRecord, merged: FormValues) => {
    try {
      await saveOver(theirs, merged)
    } catch (error) {
      // A third change in between is shown in place of the second one.
      if (isOutdated(error)) setConflict({ mine: merged, theirs: await readTheirs() })
      throw error
    }
    dropDraft(draftKey)
  }
  const returnToForm = ({ mine, theirs }: Conflict) => {
    const newer = pick(theirs, fields)
    keepDraft(draftKey, { initial: newer, values: { ...newer, ...mine }, version: Number(theirs['version']) })
    setRecord(theirs)
    setConflict(undefined)
  }
  if (widgets === undefined || schema === undefined) return null
  if (conflict !== undefined) {
    return (
      <ConflictMerge
        noun={noun}
        conflicts={conflictsOf(initial, conflict.mine, conflict.theirs)}
        mine={conflict.mine}
        texts={{ title: t('form.conflict.title'), text: t('form.conflict.text'), save: t('form.conflict.save') }}
        save={(merged) => saveMerged(conflict.theirs, merged)}
        cancel={{ text: t('form.cancel'), run: () => returnToForm(conflict) }}
      />
    )
  }
  return (
    <Stack className="form-page">
      <Title order={1}>{t('form.edit', { title })}</Title>
      <CurrencyContext value={currency}>
        <OperationForm
          key={String(record['version'])}
          schema={schema}
          initial={initial}
          fixed={{ [noun.idKey ?? 'id']: recordId }}
          groups={formGroupsOf(noun)}
          widgets={widgets}
          button={t('form.save')}
          draftKey={draftKey}
          version={Number(record['version'])}
          sentOf={(values) => changedFields(initial, values)}
          confirm={(values) => confirmChange(changedFields(initial, values))}
          send={send}
          explain={(error, values) =>
            isGone(error) ? (
              <GoneNotice noun={noun} values={{ ...initial, ...values }} draftKey={draftKey} />
            ) : undefined
          }
          cancel={() => void navigate({ to: `${path}/${recordId}` })}
          aside={asideOf(noun, record)}
        />
      </CurrencyContext>
    </Stack>
  )
}

type SaveOptions = { version: number; key: string }

/** Saves a patch, leads back to the record, and offers its undo. */
function useSave(noun: Noun) {
  const { client, id: accountId } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const { product, noun: name } = partsOf(noun.id)
  return async (before: ApiRecord, patch: FormValues, { version, key }: SaveOptions): Promise<void> => {
    const id = { [noun.idKey ?? 'id']: before.id }
    const isChanged = Object.keys(patch).length > 0
    const after = isChanged
      ? await client.callAny(`${noun.id}.update`, { ...id, ...patch, ifVersion: version }, { idempotencyKey: key })
      : before
    await stale(noun.id)
    await navigate({ to: `/${accountId}/${product}/${name}/${before.id}` })
    if (!isChanged) return notify(t('form.unchanged'))
    const undo = async () => {
      const former = inversePatch(before, patch)
      await client.callAny(`${noun.id}.update`, { ...id, ...former, ifVersion: Number(Object(after).version) })
      await stale(noun.id)
    }
    notify(t('form.saved'), undo)
  }
}

function pick(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]))
}

function isOutdated(error: unknown): boolean {
  return error instanceof FairgroundError && error.reason === 'version_mismatch'
}

function isGone(error: unknown): boolean {
  return error instanceof FairgroundError && error.status === 404
}

/** The way to a new record with the input of one that was deleted. */
function GoneNotice({ noun, values, draftKey }: { noun: Noun; values: FormValues; draftKey: string }) {
  const { id: accountId } = useAccount()
  const navigate = useNavigate()
  const { product, noun: name } = partsOf(noun.id)
  const fields = Object.keys(useSchemas(product).operations[`${noun.id}.create`]?.input.properties ?? {})
  const copy = () => {
    keepDraft(`${accountId}.${noun.id}.new`, { initial: {}, values: pick(sentValues(values), fields) })
    dropDraft(draftKey)
    navigate({ to: `/${accountId}/${product}/${name}/new` }).catch(notifyFailure)
  }
  return (
    <Alert color="yellow" role="alert">
      <Group justify="space-between">
        {t('form.gone')}
        <Button size="xs" variant="default" onClick={copy}>
          {t('form.gone.copy')}
        </Button>
      </Group>
    </Alert>
  )
}
