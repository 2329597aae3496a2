import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { Bookmark, Scissors, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { useShortcut } from '#console/app/shortcuts.ts'
import type { OutputOf } from '#console/app/client.ts'
import { operationOf, useDescription } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { OperationDialog } from '#console/parts/form/operationDialog.tsx'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { usePageActions } from '#console/parts/pageActions.ts'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { durationText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { clipOfStream } from './streamCommands.tsx'

type Marker = OutputOf<'livestream.marker.get'>

const countMax = 99
const everyMs = 5_000
/** A clip around a marker: what led to it, and what follows. */
const clipSeconds = { before: 20, after: 10 }

/** Markers of the running session, and the button that makes one of this moment. */
export function Markers({ record, isLive }: { record: ApiRecord; isLive: boolean }) {
  const hasScope = useScope()
  const sessionId = String(record['sessionId'] ?? '')
  const isShown = isLive && sessionId !== '' && hasScope('livestream.marker:read')
  const input = { sessionId, sort: 'createdAt', limit: countMax }
  const { data } = useRead<{ items: Marker[] }>('livestream.marker.all', input, { everyMs, isOn: isShown })
  if (!isShown) return null
  return <MarkerList record={record} markers={data?.items ?? []} />
}

function MarkerList({ record, markers }: { record: ApiRecord; markers: readonly Marker[] }) {
  const canWrite = useScope()('livestream.marker:write')
  const { mark, rename, remove } = useMarkerWrites(record.id)
  const [clipped, setClipped] = useState<Marker>()
  const inOrder = markers.toSorted((one, other) => msOf(one) - msOf(other))
  // A key that is held repeats itself.
  useShortcut('m', ({ repeat }) => canWrite && !repeat && mark(), canWrite ? 'stream.marker.make' : undefined)
  usePageActions(canWrite ? [{ id: 'mark', title: t('stream.marker.make'), run: mark }] : [])
  return (
    <section aria-label={t('stream.markers')}>
      <Group justify="space-between" mb="xs">
        <Text size="xs" c="dimmed">
          {t(markers.length === 0 ? 'stream.markers.none' : 'stream.markers')}
        </Text>
        {canWrite ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Bookmark size={14} aria-hidden />}
            rightSection={<kbd className="marker-key">M</kbd>}
            onClick={mark}
          >
            {t('stream.marker.make')}
          </Button>
        ) : null}
      </Group>
      <ol className="markers">
        {inOrder.map((marker) => (
          <MarkerRow
            key={marker.id}
            marker={marker}
            position={durationText(secondsOf(record, marker))}
            rename={canWrite ? (title) => rename(marker, title) : undefined}
            remove={canWrite ? () => remove(marker) : undefined}
            clip={() => setClipped(marker)}
          />
        ))}
      </ol>
      {clipped === undefined ? null : (
        <MarkerClip record={record} marker={clipped} close={() => setClipped(undefined)} />
      )}
    </section>
  )
}

type MarkerRowProps = {
  marker: Marker
  position: string
  /** Returns whether the title is stored. */
  rename: ((title: string) => Promise<boolean>) | undefined
  remove: (() => void) | undefined
  clip(): void
}

function MarkerRow({ marker, position, rename, remove, clip }: MarkerRowProps) {
  const canClip = useScope()('livestream.stream:write')
  const [text, setText] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const title = marker.title ?? ''
  const finish = async () => {
    const isStored = text === undefined || text.trim() === title || (await rename?.(text.trim()))
    // A title that could not be sent stays in its field.
    if (isStored === true) setText(undefined)
  }
  return (
    <li className="marker">
      <Text span size="sm" className="marker-position">
        {position}
      </Text>
      {rename === undefined ? (
        <Text span size="sm" truncate>
          {title}
        </Text>
      ) : (
        <TextInput
          ref={input}
          size="xs"
          variant="unstyled"
          aria-label={t('stream.marker.title', { position })}
          placeholder={t('stream.marker.title.none')}
          maxLength={80}
          value={text ?? title}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => void finish()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') input.current?.blur()
            if (event.key === 'Escape') setText(undefined)
          }}
        />
      )}
      <Group gap={0} wrap="nowrap">
        {canClip ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('stream.marker.clip', { position })}
            title={t('stream.marker.clip', { position })}
            onClick={clip}
          >
            <Scissors size={15} aria-hidden />
          </ActionIcon>
        ) : null}
        {remove === undefined ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('stream.marker.remove', { position })}
            title={t('stream.marker.remove', { position })}
            onClick={remove}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </li>
  )
}

/** The form of a clip around a marker. */
function MarkerClip({ record, marker, close }: { record: ApiRecord; marker: Marker; close(): void }) {
  const stale = useStale()
  const clip = operationOf(useDescription(), 'livestream.stream.createClip')
  const seconds = secondsOf(record, marker)
  const startSeconds = Math.max(0, Math.round(seconds) - clipSeconds.before)
  const durationSeconds = Math.round(seconds) + clipSeconds.after - startSeconds
  const initial = { startSeconds, durationSeconds, ...(marker.title === null ? {} : { title: marker.title }) }
  return (
    <OperationDialog
      operation={clip}
      fixed={{ ...clipOfStream(record.id), lastSeconds: undefined }}
      initial={initial}
      close={close}
      done={() => stale('livestream.static')}
    />
  )
}

/** Makes, renames and removes markers. A removed one can be taken back. */
function useMarkerWrites(streamId: string) {
  const { client } = useAccount()
  const stale = useStale()
  const after = (write: Promise<unknown>) =>
    write
      .then(() => stale('livestream.marker'))
      .then(
        () => true,
        (error: unknown) => {
          notifyFailure(error)
          return false
        },
      )
  return {
    mark: () => void after(client.call('livestream.marker.create', { streamId })),
    rename: ({ id }: Marker, title: string) =>
      after(client.call('livestream.marker.update', { markerId: id, title: title === '' ? null : title })),
    remove: ({ id, markedAt, title }: Marker) => {
      const again = {
        streamId,
        ...(markedAt === null ? {} : { markedAt }),
        ...(title === null ? {} : { title }),
      }
      const removed = async () => {
        await client.call('livestream.marker.delete', { markerId: id })
        notify(t('stream.marker.removed'), async () => {
          await client.call('livestream.marker.create', again)
          await stale('livestream.marker')
        })
      }
      void after(removed())
    },
  }
}

function msOf({ markedAt }: Marker): number {
  return Date.parse(markedAt ?? '')
}

/** Seconds on air at a marker. */
function secondsOf(record: ApiRecord, marker: Marker): number {
  const beganMs = Date.parse(String(record['startedAt'] ?? marker.markedAt))
  return Math.max(0, (msOf(marker) - beganMs) / 1000)
}
