import { Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas } from '#console/parts/description.ts'
import { choicesOf } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { ContactTable } from '#console/products/marketing/contactTable.tsx'
import { momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Campaign = OutputOf<'marketing.campaign.get'>
type Recipient = NonNullable<Campaign['recipients']>[number]

const pageSize = 25
const firstPage: string | undefined = undefined
/** Time after which the pages are read again while the campaign sends. */
const movingMs = 5_000

/** Contacts of a campaign with the state of their mail, page by page. */
export function Recipients({ campaignId, isMoving }: { campaignId: string; isMoving: boolean }) {
  const { id: accountId, client } = useAccount()
  const [state, setState] = useState<string | null>(null)
  const { input } = useSchemas('marketing').operations['marketing.campaign.get'] ?? {}
  const states = choicesOf(input?.properties?.['recipientStatus'] ?? {})
  const pages = useInfiniteQuery({
    queryKey: [accountId, 'marketing.campaign', 'recipients', campaignId, state],
    initialPageParam: firstPage,
    refetchInterval: isMoving ? movingMs : false,
    queryFn: async ({ pageParam, signal }) => {
      const input = {
        campaignId,
        include: ['recipients'],
        ...(state === null ? {} : { recipientStatus: state }),
        pagination: { limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }
      // cast: the operation returns the campaign with a page of its recipients.
      return (await client.callAny('marketing.campaign.get', input, { signal })) as Campaign
    },
    getNextPageParam: ({ pagination }: Campaign) => pagination?.nextCursor ?? undefined,
  })
  const rows = pages.data?.pages.flatMap(({ recipients = [] }) => recipients) ?? []
  return (
    <ContactTable
      title={t('report.recipients')}
      states={{ all: states, chosen: state, choose: setState }}
      heads={[t('report.contact'), t('report.state'), t('report.sent'), t('report.opened'), t('report.clicked')]}
      none={pages.isLoading ? undefined : t('report.recipients.none')}
      more={pages.hasNextPage ? () => void pages.fetchNextPage() : undefined}
    >
      {rows.map((row) => (
        <RecipientRow key={row.messageId} row={row} />
      ))}
    </ContactTable>
  )
}

function RecipientRow({ row }: { row: Recipient }) {
  const cause = row.skipReason === null ? row.reply : labelOf(row.skipReason)
  const at = (moment: string | null) => (moment === null ? '–' : momentText(moment))
  return (
    <Table.Tr>
      <Table.Td>
        <RecordLink id={row.contactId} {...(row.email === null ? {} : { text: row.email })} />
      </Table.Td>
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
