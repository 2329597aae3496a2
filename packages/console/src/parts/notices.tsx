import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { sentenceOf } from '#console/app/failures.ts'
import { t } from '#console/texts/texts.ts'
import './notices.css'

/** A sentence on the result of an action, with an undo where the API allows one. */
type Notice = { number: number; text: string; isFailure: boolean; undo: (() => Promise<void>) | undefined }

const shownMs = 8_000
const noticesMax = 4

let notices: readonly Notice[] = []
let count = 0
const listeners = new Set<() => void>()

/** Shows a sentence for eight seconds, and longer while the notices are pointed at or have the focus. */
export function notify(text: string, undo?: () => Promise<void>): void {
  add({ text, isFailure: false, undo })
}

/** Shows the sentence of an error. */
export function notifyFailure(error: unknown): void {
  add({ text: sentenceOf(error), isFailure: true, undo: undefined })
}

function add(notice: Omit<Notice, 'number'>): void {
  const number = ++count
  set([...notices, { number, ...notice }].slice(-noticesMax))
  setTimeout(() => end(number), shownMs)
}

/** The region on the page. */
let region: HTMLElement | null = null

function end(number: number): void {
  if (region?.matches(':hover, :focus-within')) setTimeout(() => end(number), shownMs)
  else remove(number)
}

function remove(number: number): void {
  set(notices.filter((each) => each.number !== number))
}

function set(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region of notices, which screen readers follow. */
export function NoticeRegion() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <div className="notices" role="status" aria-live="polite" ref={(element) => void (region = element)}>
      {shown.map((notice) => (
        <Group key={notice.number} className="notice" data-failure={notice.isFailure || undefined} wrap="nowrap">
          <Text size="sm" flex={1}>
            {notice.text}
          </Text>
          {notice.undo === undefined ? null : <UndoButton notice={notice} undo={notice.undo} />}
          <ActionIcon
            variant="transparent"
            size="sm"
            className="notice-close"
            aria-label={t('notice.close')}
            onClick={() => remove(notice.number)}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </div>
  )
}

function UndoButton({ notice, undo }: { notice: Notice; undo(): Promise<void> }) {
  const run = () => {
    remove(notice.number)
    undo().then(() => notify(t('notice.undone')), notifyFailure)
  }
  return (
    <Button size="compact-sm" variant="white" color="dark" onClick={run}>
      {t('notice.undo')}
    </Button>
  )
}
