import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { plural, t } from '#console/texts/texts.ts'
import type { CanvasDraft } from './canvasDraft.ts'
import type { Automation } from './definitionDraft.ts'
import { useTriggerWords } from './triggerWords.ts'

type StatusButtonsProps = { automation: Automation; draft: CanvasDraft }

/** Activates, pauses and resumes an automation, with the choice for the contacts that are on their way. */
export function StatusButtons({ automation, draft }: StatusButtonsProps) {
  const [isAsking, setAsking] = useState(false)
  const { status, inFlight, stats } = automation
  const { when, detail } = useTriggerWords(draft.definition.trigger)
  if (status === 'archived') return null
  const isActive = status === 'active'
  const isHeld = inFlight === 'hold' && status === 'paused' && stats.active > 0
  const { type } = draft.definition.trigger
  const activate = async () => {
    const words = detail === undefined ? when : `${when} (${detail})`
    const isSure = await confirmed({
      title: t('automation.start.title', { name: automation.name }),
      text: type === 'manual' ? t('automation.start.manual') : t('automation.start.text', { when: words }),
      button: t(status === 'draft' ? 'automation.activate' : 'automation.resume'),
    })
    if (isSure) await draft.save({ status: 'active' }, t('automation.activated'))
  }
  return (
    <>
      <Button
        size="xs"
        variant={isActive ? 'default' : 'filled'}
        leftSection={isActive ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
        data-busy={draft.isBusy || undefined}
        onClick={() => (isActive || isHeld ? setAsking(true) : void activate())}
      >
        {t(isActive ? 'automation.pause' : status === 'draft' ? 'automation.activate' : 'automation.resume')}
      </Button>
      {isAsking && isActive ? (
        <StatusDialog
          title={t('automation.pause')}
          text={plural('automation.pause.text', stats.active)}
          choices={['continue', 'hold', 'stop']}
          close={() => setAsking(false)}
          send={(inFlightChoice) => draft.save({ status: 'paused', inFlight: inFlightChoice }, t('automation.paused'))}
        />
      ) : null}
      {isAsking && isHeld ? (
        <StatusDialog
          title={t('automation.resume')}
          text={plural('automation.resume.text', stats.active)}
          choices={['runNow', 'skip']}
          close={() => setAsking(false)}
          send={(resumePolicy) => {
            // The question about changes, which may follow, stands alone.
            setAsking(false)
            return draft.save({ status: 'active', resumePolicy }, t('automation.activated'))
          }}
        />
      ) : null}
    </>
  )
}

/** A choice for contacts that are on their way. */
export type Choice = 'continue' | 'hold' | 'stop' | 'runNow' | 'skip' | 'stay' | 'move'

type StatusDialogProps = {
  title: string
  text: string
  button?: string
  choices: readonly Choice[]
  close(): void
  send(choice: Choice): Promise<boolean>
}

/** The choice for contacts that are on their way, before a change of their automation. */
export function StatusDialog({ title, text, button = title, choices, close, send }: StatusDialogProps) {
  const [choice, setChoice] = useState<Choice>(choices[0] ?? 'continue')
  return (
    <Dialog onClose={close} title={title}>
      <Stack>
        <Text size="sm">{text}</Text>
        <Radio.Group
          aria-label={text}
          value={choice}
          onChange={(next) => setChoice(choices.find((each) => each === next) ?? choice)}
        >
          <Stack gap="sm">
            {choices.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`automation.runs.${each}`)}
                description={t(`automation.runs.${each}.text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button onClick={() => void send(choice).then((isDone) => isDone && close())}>{button}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
