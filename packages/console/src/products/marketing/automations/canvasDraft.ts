import { useEffect, useMemo, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useEditHistory, type EditHistory } from '#console/parts/editHistory.ts'
import { dropDraft, keepDraft, readDraft } from '#console/parts/form/drafts.ts'
import { isEqual } from '#console/parts/form/formValues.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { t } from '#console/texts/texts.ts'
import {
  changedParts,
  definitionErrors,
  definitionOf,
  editableStates,
  isOtherGraph,
  noErrors,
  remainingErrors,
  type Automation,
  type Definition,
  type DefinitionErrors,
} from './definitionDraft.ts'

/** A definition that is being edited: its history, its refusals, and its way to the server. */
export type CanvasDraft = {
  history: EditHistory<Definition>
  definition: Definition
  errors: DefinitionErrors
  isChanged: boolean
  /** Whether changes concern more than the places of steps on the canvas. */
  isOtherGraph: boolean
  /** Whether another person saved a definition since this one was opened. */
  isOutdated: boolean
  isBusy: boolean
  /** Whether unsaved changes of an earlier visit are open. */
  isRestored: boolean
  change(part: Partial<Definition>, topic?: string): void
  discard(): void
  /** Saves changes, if there are any, with further fields such as a state. Resolves to whether it was done. */
  save(more?: Record<string, unknown>, done?: string): Promise<boolean>
}

/** Edits the definition of an automation. Unsaved changes outlive a reload of the tab. */
export function useCanvasDraft(automation: Automation, reload: () => Promise<void>): CanvasDraft {
  const { id: accountId, client } = useAccount()
  const draftKey = `${accountId}.automation.${automation.id}`
  const [{ values: kept, version: keptVersion = null } = {}] = useState(() => readDraft(draftKey))
  const [base, setBase] = useState({ ...automation, definitionVersion: keptVersion ?? automation.definitionVersion })
  const history = useEditHistory<Definition>({ ...definitionOf(base), ...kept })
  const [isBusy, setBusy] = useState(false)
  const definition = history.value
  const [refused, setRefused] = useState({ errors: noErrors, definition })
  const errors = useMemo(() => remainingErrors(refused.errors, refused.definition, definition), [refused, definition])
  const before = definitionOf(base)
  const isChanged = !isEqual(definition, before)
  const isOutdated = automation.definitionVersion !== base.definitionVersion
  useEffect(() => {
    keepDraft(draftKey, { initial: before, values: definition, version: base.definitionVersion })
  }, [definition, base])
  const begin = (from: Automation) => {
    dropDraft(draftKey)
    setBase(from)
    setRefused({ errors: noErrors, definition })
    history.reset(definitionOf(from))
  }
  useEffect(() => {
    // The newest version is shown as soon as this tab has no change to lose.
    if (isOutdated && !isChanged && !isBusy) begin(automation)
  }, [isOutdated, isChanged, isBusy, automation])
  const save = async (more: Record<string, unknown> = {}, done = t('automation.saved')): Promise<boolean> => {
    setBusy(true)
    try {
      const { id: automationId } = automation
      const newest = await client.call('marketing.automation.get', { automationId })
      // Changes stay unsent where another person activated the automation: a pause goes through without them.
      const isSent = isChanged && editableStates.has(newest.status)
      if (isSent && newest.definitionVersion !== base.definitionVersion) {
        await reload()
        throw new Error(t('automation.outdated'))
      }
      if (isChanged && !isSent && more['status'] === undefined) throw new Error(t('automation.locked'))
      const changes = isSent ? { ...changedParts(before, definition), ifVersion: newest.version } : {}
      const input = { automationId, ...changes, ...more }
      // cast: the response of the operation has the type that the SDK names.
      const saved = (await client.callAny('marketing.automation.update', input)) as Automation
      if (isSent || !isChanged) begin(saved)
      await reload()
      notify(done)
      return true
    } catch (error) {
      setRefused({ errors: definitionErrors(error, definition.nodes) ?? noErrors, definition })
      notifyFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    history,
    definition,
    errors,
    isChanged,
    isOtherGraph: isChanged && isOtherGraph(before, definition),
    isOutdated,
    isBusy,
    isRestored: kept !== undefined && isChanged,
    change: (part, topic) => history.set({ ...definition, ...part }, topic),
    discard: () => begin(automation),
    save,
  }
}
