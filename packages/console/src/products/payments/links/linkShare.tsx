import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core'
import { findOperation, useDescription } from '#console/parts/description.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { QrCode } from '#console/parts/values/qrCode.tsx'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'

const operation = 'payments.paymentLink.getEmbedCode'

/** The address of a payment page, its QR code, and the code of a button for another page. */
export function Panel({ record }: PanelProps) {
  const url = record['url']
  if (typeof url !== 'string') return null
  return (
    <section className="surface section">
      <Title order={2}>{t('stream.share')}</Title>
      <Stack gap="sm">
        <Group gap={4} wrap="nowrap">
          <Anchor href={url} target="_blank" rel="noopener" size="sm" className="value-text">
            {url}
          </Anchor>
          <CopyButton text={url} label={t('value.copy', { name: t('payments.link.page') })} />
        </Group>
        <Stack align="center" gap="xs">
          <QrCode text={url} label={t('payments.link.qr')} />
          {typeof record['qrUrl'] === 'string' ? (
            <Anchor href={record['qrUrl']} download={`${String(record['slug'])}.svg`} size="sm">
              {t('payments.link.qr.save')}
            </Anchor>
          ) : null}
        </Stack>
        <EmbedCode paymentLinkId={record.id} />
      </Stack>
    </section>
  )
}

function EmbedCode({ paymentLinkId }: { paymentLinkId: string }) {
  const isThere = findOperation(useDescription(), operation) !== undefined
  const { data } = useRead<Record<string, unknown>>(operation, { paymentLinkId }, { isOn: isThere })
  const code = data?.['code']
  if (typeof code !== 'string') return null
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('payments.link.embed')}
        </Text>
        <CopyButton text={code} label={t('value.copy', { name: t('payments.link.embed') })} />
      </Group>
      <Code block tabIndex={0} className="call-text">
        {code}
      </Code>
    </div>
  )
}
