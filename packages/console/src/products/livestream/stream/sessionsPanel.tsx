import { Anchor, Button, Group, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { durationText, exactMomentText, momentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { secondsOnAir, useSessions, type StreamSession } from './streamSessions.ts'
import './controlRoom.css'

/** The sessions of a stream: start, length, viewers and recording of each show. */
export function Panel({ record }: PanelProps) {
  const { sessions, hasMore, readMore } = useSessions(record.id)
  if (sessions === undefined) return null
  if (sessions.length === 0) {
    return (
      <section className="surface section">
        <Text c="dimmed">{t('stream.sessions.none')}</Text>
      </section>
    )
  }
  return (
    <section className="surface section">
      <div className="sessions" tabIndex={0} role="region" aria-label={t('stream.sessions')}>
        <Table fz="sm" miw="40rem">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{t(`stream.sessions.${column}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {hasMore ? (
        <Button variant="default" size="xs" style={{ justifySelf: 'start' }} onClick={readMore}>
          {t('stream.sessions.more')}
        </Button>
      ) : null}
    </section>
  )
}

const columns = ['start', 'state', 'length', 'peak', 'signal', 'recording', 'analytics'] as const

function SessionRow({ session }: { session: StreamSession }) {
  const { id, status, createdAt, liveAt, endedReason, peakViewers, width, height, staticId, isRecorded } = session
  const start = liveAt ?? createdAt
  const seconds = secondsOnAir(session, Date.now())
  return (
    <Table.Tr>
      <Table.Td title={exactMomentText(start)}>
        <time dateTime={start}>{momentText(start)}</time>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <StatusBadge status={status} />
          {endedReason === null || endedReason === status ? null : (
            <Text span size="xs" c="dimmed">
              {labelOf(endedReason)}
            </Text>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{seconds === undefined ? '–' : durationText(seconds)}</Table.Td>
      <Table.Td>{peakViewers === null ? '–' : numberText(peakViewers)}</Table.Td>
      <Table.Td>{width === null || height === null ? '–' : `${width}×${height}`}</Table.Td>
      <Table.Td>
        {staticId === null ? (
          t(isRecorded ? 'stream.sessions.pending' : 'stream.sessions.off')
        ) : (
          <RecordLink id={staticId} />
        )}
      </Table.Td>
      <Table.Td>
        {liveAt === null ? null : (
          // cast: the search of a page is any flat record of texts.
          <Anchor component={Link} to="." search={{ tab: 'analytics', session: id } as never} size="sm">
            {t('analytics.title')}
          </Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
