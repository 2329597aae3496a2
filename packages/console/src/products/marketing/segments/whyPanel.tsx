import { Badge, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { WhyTree, type Why } from '#console/products/marketing/filters/whyTree.tsx'
import { momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { useSegment, type Segment } from './segmentQueries.ts'
import './segments.css'

/** The reason why a contact is in a segment or not, and the records that use the segment. */
export function Panel({ record }: PanelProps) {
  return (
    <>
      <WhySection segmentId={record.id} />
      <UsersSection segmentId={record.id} />
    </>
  )
}

function WhySection({ segmentId }: { segmentId: string }) {
  const [contactId, setContactId] = useState<string | null>(null)
  const isOn = useScope()('marketing.contact:read')
  const input = { segmentId, contactId: contactId ?? '' }
  const { data } = useRead<Segment>('marketing.segment.get', input, { isOn: isOn && contactId !== null })
  if (!isOn) return null
  const membership = contactId === null ? undefined : data?.membership
  // cast: the tree of a filter, as `marketing.segment.get` documents it.
  const why = membership?.why as Why | null | undefined
  return (
    <section className="surface section" aria-label={t('segment.why')}>
      <Title order={2}>{t('segment.why')}</Title>
      <RecordPicker
        name="contactId"
        schema={{ type: 'string', pattern: '^con_' }}
        label={t('segment.why.contact')}
        value={contactId}
        onChange={setContactId}
      />
      {membership === undefined ? null : (
        <div role="status">
          <Badge variant="light" color={membership.in ? 'teal' : 'gray'} tt="none">
            {t(membership.in ? 'segment.why.in' : 'segment.why.out')}
          </Badge>
          {membership.since === null ? null : (
            <Text size="xs" c="dimmed">
              {t('segment.why.since', { at: momentText(membership.since) })}
            </Text>
          )}
          {why === null || why === undefined ? (
            <Text size="sm">{t(membership.in ? 'contact.segments.byHand' : 'segment.why.notAdded')}</Text>
          ) : (
            <WhyTree why={why} />
          )}
        </div>
      )}
    </section>
  )
}

function UsersSection({ segmentId }: { segmentId: string }) {
  const users = useSegment(segmentId, false)?.usedBy ?? []
  return (
    <section className="surface section">
      <Title order={2}>{t('segment.users')}</Title>
      {users.length === 0 ? <Text c="dimmed">{t('segment.users.none')}</Text> : null}
      <ul className="segment-sample">
        {users.map(({ id, name }) => (
          <li key={id}>
            <RecordLink id={id} text={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}
