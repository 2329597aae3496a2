import { Group, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Clapperboard, CloudUpload, Link2, Lock, Scissors, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { useAccount } from '#console/app/session.tsx'
import type { ApiRecord, ListViewProps } from '#console/parts/descriptor.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { labelOf } from '#console/parts/labels.ts'
import { ownPath } from '#console/parts/ownAddress.ts'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { agoText, durationText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import { authorText } from '#console/products/livestream/clips/authorText.ts'
import { useOwnMedia, type OwnMedia } from './ownMedia.ts'
import { isMoving, videoUploads } from './uploads/uploadQueue.ts'
import './gallery.css'

/** Videos of one call for their posters and views. */
const blockLength = 50

/** Videos as a gallery of posters. */
export function ListView({ records }: ListViewProps) {
  const blocks = Array.from({ length: Math.ceil(records.length / blockLength) }, (_, at) =>
    records.slice(at * blockLength, (at + 1) * blockLength),
  )
  return (
    <ul className="gallery" aria-label={t('livestream.static.title')}>
      {blocks.map((block) => (
        <Block key={block[0]?.id} records={block} />
      ))}
    </ul>
  )
}

function Block({ records }: { records: readonly ApiRecord[] }) {
  const media = useOwnMedia(records.map(({ id }) => id))
  return records.map((record) => <Video key={record.id} record={record} media={media.get(record.id)} />)
}

function Video({ record, media }: { record: ApiRecord; media: OwnMedia | undefined }) {
  const { id: accountId } = useAccount()
  const { durationSeconds, status, visibility, createdAt, shelf } = record
  const parts = [
    media === undefined ? undefined : plural('video.views', media.viewCount),
    typeof createdAt === 'string' ? agoText(createdAt) : undefined,
  ]
  return (
    <li>
      <Link
        className="gallery-card"
        to="/$accountId/$product/$noun/$recordId"
        params={{ accountId, product: 'livestream', noun: 'static', recordId: record.id }}
      >
        <span className="gallery-picture">
          <Poster record={record} media={media} />
          {typeof durationSeconds === 'number' ? (
            <span className="gallery-duration">{durationText(durationSeconds)}</span>
          ) : null}
        </span>
        <Text component="span" className="gallery-title" size="sm" fw={600} lineClamp={2}>
          {titleOfRecord(record) === record.id ? t('video.noTitle') : titleOfRecord(record)}
        </Text>
        <Group component="span" gap="0.2rem 0.4rem">
          {status === 'published' ? null : <StatusBadge status={String(status)} />}
          <VisibilityMark visibility={String(visibility)} />
          {shelf === 'viewers' ? <ViewerMark name={record['authorName']} /> : null}
          <Text component="span" size="xs" c="dimmed" truncate>
            {parts.filter((part) => part !== undefined).join(' · ')}
          </Text>
        </Group>
      </Link>
    </li>
  )
}

/** The poster; without one a sign of what the video waits for. */
function Poster({ record, media }: { record: ApiRecord; media: OwnMedia | undefined }) {
  const { posterUrl = null } = media ?? {}
  const { status, processing } = record
  const upload = useSyncExternalStore(videoUploads.subscribe, videoUploads.list).find(
    ({ staticId, state }) => staticId === record.id && isMoving(state),
  )
  if (posterUrl !== null) return <img src={ownPath(posterUrl)} alt="" loading="lazy" decoding="async" />
  if (status === 'processing') {
    const percent = Number(Object(processing).percent ?? 0)
    return (
      <Sign icon={CloudUpload} text={t('video.processing', { percent })}>
        <Progress value={percent} size="xs" w="60%" aria-hidden />
      </Sign>
    )
  }
  if (upload !== undefined) {
    const percent = Math.floor((100 * upload.sentBytes) / Math.max(1, upload.size))
    return (
      <Sign icon={CloudUpload} text={t('video.uploading', { percent })}>
        <Progress value={percent} size="xs" w="60%" aria-hidden />
      </Sign>
    )
  }
  if (status === 'failed') return <Sign icon={TriangleAlert} text={t('video.failed')} />
  if (status === 'draft') return <Sign icon={CloudUpload} text={t('video.noFile')} />

  return <Sign icon={Clapperboard} text="" />
}

function Sign({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children?: ReactNode }) {
  return (
    <span className="gallery-sign">
      <Icon size={28} strokeWidth={1.4} aria-hidden />
      {text === '' ? null : <span>{text}</span>}
      {children}
    </span>
  )
}

/** A mark of clips on the shelf of viewers. */
function ViewerMark({ name }: { name: unknown }) {
  return (
    <Text component="span" size="xs" c="dimmed" className="gallery-mark">
      <Scissors size={12} aria-hidden /> {t('clips.by', { name: authorText(name) })}
    </Text>
  )
}

/** A mark of videos that not everyone finds. */
function VisibilityMark({ visibility }: { visibility: string }) {
  if (visibility === 'public') return null
  const Icon = visibility === 'unlisted' ? Link2 : Lock
  return (
    <Text component="span" size="xs" c="dimmed" className="gallery-mark">
      <Icon size={12} aria-hidden /> {labelOf(visibility)}
    </Text>
  )
}
