import { Stack, Text, Title } from '@mantine/core'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { QrCode } from '#console/parts/values/qrCode.tsx'
import { t } from '#console/texts/texts.ts'

/** The QR code of a ticket: it opens the video on a phone, and the door reads it. */
export function Panel({ record }: PanelProps) {
  const address = record['accessUrl']
  if (typeof address !== 'string') return null
  return (
    <section className="surface section">
      <Title order={2}>{t('ticket.qr')}</Title>
      <Stack align="center" gap="xs">
        <QrCode text={address} label={t('ticket.qr')} />
        <Text size="xs" c="dimmed" ta="center">
          {t('ticket.qr.text')}
        </Text>
      </Stack>
    </section>
  )
}
