import { Anchor, Group, Progress, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccount } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { ListExport } from '#console/parts/list/listExport.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { UsageDays } from './usageDays.tsx'

const buildingMs = 1_000

/** The codes of a batch: how many exist while it is built, all as a list and as a file, and the days of their uses. */
export function Panel({ record, reload }: PanelProps) {
  const { id: accountId } = useAccount()
  const isBuilding = record['status'] === 'building'
  const input = { batchId: record.id }
  const { data } = useRead<OutputOf<'loyalty.couponBatch.get'>>(
    'loyalty.couponBatch.get',
    { ...input, include: 'usage' },
    isBuilding ? { everyMs: buildingMs } : {},
  )
  const status = data?.status
  useEffect(() => {
    if (status !== undefined && status !== record['status']) void reload()
  }, [status, record, reload])
  const { made, quantity, usage = [] } = data ?? { made: Number(record['made']), quantity: Number(record['quantity']) }
  // cast: the search of a list is any flat record of texts.
  const search = input as never
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('loyalty.codes')}</Title>
        <div>
          {made < quantity ? (
            <Progress value={(made / quantity) * 100} aria-label={t('loyalty.codes.progress')} size="lg" animated />
          ) : null}
          <Text size="sm" aria-live="polite">
            {made < quantity
              ? t('loyalty.codes.some', { made: numberText(made), quantity: numberText(quantity) })
              : t('loyalty.codes.all', { quantity: numberText(quantity) })}
          </Text>
        </div>
        <Group gap="md">
          <Anchor component={Link} to={`/${accountId}/loyalty/coupon`} search={search} size="sm">
            {t('loyalty.codes.list')}
          </Anchor>
          <ListExport operationId="loyalty.coupon.all" input={input} name={String(record['name'])} />
        </Group>
      </section>
      <UsageDays usage={usage} fileName="batch-usage" />
    </>
  )
}
