import { Table, Text } from '@mantine/core'
import { labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { exactMomentText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

/** Heads of a table of runs. */
export function runHeads(): string[] {
  return [
    t('automation.runs.contact'),
    t('automation.runs.state'),
    t('automation.runs.step'),
    t('automation.runs.since'),
    t('automation.runs.until'),
  ]
}

/** A run of an automation, or a contact of a sequence. `stepId`: for the pointer that rests on the step. */
export type RunCellsProps = {
  contactId: string
  status: string
  reason: string | null
  step: string
  stepId: string | null
  since: string
  dueAt: string | null
  endedAt: string | null
}

/** Row of a run: its contact, its state, the step at which it is, since when and until when. */
export function RunCells({ contactId, status, reason, step, stepId, since, dueAt, endedAt }: RunCellsProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <RecordLink id={contactId} />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
        {reason === null ? null : (
          <Text size="xs" c="dimmed">
            {labelOf(reason)}
          </Text>
        )}
      </Table.Td>
      <Table.Td title={stepId ?? undefined}>{step}</Table.Td>
      <Table.Td title={exactMomentText(since)}>{momentText(since)}</Table.Td>
      <Table.Td>{untilText(dueAt, endedAt)}</Table.Td>
    </Table.Tr>
  )
}

function untilText(dueAt: string | null, endedAt: string | null): string {
  if (endedAt !== null) return t('activity.ended', { at: momentText(endedAt) })
  return dueAt === null ? '–' : momentText(dueAt)
}
