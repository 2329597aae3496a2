import { Badge, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount } from '#console/app/session.tsx'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { agoText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './controlRoom.css'

const everyMs = 10_000
const shownMax = 12

/** Streams that are live, on the home page. */
export function HomePart() {
  const { id: accountId } = useAccount()
  const { data } = useRead<ApiPage>('livestream.stream.all', { isLive: 'true', limit: shownMax }, { everyMs })
  const live = data?.items ?? []
  if (live.length === 0) return null
  return (
    <section aria-labelledby="home-live">
      <Title order={2} id="home-live" mb="sm">
        {t('stream.liveNow')}
      </Title>
      <div className="live-cards">
        {live.map((record) => (
          <Link
            key={record.id}
            className="surface live-card"
            to="/$accountId/$product/$noun/$recordId"
            params={{ accountId, product: 'livestream', noun: 'stream', recordId: record.id }}
          >
            <img src={String(Object(record['playback']).thumbnailUrl ?? '')} alt="" />
            <Group gap="xs" wrap="nowrap">
              <Badge color="red.9" variant="filled" size="sm" flex="none">
                {t('stream.onAir')}
              </Badge>
              <Text fw={600} size="sm" truncate>
                {titleOfRecord(record)}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              {t('stream.watching', { count: numberText(Number(record['viewers'] ?? 0)) })}
              {typeof record['startedAt'] === 'string' ? ` · ${agoText(record['startedAt'])}` : ''}
            </Text>
          </Link>
        ))}
      </div>
    </section>
  )
}
