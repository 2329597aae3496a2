import { Anchor, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Clapperboard, Scissors } from 'lucide-react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { ApiRecord, PanelProps } from '#console/parts/descriptor.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { ownPath } from '#console/parts/ownAddress.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { useOwnMedia, type OwnMedia } from '#console/products/livestream/videos/ownMedia.ts'
import { agoText, durationText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './controlRoom.css'

const countMax = 6
const everyMs = 5_000

/** The latest recordings and clips of a stream; those that are being made follow their progress. */
export function Panel({ record }: PanelProps) {
  const { id: accountId } = useAccount()
  const isOn = useScope()('livestream.static:read')
  const filter = { parentStreamId: record.id }
  const { data } = useRead<ApiPage>(
    'livestream.static.all',
    { ...filter, sort: '-createdAt', limit: countMax },
    { everyMs, isOn },
  )
  const videos = data?.items ?? []
  const media = useOwnMedia(videos.map(({ id }) => id))
  if (videos.length === 0) return null
  // cast: the search of a list is any flat record of texts.
  const search = filter as never
  const list = { accountId, product: 'livestream', noun: 'static' }
  return (
    <section className="surface section" aria-label={t('stream.made')}>
      <Group justify="space-between">
        <Title order={2}>{t('stream.made')}</Title>
        <Anchor component={Link} to={`/${accountId}/livestream/static`} search={search} size="sm">
          {t('record.related.all')}
        </Anchor>
      </Group>
      <ul className="made" aria-live="polite">
        {videos.map((video) => (
          <li key={video.id}>
            <Link to="/$accountId/$product/$noun/$recordId" params={{ ...list, recordId: video.id }}>
              <Poster video={video} media={media.get(video.id)} />
              <span>
                <span className="made-title">{titleOfRecord(video)}</span>
                <Text span size="xs" c="dimmed">
                  {noteOf(video)}
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Poster({ video, media }: { video: ApiRecord; media: OwnMedia | undefined }) {
  const address = media?.posterUrl ?? null
  const Icon = video['source'] === 'clip' ? Scissors : Clapperboard
  return (
    <span className="made-picture">
      {address === null ? <Icon size={18} aria-hidden /> : <img src={ownPath(address)} alt="" loading="lazy" />}
    </span>
  )
}

/** Kind of a video, and its length or its progress. */
function noteOf({ source, status, durationSeconds, createdAt, processing }: ApiRecord): string {
  const kind = t(source === 'clip' ? 'stream.made.clip' : 'stream.made.recording')
  const { percent } = Object(processing)
  if (status === 'processing') {
    return `${kind} · ${t('stream.made.busy')}${typeof percent === 'number' ? ` ${percent} %` : ''}`
  }
  if (status === 'failed') return `${kind} · ${t('stream.made.failed')}`
  const length = typeof durationSeconds === 'number' ? ` · ${durationText(durationSeconds)}` : ''
  return `${kind}${length} · ${agoText(String(createdAt))}`
}
