import '@mantine/core/styles/Progress.css'
import { ActionIcon, Anchor, Button, Group, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, CircleCheck, Pause, Play, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { closeDock } from '#console/parts/docks.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { bytesText, durationText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import { secondsLeft } from './transferRate.ts'
import { isMoving, videoUploads, type VideoUpload } from './uploadQueue.ts'
import './uploads.css'

const resting = new Set(['paused', 'needsFile', 'needsPermission', 'failed'])

/** The uploads of this account in the corner of every page: progress, pause, continuation after a reload. */
export function Dock() {
  const { id: accountId, client } = useAccount()
  const all = useSyncExternalStore(videoUploads.subscribe, videoUploads.list)
  const uploads = all.filter((each) => each.accountId === accountId)
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    void videoUploads.connect(client).then(closeWhenEmpty)
  }, [client])
  useFreshLists(uploads)
  if (uploads.length === 0) return null
  const Chevron = isOpen ? ChevronDown : ChevronUp
  const clear = () => {
    for (const each of uploads) if (isOver(each)) videoUploads.dismiss(each.id)
    void closeWhenEmpty()
  }
  return (
    <section className="surface upload-dock" aria-label={t('video.upload.dock')}>
      <Group className="upload-head" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} flex={1} role="status">
          {summaryOf(uploads)}
        </Text>
        {isOpen && uploads.some(isOver) ? (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={clear}>
            {t('video.upload.clear')}
          </Button>
        ) : null}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('video.upload.collapse')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {isOpen ? (
        <ul className="upload-rows">
          {uploads.map((upload) => (
            <Row key={upload.id} upload={upload} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** The dock stays for uploads of another tab, which may be interrupted and continued here. */
async function closeWhenEmpty(): Promise<void> {
  if (await videoUploads.isEmpty()) closeDock('uploads')
}

function isOver({ state }: VideoUpload): boolean {
  return state === 'done' || state === 'refused'
}

function summaryOf(uploads: readonly VideoUpload[]): string {
  const running = uploads.filter(({ state }) => isMoving(state)).length
  if (running > 0) return plural('video.upload.running', running)
  const stopped = uploads.filter(({ state }) => resting.has(state)).length
  return stopped > 0 ? plural('video.upload.stopped', stopped) : t('video.upload.allDone')
}

/** Lists of videos follow each draft that an upload makes, and each file that is whole. */
function useFreshLists(uploads: readonly VideoUpload[]): void {
  const stale = useStale()
  const drafts = uploads.filter(({ staticId }) => staticId !== undefined).length
  const done = uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (drafts + done > 0) void stale('livestream.static')
  }, [drafts, done])
}

function Row({ upload }: { upload: VideoUpload }) {
  const { id: accountId } = useAccount()
  const { staticId, name, state, size, sentBytes } = upload
  const processing = useProcessing(upload)
  const percent = state === 'done' ? processing.percent : percentOf(upload)
  const isSettled = state === 'refused' || processing.isSettled
  return (
    <li className="upload-row" data-state={state}>
      <div className="upload-name">
        {staticId === undefined ? (
          <Text size="sm" truncate title={name}>
            {name}
          </Text>
        ) : (
          <Anchor component={Link} to={`/${accountId}/livestream/static/${staticId}`} size="sm" truncate title={name}>
            {name}
          </Anchor>
        )}
        <Text size="xs" c={state === 'failed' || state === 'refused' ? 'red' : 'dimmed'}>
          {state === 'done' ? processing.text : textOf(upload)}
        </Text>
      </div>
      <Buttons upload={upload} isReady={processing.isReady} />
      {isSettled ? null : (
        <Progress
          className="upload-bar"
          size="sm"
          value={percent}
          color={resting.has(state) ? 'gray' : state === 'broken' ? 'yellow' : 'teal'}
          striped={state === 'done'}
          animated={state === 'done'}
          aria-label={`${name}: ${bytesText(sentBytes)} / ${bytesText(size)}`}
        />
      )}
    </li>
  )
}

function percentOf({ sentBytes, size }: VideoUpload): number {
  return size === 0 ? 0 : Math.floor((100 * sentBytes) / size)
}

function textOf(upload: VideoUpload): string {
  const { state, name, size, rate, refusal, error } = upload
  const percent = percentOf(upload)
  switch (state) {
    case 'sending': {
      const left = secondsLeft(size - upload.sentBytes, rate)
      const parts = [
        t('video.upload.sending', { percent, size: bytesText(size) }),
        rate === undefined ? undefined : t('video.upload.rate', { rate: bytesText(rate) }),
        left === undefined ? undefined : t('video.upload.left', { time: durationText(left) }),
      ]
      return parts.filter((part) => part !== undefined).join(' · ')
    }
    case 'broken':
      return error === undefined || error === ''
        ? t('video.upload.broken', { percent })
        : t('video.upload.busy', { percent, error })
    case 'needsFile':
      if (refusal === undefined && error !== undefined) return t('video.upload.unreadable')
      return refusal === 'otherFile' ? t('video.upload.otherFile', { name }) : t('video.upload.needsFile', { percent })
    case 'refused':
      return t(`video.upload.${refusal === 'empty' || refusal === 'tooLarge' ? refusal : 'notVideo'}`, { name })
    case 'failed':
      return t('video.upload.failed', { error: error ?? '' })
    default:
      return t(`video.upload.${state}`, { percent })
  }
}

const processingMs = 2_000

/** State of the video whose file is whole, until it is published or failed. */
function useProcessing({ staticId, state }: VideoUpload) {
  const [isSettled, setSettled] = useState(false)
  const stale = useStale()
  const isOn = state === 'done' && staticId !== undefined
  const { data } = useRead<ApiRecord>(
    'livestream.static.get',
    { staticId: staticId ?? '' },
    {
      isOn,
      ...(isSettled ? {} : { everyMs: processingMs }),
    },
  )
  const status = data?.['status']
  const isReady = status === 'published' || status === 'scheduled'
  const { percent, error } = Object(data?.['processing'])
  useEffect(() => {
    if (!isReady && status !== 'failed') return
    setSettled(true)
    void stale('livestream.static')
  }, [isReady, status])
  const progress = Number(percent ?? 0)
  const text = isReady
    ? t('video.upload.ready')
    : status === 'failed'
      ? t('video.upload.unusable', { error: String(error ?? '') })
      : progress > 0
        ? t('video.upload.processing', { percent: progress })
        : t('video.upload.done')
  return { text, percent: progress, isReady: isOn && isReady, isSettled: isOn && (isReady || status === 'failed') }
}

function Buttons({ upload, isReady }: { upload: VideoUpload; isReady: boolean }) {
  const { id, name, state, staticId } = upload
  const input = useRef<HTMLInputElement>(null)
  const canPause = isMoving(state)
  const cancel = async () => {
    const isSafe = staticId === undefined || upload.sentBytes === 0
    if (!isSafe) {
      const title = t('video.upload.cancel', { name })
      if (!(await confirmed({ title, text: t('video.upload.cancel.text'), button: t('video.upload.cancel.button') })))
        return
    }
    await videoUploads.cancel(id)
  }
  return (
    <Group gap={2} wrap="nowrap">
      {isReady ? <CircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden /> : null}
      {state === 'needsFile' ? (
        <Button size="compact-xs" variant="light" onClick={() => input.current?.click()}>
          {t('video.upload.choose')}
        </Button>
      ) : null}
      {state === 'needsPermission' ? (
        <Button size="compact-xs" variant="light" onClick={() => void videoUploads.resume(id)}>
          {t('video.upload.continue')}
        </Button>
      ) : null}
      {canPause ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('video.upload.pause', { name })}
          onClick={() => videoUploads.pause(id)}
        >
          <Pause size={15} aria-hidden />
        </ActionIcon>
      ) : null}
      {state === 'paused' || state === 'failed' ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(state === 'paused' ? 'video.upload.resume' : 'video.upload.retry', { name })}
          onClick={() => void videoUploads.resume(id)}
        >
          {state === 'paused' ? <Play size={15} aria-hidden /> : <RotateCw size={15} aria-hidden />}
        </ActionIcon>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(isOver(upload) ? 'video.upload.dismiss' : 'video.upload.cancel', { name })}
        onClick={() => (isOver(upload) ? videoUploads.dismiss(id) : void cancel().catch(notifyFailure))}
      >
        <X size={15} aria-hidden />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) videoUploads.choose(id, file)
        }}
      />
    </Group>
  )
}
