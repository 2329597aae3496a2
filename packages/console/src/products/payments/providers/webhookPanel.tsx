import { Alert, Text } from '@mantine/core'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { t } from '#console/texts/texts.ts'

/** Warning of a provider whose webhook endpoint is not registered: the cause, and the ways out. */
export function Panel({ record }: PanelProps) {
  const { webhookError } = record
  if (typeof webhookError !== 'string') return null
  return (
    <Alert color="yellow" title={t('payments.webhook.missing')} role="status">
      <Text size="sm">{t('payments.webhook.effect')}</Text>
      <Text size="sm">{t('payments.webhook.wayOut')}</Text>
      <Text size="sm" c="dimmed">
        {webhookError}
      </Text>
    </Alert>
  )
}
