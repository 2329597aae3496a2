import { Button, Group, Select, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { momentText, moneyText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { RollbackDialog } from './rollbackDialog.tsx'
import '#console/parts/wideTable.css'

type Page = OutputOf<'loyalty.redemption.all'>
type Redemption = Page['items'][number]

const states = ['reserved', 'redeemed', 'released', 'partiallyRolledBack', 'rolledBack'] as const
const firstRows = 50
const rowsMax = 200
const freshMs = 10_000

/** Uses of a coupon, the newest first, each with the way to take it back. */
export function Panel({ record, reload }: PanelProps) {
  const id = useId()
  const canTakeBack = useScope()('loyalty.redemption:write')
  const [status, setStatus] = useState<string | null>(null)
  const [limit, setLimit] = useState(firstRows)
  const [opened, setOpened] = useState<Redemption>()
  const stale = useStale()
  const input = { couponId: record.id, limit, ...(status === null ? {} : { status }) }
  const { data } = useRead<Page>('loyalty.redemption.all', input, { everyMs: freshMs })
  return (
    <section className="surface section" aria-labelledby={id}>
      <Group justify="space-between">
        <Title order={2} id={id}>
          {t('loyalty.redemption.title')}
        </Title>
        <Select
          aria-label={labelOf('status')}
          placeholder={t('loyalty.redemption.every')}
          clearable
          size="xs"
          data={states.map((value) => ({ value, label: labelOf(value) }))}
          value={status}
          onChange={setStatus}
        />
      </Group>
      {data?.items.length === 0 ? <Text c="dimmed">{t('loyalty.redemption.none')}</Text> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <div className="wide-table" role="group" aria-labelledby={id} tabIndex={0}>
          <Table fz="sm" miw="46rem">
            <Table.Thead>
              <Table.Tr>
                {['createdAt', 'status', 'contactId', 'discount', 'clientReference'].map((name) => (
                  <Table.Th key={name}>{labelOf(name)}</Table.Th>
                ))}
                <Table.Th>
                  <VisuallyHidden>{t('loyalty.rollback')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.items.map((each) => (
                <Row key={each.id} use={each} takeBack={canTakeBack ? () => setOpened(each) : undefined} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {data?.pagination.hasMore === true && limit < rowsMax ? (
        <Button variant="default" size="xs" onClick={() => setLimit(rowsMax)}>
          {t('report.more')}
        </Button>
      ) : null}
      {opened === undefined ? null : (
        <RollbackDialog
          redemption={opened}
          close={() => setOpened(undefined)}
          done={async () => void (await Promise.all([reload(), stale('loyalty.redemption')]))}
        />
      )}
    </section>
  )
}

const endable = new Set(['reserved', 'redeemed', 'partiallyRolledBack'])

type RowProps = { use: Redemption; takeBack: (() => void) | undefined }

function Row({ use, takeBack }: RowProps) {
  const { status, contactId, discount, rolledBack, clientReference, reference, reason, createdAt } = use
  const isPart = rolledBack !== null && rolledBack.amount > 0
  return (
    <Table.Tr>
      <Table.Td>{momentText(createdAt)}</Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
        {reason === null ? null : (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{contactId === null ? '–' : <RecordLink id={contactId} />}</Table.Td>
      <Table.Td>
        {discount === null ? '–' : moneyText(discount.amount, discount.currency)}
        {isPart ? (
          <Text size="xs" c="dimmed">
            {t('loyalty.rollback.part', { amount: moneyText(rolledBack.amount, rolledBack.currency) })}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        {reference !== null && reference.startsWith('pay_') ? <RecordLink id={reference} /> : clientReference}
      </Table.Td>
      <Table.Td>
        {takeBack !== undefined && endable.has(status) ? (
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<Undo2 size={13} aria-hidden />}
            aria-label={t('loyalty.rollback.of', { reference: clientReference })}
            onClick={takeBack}
          >
            {t('loyalty.rollback')}
          </Button>
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}
