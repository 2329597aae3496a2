import { NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import {
  rangeOfSession,
  secondsOnAir,
  useSessions,
  type StreamSession,
} from '#console/products/livestream/stream/streamSessions.ts'
import { useOwnMedia } from '#console/products/livestream/videos/ownMedia.ts'
import { durationText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { useNow } from './audienceQueries.ts'
import { AudienceView } from './audienceView.tsx'
import { RetentionCard } from './retentionCard.tsx'

/** The audience of a stream over a period, or of one of its sessions with the curve of those who stayed. */
export function Panel({ record }: PanelProps) {
  const { sessions = [] } = useSessions(record.id)
  const search: Record<string, string> = useSearch({ strict: false })
  const now = useNow()
  const chosen = sessions.find(({ id }) => id === search['session'])
  const range = chosen === undefined ? undefined : rangeOfSession(chosen, now)
  const recordingId = chosen?.staticId ?? ''
  const media = useOwnMedia(recordingId === '' ? [] : [recordingId]).get(recordingId)
  const controls = <SessionSelect sessions={sessions} value={chosen?.id ?? ''} nowMs={now} />
  if (chosen === undefined || range === undefined) {
    return <AudienceView subject={{ streamId: record.id }} name={record.id} controls={controls} />
  }
  const subject = { sessionId: chosen.id }
  return (
    <AudienceView key={chosen.id} subject={subject} name={chosen.id} fixedRange={range} controls={controls}>
      {() => (
        <RetentionCard
          subject={subject}
          range={range}
          name={chosen.id}
          title={titleOfRecord(record)}
          seconds={chosen.durationSeconds}
          media={media}
        />
      )}
    </AudienceView>
  )
}

type SelectProps = { sessions: readonly StreamSession[]; value: string; nowMs: number }

function SessionSelect({ sessions, value, nowMs }: SelectProps) {
  const navigate = useNavigate()
  const live = sessions.filter(({ liveAt }) => liveAt !== null)
  if (live.length === 0) return null
  const choose = (session: string) =>
    void navigate({
      to: '.',
      // cast: the search of a page is any flat record of texts.
      search: ((before: object) => ({ ...before, session: session === '' ? undefined : session })) as never,
      replace: true,
    })
  return (
    <NativeSelect
      size="xs"
      aria-label={t('analytics.session')}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={[
        { value: '', label: t('analytics.session.all') },
        ...live.map((session) => {
          const length = durationText(secondsOnAir(session, nowMs) ?? 0)
          return { value: session.id, label: `${momentText(session.liveAt ?? session.createdAt)} · ${length}` }
        }),
      ]}
    />
  )
}
