import { ActionIcon, Alert, Button, Group, Menu, Text, Textarea, TextInput } from '@mantine/core'
import { FairgroundError } from '@fairground/sdk'
import { useVirtualizer } from '@tanstack/react-virtual'
import { EllipsisVertical, Play, Plus, Redo2, TimerReset, Undo2 } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { useEditHistory } from '#console/parts/editHistory.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { useVideoTime } from '#console/parts/video/videoPlayer.tsx'
import { plural, t } from '#console/texts/texts.ts'
import {
  cueAt,
  faultsOf,
  inOrder,
  isRefused,
  readCues,
  shifted,
  withChange,
  withCueAt,
  withMerge,
  without,
  withSplit,
  writeCues,
  type Cue,
  type CueFault,
} from './cues.ts'
import type { EditedVideo } from './editorFrame.tsx'
import type { Sheet } from './sheets.tsx'
import { TimeField } from './timeField.tsx'

type Caption = Sheet['captions'][number]
type CueEditorProps = {
  sheet: Sheet
  caption: Caption
  position: number
  video: EditedVideo
  /** Receives the cues at each change, for the preview. */
  onCues(cues: readonly Cue[]): void
  reload(): Promise<void>
  close(): void
}

/** Reads the kept text of a caption and opens its editor. */
export function CueEditor(props: CueEditorProps) {
  const { sheet, position } = props
  const input = { detailsId: sheet.id, position }
  const { data, error } = useRead<{ text: string | null }>('livestream.details.getCaption', input)
  if (error !== null) return <Alert color="red">{error.message}</Alert>
  if (data === undefined) return null
  return <LoadedEditor {...props} stored={data.text ?? ''} />
}

function LoadedEditor({ stored, ...props }: CueEditorProps & { stored: string }) {
  const { sheet, caption, position, video, onCues, reload, close } = props
  const draft = useDraft(`${sheet.id}.${position}`)
  // The base of the edit stays that of its beginning, whatever is read again.
  const [base, setBase] = useState({ text: stored, version: sheet.version })
  const history = useEditHistory<readonly Cue[]>(readCues(draft.read() ?? stored))
  const { value: cues, set } = history
  const text = useMemo(() => writeCues(cues), [cues])
  const isChanged = text !== writeCues(readCues(base.text))
  const faults = useMemo(
    () => faultsOf(cues, video.durationSeconds === undefined ? undefined : video.durationSeconds * 1000),
    [cues, video.durationSeconds],
  )
  useEffect(() => {
    onCues(cues)
    if (isChanged) draft.keep(text)
    else draft.drop()
  }, [text])
  const save = useSave({ sheet, caption, position, base, reload })
  const send = async () => {
    const version = await save(text)
    if (version === undefined) return
    setBase({ text, version })
    draft.drop()
    notify(t('editor.captions.saved'))
  }
  const [isSaving, setSaving] = useState(false)
  const requestSave = () => {
    // An input hands over its text when it loses the focus; the save follows with it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setSaving(true)
  }
  useEffect(() => {
    if (!isSaving) return
    setSaving(false)
    if (isChanged && !isRefused(faults)) void send().catch(notifyFailure)
  }, [isSaving])
  const addCue = () => set(withCueAt(cues, video.position() * 1000).cues)
  return (
    <section
      className="surface section"
      aria-label={caption.label}
      onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey) return
        if (event.key === 's') requestSave()
        else if (event.key === 'z' && !event.shiftKey) history.undo()
        else if (event.key === 'y' || event.key === 'z') history.redo()
        else return
        event.preventDefault()
      }}
    >
      <Group justify="space-between">
        <Text fw={600}>
          {caption.label} · {plural('editor.cues', cues.length)}
        </Text>
        <Group gap={4}>
          <HistoryButton label={t('editor.undo')} icon={Undo2} isOn={history.canUndo} run={history.undo} />
          <HistoryButton label={t('editor.redo')} icon={Redo2} isOn={history.canRedo} run={history.redo} />
          <Button variant="default" size="xs" onClick={close}>
            {t('editor.close')}
          </Button>
          <Button size="xs" disabled={!isChanged || isRefused(faults)} onClick={() => void send().catch(notifyFailure)}>
            {t('editor.save')}
          </Button>
        </Group>
      </Group>
      <Group gap="xs">
        <Button size="xs" variant="light" leftSection={<Plus size={14} aria-hidden />} onClick={addCue}>
          {t('editor.cue.add')}
        </Button>
        <ShiftForm shift={(ms) => set(shifted(cues, ms))} />
      </Group>
      <Text size="xs" c="dimmed">
        {t('editor.cue.keys')}
      </Text>
      <CueList cues={inOrder(cues)} faults={faults} set={(next, topic) => set(next, topic)} video={video} />
    </section>
  )
}

type HistoryButtonProps = { label: string; icon: typeof Undo2; isOn: boolean; run(): void }

function HistoryButton({ label, icon: Icon, isOn, run }: HistoryButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={!isOn} onClick={run}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

type Saved = Pick<CueEditorProps, 'sheet' | 'caption' | 'position' | 'reload'> & {
  base: { text: string; version: number }
}

/** Stores the text. Resolves to the version of the sheet; undefined where the person keeps another one's text. */
function useSave({ sheet, caption, position, base, reload }: Saved): (text: string) => Promise<number | undefined> {
  const { client } = useAccount()
  const { language, label, kind } = caption
  const write = async (text: string, ifVersion: number) => {
    const input = { detailsId: sheet.id, position, language, label, kind, text, ifVersion }
    // cast: the operation returns the sheet.
    const { version } = (await client.callAny('livestream.details.setCaption', input, {
      idempotencyKey: newKey(),
    })) as Sheet
    await reload()
    return version
  }
  return async (text) => {
    try {
      return await write(text, base.version)
    } catch (error) {
      if (!(error instanceof FairgroundError) || error.reason !== 'version_mismatch') throw error
    }
    const [theirs, { version }] = await Promise.all([
      client.call('livestream.details.getCaption', { detailsId: sheet.id, position }),
      client.call('livestream.details.get', { detailsId: sheet.id }),
    ])
    const isForeign = theirs.text !== base.text
    const question = {
      title: t('editor.conflict'),
      text: t('editor.conflict.text'),
      button: t('editor.conflict.replace'),
    }
    return isForeign && !(await confirmed(question)) ? undefined : write(text, version)
  }
}

/** Unsaved text of one caption in this tab, over a reload and a lost session. */
function useDraft(name: string) {
  const { id: accountId } = useAccount()
  const key = `fairground.captions.${accountId}.${name}`
  return {
    read: () => sessionStorage.getItem(key) ?? undefined,
    drop: () => sessionStorage.removeItem(key),
    keep(text: string) {
      try {
        sessionStorage.setItem(key, text)
      } catch {
        // A full storage keeps no draft; the editor itself holds the text.
      }
    },
  }
}

function ShiftForm({ shift }: { shift(ms: number): void }) {
  const [text, setText] = useState('0.5')
  const ms = Number(text.replace(',', '.')) * 1000
  const isValid = Number.isFinite(ms) && ms !== 0
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        size="xs"
        w={72}
        aria-label={t('editor.shift.seconds')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={<Text size="xs">s</Text>}
      />
      <Button size="xs" variant="default" disabled={!isValid} onClick={() => shift(-ms)}>
        {t('editor.shift.earlier')}
      </Button>
      <Button size="xs" variant="default" disabled={!isValid} onClick={() => shift(ms)}>
        {t('editor.shift.later')}
      </Button>
    </Group>
  )
}

type CueListProps = {
  cues: readonly Cue[]
  faults: ReadonlyMap<number, CueFault[]>
  set(cues: readonly Cue[], topic?: string): void
  video: EditedVideo
}

const rowPixels = 104

/** The cues in order. Rows out of sight are not drawn; the current one stays in sight while the video plays. */
function CueList({ cues, faults, set, video }: CueListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    getItemKey: (at) => cues[at]?.key ?? at,
    overscan: 6,
  })
  const ms = useVideoTime(video.videoRef) * 1000
  const current = cueAt(cues, ms)
  useEffect(() => {
    const isPlaying = video.videoRef.current?.paused === false
    const at = cues.findIndex(({ key }) => key === current?.key)
    if (isPlaying && at >= 0) rows.scrollToIndex(at, { align: 'center' })
  }, [current?.key])
  const latest = useRef({ cues, set, video })
  latest.current = { cues, set, video }
  return (
    <div className="cues" ref={scroller}>
      <ol style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const cue = cues[item.index]
          if (cue === undefined) return null
          return (
            <li
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              data-current={cue.key === current?.key || undefined}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <CueRow cue={cue} number={item.index + 1} faults={faults.get(cue.key)} list={latest} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

type Latest = { current: Pick<CueListProps, 'cues' | 'set' | 'video'> }
type CueRowProps = { cue: Cue; number: number; faults: CueFault[] | undefined; list: Latest }

const CueRow = memo(function CueRow({ cue, number, faults = [], list }: CueRowProps) {
  const { key, startMs, endMs, text } = cue
  const change = (fields: Partial<Cue>, topic?: string) =>
    list.current.set(withChange(list.current.cues, key, fields), topic)
  const run = (edit: (cues: readonly Cue[]) => readonly Cue[]) => () => list.current.set(edit(list.current.cues))
  const now = () => Math.round(list.current.video.position() * 1000)
  const play = () => {
    const { video } = list.current
    video.seek(startMs / 1000)
    void video.videoRef.current?.play()
  }
  return (
    <div className="cue" role="group" aria-label={t('editor.cue', { number })}>
      <div className="cue-times">
        <TimeField
          label={t('editor.cue.start', { number })}
          ms={startMs}
          set={(ms) => change({ startMs: ms })}
          error={faults.includes('order')}
        />
        <TimeField
          label={t('editor.cue.end', { number })}
          ms={endMs}
          set={(ms) => change({ endMs: ms })}
          error={faults.includes('order')}
        />
      </div>
      <Textarea
        size="xs"
        aria-label={t('editor.cue.text', { number })}
        autosize
        minRows={2}
        maxRows={5}
        value={text}
        error={faults.includes('empty')}
        onChange={(event) => change({ text: event.currentTarget.value }, `text ${key}`)}
        onKeyDown={(event) => {
          if (!event.altKey) return
          if (event.key === 's') change({ startMs: now() })
          else if (event.key === 'e') change({ endMs: now() })
          else if (event.key === 'Enter') play()
          else return
          event.preventDefault()
        }}
      />
      <div className="cue-buttons">
        <ActionIcon variant="subtle" color="gray" aria-label={t('editor.cue.play', { number })} onClick={play}>
          <Play size={15} aria-hidden />
        </ActionIcon>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('editor.cue.more', { number })}>
              <EllipsisVertical size={15} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<TimerReset size={14} aria-hidden />} onClick={() => change({ startMs: now() })}>
              {t('editor.cue.startHere')}
            </Menu.Item>
            <Menu.Item leftSection={<TimerReset size={14} aria-hidden />} onClick={() => change({ endMs: now() })}>
              {t('editor.cue.endHere')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => run((all) => withSplit(all, key, now()))()}>{t('editor.cue.split')}</Menu.Item>
            <Menu.Item onClick={run((all) => withMerge(all, key))}>{t('editor.cue.merge')}</Menu.Item>
            <Menu.Item color="red" onClick={run((all) => without(all, key))}>
              {t('editor.cue.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {faults.length === 0 ? null : (
        <Text size="xs" className="cue-faults" c={faults.some(isError) ? 'red' : 'dimmed'}>
          {faults.map((fault) => t(`editor.fault.${fault}`)).join(' ')}
        </Text>
      )}
    </div>
  )
})

function isError(fault: CueFault): boolean {
  return fault === 'order' || fault === 'empty'
}

/** The current cue over the frames. */
export function CaptionOverlay({ video, cues }: { video: EditedVideo; cues: readonly Cue[] }) {
  const ms = useVideoTime(video.videoRef) * 1000
  const cue = cueAt(cues, ms)
  if (cue === undefined || cue.text === '') return null
  return (
    <div className="video-overlay" aria-hidden>
      <span>{cue.text}</span>
    </div>
  )
}
