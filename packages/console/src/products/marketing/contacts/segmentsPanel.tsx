import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { WhyTree, type Why } from '#console/products/marketing/filters/whyTree.tsx'
import { agoText, exactMomentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './contacts.css'

type Contact = OutputOf<'marketing.contact.get'>
type Entry = NonNullable<Contact['segments']>[number]

/** Segments of a contact, each with the reason why the contact is in it. */
export function Panel({ record }: PanelProps) {
  const isOn = useScope()('marketing.segment:read')
  const { data } = useRead<Contact>('marketing.contact.get', { contactId: record.id, include: ['segments'] }, { isOn })
  const segments = data?.segments
  if (segments === undefined) return null
  return (
    <section className="surface section">
      <Title order={2}>{t('contact.segments')}</Title>
      {segments.length === 0 ? <Text c="dimmed">{t('contact.segments.none')}</Text> : null}
      <ul className="segments">
        {segments.map((each) => (
          <SegmentEntry key={each.segmentId} contactId={record.id} segment={each} />
        ))}
      </ul>
    </section>
  )
}

function SegmentEntry({ contactId, segment }: { contactId: string; segment: Entry }) {
  const { segmentId, name, since } = segment
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead<OutputOf<'marketing.segment.get'>>(
    'marketing.segment.get',
    { segmentId, contactId },
    { isOn: isOpen },
  )
  // cast: the tree of a filter, as `marketing.segment.get` documents it.
  const why = data?.membership?.why as Why | null | undefined
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <div>
          <RecordLink id={segmentId} />
          <Text size="xs" c="dimmed" title={exactMomentText(since)}>
            {t('contact.segments.since', { ago: agoText(since) })}
          </Text>
        </div>
        <Button
          variant="default"
          size="compact-xs"
          aria-expanded={isOpen}
          aria-label={t('contact.segments.why.of', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('contact.segments.why')}
        </Button>
      </Group>
      {isOpen && why !== undefined ? (
        why === null ? (
          <Text size="xs">{t('contact.segments.byHand')}</Text>
        ) : (
          <WhyTree why={why} />
        )
      ) : null}
    </li>
  )
}
