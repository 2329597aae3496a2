import { Alert, Code, Group, Text } from '@mantine/core'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'
import { kindOf } from './integrationForms.ts'
import './integrations.css'

/** A text to copy, under its name. */
export function CopyLine({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Code className="copy-text">{text}</Code>
        <CopyButton text={text} label={t('value.copy', { name })} />
      </Group>
    </div>
  )
}

/** A new secret, which no later page shows. */
export function OnceShown({ secret }: { secret: string }) {
  return (
    <Alert color="yellow" title={t('integration.once')}>
      <CopyLine name={t('integration.secret')} text={secret} />
    </Alert>
  )
}

/** The address that others call, and how they prove themselves. */
export function InboundAddress({ type, url }: { type: string; url: string }) {
  const kind = kindOf(type)
  const isCalled = kind !== undefined && kind !== 'bounceMailbox' && kind !== 'outboundWebhook'
  return (
    <>
      <CopyLine name={t('integration.url')} text={url} />
      {isCalled ? <Text size="sm">{t(`integration.call.${kind}`)}</Text> : null}
    </>
  )
}
