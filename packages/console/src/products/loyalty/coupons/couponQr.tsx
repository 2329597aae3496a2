import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { QrCode } from '#console/parts/values/qrCode.tsx'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'

/** The code of a coupon as text and as QR code, which the door and a checkout read. */
export function Panel({ record }: PanelProps) {
  const { id: accountId } = useAccount()
  const hasScope = useScope()
  const code = String(record['code'])
  return (
    <section className="surface section">
      <Title order={2}>{t('loyalty.qr')}</Title>
      <Stack align="center" gap="xs">
        <QrCode text={code} label={t('loyalty.qr')} />
        <Group gap={4} wrap="nowrap">
          <Code>{code}</Code>
          <CopyButton text={code} label={t('value.copy', { name: t('loyalty.code') })} />
        </Group>
        {typeof record['qrUrl'] === 'string' ? (
          <Anchor href={record['qrUrl']} download={`${code}.svg`} size="sm">
            {t('loyalty.qr.save')}
          </Anchor>
        ) : null}
        <Text size="xs" c="dimmed" ta="center">
          {t('loyalty.qr.text')}
        </Text>
        {hasScope('loyalty.redemption:write') ? (
          <Anchor component={Link} to={`/${accountId}/loyalty/door`} size="sm">
            {t('loyalty.door')}
          </Anchor>
        ) : null}
      </Stack>
    </section>
  )
}
