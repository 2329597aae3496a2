import { Button, Select, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas } from '#console/parts/description.ts'
import { choicesOf } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Campaign = OutputOf<'marketing.campaign.get'>
type Recipient = NonNullable<Campaign['recipients']>[number]

const pageSize = 25
/** Time after which the pages are read again while the campaign sends. */
const movingMs = 5_000

/** Contacts of a campaign with the state of their mail, page by page. */
export function Recipients({ campaignId, isMoving }: { campaignId: string; isMoving: boolean }) {
  const { id: accountId, client } = useAccount()
  const [state, setState] = useState<string | null>(null)
  const id = useId()
  const { input } = useSchemas('marketing').operations['marketing.campaign.get'] ?? {}
  const states = choicesOf(input?.properties?.['recipientStatus'] ?? {})
  const pages = useInfiniteQuery({
    queryKey: [accountId, 'marketing.campaign', 'recipients', campaignId, state],
    initialPageParam: '',
    refetchInterval: isMoving ? movingMs : false,
    queryFn: async ({ pageParam, signal }) => {
      const input = {
        campaignId,
        include: ['recipients'],
        limit: pageSize,
        ...(state === null ? {} : { recipientStatus: state }),
        ...(pageParam === '' ? {} : { afterMessageId: pageParam }),
      }
      // cast: the operation returns the campaign with a page of its recipients.
      const found = (await client.callAny('marketing.campaign.get', input, { signal })) as Campaign
      return found.recipients ?? []
    },
    getNextPageParam: (page: Recipient[]) => (page.length < pageSize ? undefined : page.at(-1)?.messageId),
  })
  const rows = pages.data?.pages.flat() ?? []
  return (
    <section className="surface section" aria-labelledby={id}>
      <div className="report-head">
        <Title order={2} id={id}>
          {t('report.recipients')}
        </Title>
        <Select
          aria-label={t('report.state')}
          placeholder={t('report.state.all')}
          clearable
          size="xs"
          data={states.map((value) => ({ value, label: labelOf(value) }))}
          value={state}
          onChange={setState}
        />
      </div>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('report.recipients.none')}</Text>
      ) : (
        <div className="report-table" role="region" aria-label={t('report.table')} tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('report.contact')}</Table.Th>
                <Table.Th>{t('report.state')}</Table.Th>
                <Table.Th>{t('report.sent')}</Table.Th>
                <Table.Th>{t('report.opened')}</Table.Th>
                <Table.Th>{t('report.clicked')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <RecipientRow key={row.messageId} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {pages.hasNextPage ? (
        <Button variant="default" size="xs" onClick={() => void pages.fetchNextPage()}>
          {t('report.more')}
        </Button>
      ) : null}
    </section>
  )
}

function RecipientRow({ row }: { row: Recipient }) {
  const cause = row.skipReason === null ? row.reply : labelOf(row.skipReason)
  const at = (moment: string | null) => (moment === null ? '–' : momentText(moment))
  return (
    <Table.Tr>
      <Table.Td>{row.email === null ? <RecordLink id={row.contactId} /> : row.email}</Table.Td>
      <Table.Td>
        {labelOf(row.state)}
        {cause === null || row.state === 'sent' ? null : (
          <Text size="xs" c="dimmed">
            {cause}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{at(row.sentAt)}</Table.Td>
      <Table.Td>{at(row.openedAt)}</Table.Td>
      <Table.Td>{at(row.clickedAt)}</Table.Td>
    </Table.Tr>
  )
}
