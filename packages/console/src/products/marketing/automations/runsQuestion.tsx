import { useState, type ReactNode } from 'react'
import { useScope } from '#console/app/session.tsx'
import { plural, t } from '#console/texts/texts.ts'
import type { CanvasDraft } from './canvasDraft.ts'
import { editableStates, type Automation } from './definitionDraft.ts'
import { StatusDialog } from './statusButtons.tsx'

type Saving = { more: Record<string, unknown>; done: string | undefined; resolve(isSaved: boolean): void }

/** Types of steps that make messages leave: contacts move to a version with one by the scope to send alone. */
const sendingTypes: ReadonlySet<string> = new Set(['sendEmail', 'sendSms', 'sendWebhook', 'enrol'])

/** A draft whose save first leaves the choice whether contacts on their way move to the new version, and its dialog. */
export function useRunsQuestion(
  automation: Automation,
  draft: CanvasDraft,
): { asking: CanvasDraft; question: ReactNode } {
  const [saving, setSaving] = useState<Saving>()
  const hasSendScope = useScope()('marketing.campaign:send')
  const { active } = automation.stats
  const canMove = hasSendScope || !draft.definition.nodes.some(({ type }) => sendingTypes.has(type))
  const isAsked = draft.isOtherGraph && !draft.isOutdated && active > 0 && editableStates.has(automation.status)
  const save: CanvasDraft['save'] = (more = {}, done) =>
    isAsked
      ? // A dialog that closes now has returned the focus by the next frame, and this one returns it there again.
        new Promise((resolve) => requestAnimationFrame(() => setSaving({ more, done, resolve })))
      : draft.save(more, done)
  const end = (isSaved: boolean) => {
    saving?.resolve(isSaved)
    setSaving(undefined)
  }
  const question =
    saving === undefined ? null : (
      <StatusDialog
        title={t('automation.migrate')}
        text={plural('automation.migrate.text', active)}
        button={t('automation.save')}
        choices={canMove ? ['stay', 'move'] : ['stay']}
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
