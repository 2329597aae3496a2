import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '#console/texts/texts.ts'

/** A question before an action that cannot be taken back. */
export type Question = { title: string; text?: string | undefined; button: string }

let open: (Question & { answer(isConfirmed: boolean): void }) | undefined
const listeners = new Set<() => void>()

/** Opens a dialog. Resolves to true when the person confirms. */
export function confirmed(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    open?.answer(false)
    set({ ...question, answer: resolve })
  })
}

function set(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog of the open question, mounted once by the page that opens it. */
export function ConfirmationDialog() {
  const question = useSyncExternalStore(subscribe, () => open)
  if (question === undefined) return null
  const close = (isConfirmed: boolean) => {
    set(undefined)
    question.answer(isConfirmed)
  }
  return (
    <Modal opened onClose={() => close(false)} title={question.title} centered>
      <Stack>
        {question.text === undefined ? null : <Text size="sm">{question.text}</Text>}
        <Group justify="end">
          <Button variant="default" onClick={() => close(false)}>
            {t('record.cancel')}
          </Button>
          <Button color="red" onClick={() => close(true)} data-autofocus>
            {question.button}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
