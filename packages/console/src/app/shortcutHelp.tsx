import '#console/parts/screenStyles.ts'
import { Group, Kbd, Modal, Text } from '@mantine/core'
import { t } from '#console/texts/texts.ts'
import { keyText, shownShortcuts } from './shortcuts.ts'
import './shortcutHelp.css'

/** The keys of the open page and of the console. */
export function ShortcutHelp({ close }: { close(): void }) {
  return (
    <Modal opened onClose={close} title={t('shell.keys')} centered>
      <ul className="shortcuts">
        {shownShortcuts().map(({ key, does }) => (
          <Group key={key} component="li" justify="space-between" wrap="nowrap">
            <Text size="sm">{t(does)}</Text>
            <Kbd>{keyText(key)}</Kbd>
          </Group>
        ))}
      </ul>
    </Modal>
  )
}
