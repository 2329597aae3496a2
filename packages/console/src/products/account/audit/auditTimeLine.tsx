import { Anchor, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { nounOfRecord, useDescription } from '#console/parts/description.ts'
import type { ApiRecord, ListViewProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { Changes } from '#console/parts/record/timeLine.tsx'
import { ActorName } from '#console/parts/values/actorName.tsx'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { exactMomentText, momentText } from '#console/texts/formats.ts'
import { nounName } from '#console/products/descriptors.ts'
import { t } from '#console/texts/texts.ts'
import '#console/parts/record/record.css'

/** The audit log as a time line: who changed what, and how. */
export function ListView({ records }: ListViewProps) {
  return (
    <div className="surface section">
      <ol className="timeline">
        {records.map((row) => (
          <AuditEntry key={row.id} row={row} />
        ))}
      </ol>
    </div>
  )
}

function AuditEntry({ row }: { row: ApiRecord }) {
  const navigate = useNavigate()
  const target = String(row['target'])
  const noun = nounOfRecord(useDescription(), target)
  const action = String(row['action'])
  const at = String(row['at'])
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={600} title={action}>
          {`${noun === undefined ? labelOf(action.split('.').at(-2) ?? '') : nounName(noun)}: `}
          {labelOf(action.slice(action.lastIndexOf('.') + 1))}
        </Text>
        <Text size="sm" span className="audit-target">
          {noun === undefined ? <ActorName actor={target} /> : <RecordLink id={target} />}
        </Text>
        <time className="timeline-at" dateTime={at} title={exactMomentText(at)}>
          {momentText(at)}
        </time>
      </Group>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {t('record.timeline.by')} <ActorName actor={String(row['actor'])} />
        </Text>
        <Anchor
          component="button"
          size="xs"
          onClick={() => void navigate({ to: '.', search: (before: object) => ({ ...before, target }) })}
        >
          {t('account.audit.only')}
        </Anchor>
      </Group>
      <Changes changes={row['changes']} />
    </li>
  )
}
