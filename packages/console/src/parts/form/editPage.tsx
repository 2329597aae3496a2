import '#console/parts/screenStyles.ts'
import { FairgroundError } from '@fairground/sdk'
import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { partsOf, useSchemas, type Noun } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { usePageNoun } from '#console/parts/pageNoun.ts'
import { useRecord, useStale } from '#console/parts/recordQueries.ts'
import { useRecordTitle } from '#console/parts/recordTitles.tsx'
import { inversePatch } from '#console/parts/undo.ts'
import { t } from '#console/texts/texts.ts'
import { ConflictMerge } from './conflictMerge.tsx'
import { dropDraft, keepDraft } from './drafts.ts'
import { changedFields, conflictsOf, sentValues, type FormValues } from './formValues.ts'
import { formGroupsOf, useWidgets } from './nounForm.ts'
import { newKey } from './formKeys.ts'
import { OperationForm } from './operationForm.tsx'

type Conflict = { mine: FormValues; theirs: ApiRecord }

/** The form of an existing record. It sends changed fields alone, and shows what others changed since. */
export function EditPage() {
  const noun = usePageNoun()
  const { recordId = '' } = useParams({ strict: false })
  const loaded = useRecord(noun, recordId)
  const { client, id: accountId } = useAccount()
  const navigate = useNavigate()
  // The base of the edit stays that of its beginning, whatever is read again.
  const [record, setRecord] = useState(loaded)
  const title = useRecordTitle(record)
  const [conflict, setConflict] = useState<Conflict>()
  const widgets = useWidgets(noun)
  const saveOf = useSave(noun)
  const save = (patch: FormValues, options: SaveOptions) => saveOf(record, patch, options)
  const saveOver = (theirs: ApiRecord, merged: FormValues) =>
    saveOf(theirs, merged, { version: Number(theirs['version']), key: newKey() })
  const { product, noun: name } = partsOf(noun.id)
  const schema = useSchemas(product).operations[`${noun.id}.update`]?.input ?? {}
  const path = `/${accountId}/${product}/${name}`
  // A draft belongs to the version that it was typed over: over a newer one it would hide another's change.
  const draftKey = `${accountId}.${recordId}.${String(record['version'])}`
  const initial = pick(record, Object.keys(schema.properties ?? {}))
  // cast: operations named `get` return a record.
  const readTheirs = () => client.callAny(`${noun.id}.get`, { [noun.idKey ?? 'id']: recordId }) as Promise<ApiRecord>
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
  if (widgets === undefined) return null
  if (conflict !== undefined) {
    return (
      <ConflictMerge
        noun={noun}
        conflicts={conflictsOf(initial, conflict.mine, conflict.theirs)}
        mine={conflict.mine}
        save={(merged) => saveMerged(conflict.theirs, merged)}
        cancel={() => {
          setRecord(conflict.theirs)
          setConflict(undefined)
        }}
      />
    )
  }
  return (
    <Stack className="form-page">
      <Title order={1}>{t('form.edit', { title })}</Title>
      <OperationForm
        key={String(record['version'])}
        schema={schema}
        initial={initial}
        fixed={{ [noun.idKey ?? 'id']: recordId }}
        groups={formGroupsOf(noun)}
        widgets={widgets}
        button={t('form.save')}
        draftKey={draftKey}
        sentOf={(values) => changedFields(initial, values)}
        send={send}
        explain={(error, values) => (isGone(error) ? <GoneNotice noun={noun} values={values} /> : undefined)}
        cancel={() => void navigate({ to: `${path}/${recordId}` })}
      />
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
function GoneNotice({ noun, values }: { noun: Noun; values: FormValues }) {
  const { id: accountId } = useAccount()
  const navigate = useNavigate()
  const { product, noun: name } = partsOf(noun.id)
  const fields = Object.keys(useSchemas(product).operations[`${noun.id}.create`]?.input.properties ?? {})
  const copy = () => {
    keepDraft(`${accountId}.${noun.id}.new`, {}, pick(sentValues(values), fields))
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
