import { ActionIcon, Code, Group } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/texts/texts.ts'

/** A secret, hidden until someone reveals it; it can be copied unseen. */
export function SecretView({ label, secret }: { label: string; secret: string }) {
  const [isRevealed, setRevealed] = useState(false)
  const Icon = isRevealed ? EyeOff : Eye
  return (
    <Group gap={4} wrap="nowrap">
      <Code className="value-text">{isRevealed ? secret : '••••••••••••'}</Code>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(isRevealed ? 'value.hide' : 'value.reveal', { name: label })}
        onClick={() => setRevealed(!isRevealed)}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
      <CopyButton text={secret} label={t('value.copy', { name: label })} />
    </Group>
  )
}

/** A button that copies a text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useClipboard({ timeout: 1500 })
  const Icon = copied ? Check : Copy
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={() => copy(text)}>
      <Icon size={15} aria-hidden />
    </ActionIcon>
  )
}
