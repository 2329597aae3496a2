import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { MergeForm } from './mergeForm.tsx'

type Candidate = OutputOf<'places.place.duplicates'>['items'][number]

const idSchema = { type: 'string', pattern: '^plc_' }

/** Possible duplicates of a place, and the merge with one of them or with any other place. */
export function Panel({ noun, record }: PanelProps) {
  const canWrite = useScope()('places.place:write')
  const { data } = useRead<{ items: Candidate[] }>('places.place.duplicates', { placeId: record.id })
  const [otherId, setOtherId] = useState<string>()
  if (otherId !== undefined) {
    return <MergeForm key={otherId} noun={noun} ids={[record.id, otherId]} close={() => setOtherId(undefined)} />
  }
  return (
    <section className="surface section" aria-labelledby="duplicates">
      <Title order={2} id="duplicates">
        {t('places.duplicates')}
      </Title>
      {data?.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('places.duplicates.none')}
        </Text>
      ) : null}
      <Stack gap="sm">
        {data?.items.map(({ id, status, city, distanceM }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={600}>
                <RecordLink id={id} />
              </Text>
              <Group gap="xs">
                <StatusBadge status={status} />
                <Text size="xs" c="dimmed">
                  {[city, distanceM === null ? null : `${numberText(distanceM)} m`].filter(Boolean).join(' · ')}
                </Text>
              </Group>
            </div>
            {canWrite ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<Merge size={14} aria-hidden />}
                onClick={() => setOtherId(id)}
              >
                {t('places.merge')}
              </Button>
            ) : null}
          </Group>
        ))}
      </Stack>
      {canWrite ? (
        <RecordPicker
          schema={idSchema}
          label={t('places.merge.find')}
          value={null}
          onChange={(id) => id !== null && id !== record.id && setOtherId(id)}
        />
      ) : null}
    </section>
  )
}
