import { ActionIcon, Button, Group, Table, Text, Title } from '@mantine/core'
import { X } from 'lucide-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './segments.css'

type Page = OutputOf<'marketing.segment.get'>

const pageRows = 50
const firstPage: string | undefined = undefined

/** The members of a segment. A static one gets and loses them here. */
export function Panel({ record, reload }: PanelProps) {
  const { client } = useAccount()
  const isStatic = record['kind'] === 'static' && useScope()('marketing.segment:write')
  const { members, hasMore, more } = useMembers(record.id)
  const move = async (change: object, done: string) => {
    try {
      await client.callAny('marketing.segment.update', { segmentId: record.id, ...change })
      await reload()
      notify(done)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <section className="surface section">
      <Title order={2}>{t('segment.members')}</Title>
      {isStatic ? (
        <AddMember add={(contactId) => move({ addContactIds: [contactId] }, t('segment.member.added'))} />
      ) : null}
      {members.length === 0 ? <Text c="dimmed">{t('segment.members.none')}</Text> : null}
      {members.length === 0 ? null : (
        <div className="segment-scroll" tabIndex={0} role="region" aria-label={t('segment.members')}>
          <Table fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('segment.member')}</Table.Th>
                <Table.Th>{t('segment.member.since')}</Table.Th>
                {isStatic ? <Table.Th aria-label={t('segment.member.remove')} /> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map(({ contactId, email, since }) => (
                <Table.Tr key={contactId}>
                  <Table.Td>
                    <RecordLink id={contactId} {...(email === null ? {} : { text: email })} />
                  </Table.Td>
                  <Table.Td>{momentText(since)}</Table.Td>
                  {isStatic ? (
                    <Table.Td>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('segment.member.remove.of', { name: email ?? contactId })}
                        onClick={() => void move({ removeContactIds: [contactId] }, t('segment.member.removed'))}
                      >
                        <X size={15} aria-hidden />
                      </ActionIcon>
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {hasMore ? (
        <Group>
          <Button variant="default" size="xs" onClick={more}>
            {t('activity.more')}
          </Button>
        </Group>
      ) : null}
    </section>
  )
}

function AddMember({ add }: { add(contactId: string): Promise<void> }) {
  const [contactId, setContactId] = useState<string | null>(null)
  return (
    <Group align="end" gap="xs">
      <RecordPicker
        name="contactId"
        schema={{ type: 'string', pattern: '^con_' }}
        label={t('segment.member.add')}
        value={contactId}
        onChange={setContactId}
      />
      <Button
        disabled={contactId === null}
        onClick={() => contactId !== null && void add(contactId).then(() => setContactId(null))}
      >
        {t('segment.member.add.button')}
      </Button>
    </Group>
  )
}

function useMembers(segmentId: string) {
  const { id: accountId, client } = useAccount()
  const query = useInfiniteQuery({
    queryKey: [accountId, 'marketing.segment', 'members', segmentId],
    queryFn: ({ pageParam }) =>
      client.call('marketing.segment.get', {
        segmentId,
        include: ['members'],
        pagination: { limit: pageRows, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ pagination }: Page) => pagination?.nextCursor ?? undefined,
  })
  return {
    members: query.data?.pages.flatMap(({ members = [] }) => members) ?? [],
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
  }
}
