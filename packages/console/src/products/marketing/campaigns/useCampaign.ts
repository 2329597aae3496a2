import { FairgroundError } from '@fairground/sdk'
import { useRef, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas, type Noun } from '#console/parts/description.ts'
import { dropDraft, keepDraft, readDraft } from '#console/parts/form/drafts.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import {
  changedFields,
  conflictsOf,
  remainingErrors,
  type FormErrors,
  type FormValues,
} from '#console/parts/form/formValues.ts'
import { refusalText } from '#console/parts/form/refusalTexts.ts'
import { inputErrors } from '#console/parts/form/inputChecks.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { newCampaign, patchOf, valuesOf, type Campaign } from './campaignDraft.ts'

type Saved = Campaign & { audienceEstimate: number; warnings: string[]; isCaught: boolean }

/** A changed campaign that another person has changed too. */
type Conflict = { mine: FormValues; theirs: Campaign }

/** The campaign of the form: its values, its messages, and ways to keep and move it on the server. */
export type CampaignDraft = ReturnType<typeof useCampaign>

/** Values of a campaign while they change. `loaded`: the campaign on the server; undefined for a new one. */
export function useCampaign(noun: Noun, loaded: Campaign | undefined) {
  const { id: accountId, client } = useAccount()
  const stale = useStale()
  const { operations } = useSchemas('marketing')
  const [record, setRecord] = useState(loaded)
  const draftKey = `${accountId}.${record?.id ?? `${noun.id}.new`}`
  const [values, setValues] = useState<FormValues>(() => firstValues(draftKey, loaded))
  const [errors, setErrors] = useState<FormErrors>({})
  const [failure, setFailure] = useState<unknown>()
  const [conflict, setConflict] = useState<Conflict>()
  const [found, setFound] = useState<Pick<Saved, 'audienceEstimate' | 'warnings' | 'isCaught'>>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newKey())
  const verb = record === undefined ? 'create' : 'update'
  const schema: JsonSchema = operations[`marketing.campaign.${verb}`]?.input ?? {}
  const initial = valuesOf(record)
  const change = (part: FormValues) => {
    const next = { ...values, ...part }
    setValues(next)
    keepDraft(draftKey, { initial, values: next, version: record?.version })
    setErrors(remainingErrors(errors, values, next))
    setFailure(undefined)
  }
  const accept = async (saved: Saved) => {
    dropDraft(draftKey)
    setRecord(saved)
    setValues(valuesOf(saved))
    setFound(saved)
    key.current = newKey()
    await stale(noun.id)
    return saved
  }
  const send = async (before: Campaign | undefined, patch: Record<string, unknown>) => {
    const target = before === undefined ? {} : { campaignId: before.id, ifVersion: before.version }
    // cast: both operations return the campaign with its estimate.
    return (await client.callAny(
      `marketing.campaign.${verb}`,
      { ...target, ...patch },
      {
        idempotencyKey: key.current,
      },
    )) as Saved
  }
  /** Sends changed fields with an action. A campaign that another person changed at other fields is merged. */
  const sendChanges = async (action: Record<string, unknown>): Promise<Saved> => {
    if (record === undefined) return send(record, newCampaign(values))
    const patch = { ...patchOf(changedFields(initial, values)), ...action }
    try {
      return await send(record, patch)
    } catch (error) {
      if (!(error instanceof FairgroundError) || error.reason !== 'version_mismatch') throw error
      key.current = newKey()
      const theirs = await client.call('marketing.campaign.get', { campaignId: record.id })
      if (conflictsOf(initial, patch, valuesOf(theirs)).length === 0) return send(theirs, patch)
      setConflict({ mine: patch, theirs })
      throw error
    }
  }
  const save = async (action: Record<string, unknown> = {}): Promise<Saved | FormErrors> => {
    const sent = record === undefined ? newCampaign(values) : patchOf(changedFields(initial, values))
    const wrong = inputErrors(schema, record === undefined ? sent : { campaignId: record.id, ...sent })
    setErrors(wrong)
    setFailure(undefined)
    if (Object.keys(wrong).length > 0) return wrong
    setBusy(true)
    try {
      return await accept(await sendChanges(action))
    } catch (error) {
      const refused = errorsOf(error)
      setErrors(refused)
      setFailure(error)
      // A refusal frees the key. Where the result is unknown, the same key finds out.
      if (error instanceof FairgroundError && error.status >= 400 && error.status < 500) key.current = newKey()
      return refused
    } finally {
      setBusy(false)
    }
  }
  const settle = async (merged: FormValues, theirs: Campaign) => {
    await accept(await send(theirs, { ...merged }))
    setConflict(undefined)
  }
  const isChanged = Object.keys(changedFields(initial, values)).length > 0
  return {
    ...{ record, values, errors, failure, conflict, found, isBusy, isChanged, schema, initial },
    ...{ change, save, settle, leaveConflict: () => setConflict(undefined) },
  }
}

/** Whether a result of `save` is the kept campaign. */
export function isSaved(result: Saved | FormErrors): result is Saved {
  return 'audienceEstimate' in result && typeof result.audienceEstimate === 'number'
}

function firstValues(draftKey: string, record: Campaign | undefined): FormValues {
  const draft = readDraft(draftKey)
  const isCurrent = draft !== undefined && draft.version === (record?.version ?? null)
  return { ...valuesOf(record), ...(isCurrent ? draft.values : {}) }
}

function errorsOf(error: unknown): FormErrors {
  if (!(error instanceof FairgroundError)) return {}
  return Object.fromEntries(error.fields.map(({ path, message }) => [path, refusalText(message)]))
}
