import '#console/parts/screenStyles.ts'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { OpenQuestion } from '#console/parts/confirmation.ts'
import { t } from '#console/texts/texts.ts'

/** The dialog of a question before an action that cannot be taken back. */
export function ConfirmationDialog({ question }: { question: OpenQuestion }) {
  return (
    <Modal opened onClose={() => question.answer(false)} title={question.title} centered>
      <Stack>
        {question.text === undefined ? null : <Text size="sm">{question.text}</Text>}
        <Group justify="end">
          <Button variant="default" onClick={() => question.answer(false)}>
            {t('record.cancel')}
          </Button>
          <Button color="red" onClick={() => question.answer(true)} data-autofocus>
            {question.button}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
