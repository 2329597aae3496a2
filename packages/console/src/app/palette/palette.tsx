import '#console/parts/screenStyles.ts'
import { Modal, TextInput } from '@mantine/core'
import { t } from '#console/texts/texts.ts'

/** The command palette. */
export function Palette({ close }: { close(): void }) {
  return (
    <Modal opened onClose={close} withCloseButton={false}>
      <TextInput placeholder={t('shell.search')} aria-label={t('shell.search')} data-autofocus />
    </Modal>
  )
}
