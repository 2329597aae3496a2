import { useState, type ReactNode } from 'react'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import type { CanvasDraft } from './canvasDraft.ts'
import { editableStates, type Automation } from './definitionDraft.ts'
import { StatusDialog } from './statusButtons.tsx'

type Saving = { more: Record<string, unknown>; done: string | undefined; resolve(isSaved: boolean): void }

/** A draft whose save first leaves the choice whether contacts on their way move to the new version, and its dialog. */
export function useRunsQuestion(
  automation: Automation,
  draft: CanvasDraft,
): { asking: CanvasDraft; question: ReactNode } {
  const [saving, setSaving] = useState<Saving>()
  const { active } = automation.stats
  const isAsked = draft.isChanged && active > 0 && editableStates.has(automation.status)
  const save: CanvasDraft['save'] = (more = {}, done) =>
    isAsked ? new Promise((resolve) => setSaving({ more, done, resolve })) : draft.save(more, done)
  const end = (isSaved: boolean) => {
    saving?.resolve(isSaved)
    setSaving(undefined)
  }
  const question =
    saving === undefined ? null : (
      <StatusDialog
        title={t('automation.migrate')}
        text={t('automation.migrate.text', { count: numberText(active) })}
        button={t('automation.save')}
        choices={['stay', 'move']}
        close={() => end(false)}
        send={async (choice) => {
          const isSaved = await draft.save({ ...saving.more, migrateRuns: choice === 'move' }, saving.done)
          end(isSaved)
          return isSaved
        }}
      />
    )
  return { asking: { ...draft, save }, question }
}
