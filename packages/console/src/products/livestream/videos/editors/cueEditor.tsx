import { ActionIcon, Alert, Button, Group, Menu, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { EllipsisVertical, Play, Plus, Redo2, TimerReset, Undo2 } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { useEditHistory } from '#console/parts/editHistory.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { notify } from '#console/parts/notices.tsx'
import { useVideoTime } from '#console/parts/video/videoPlayer.tsx'
import { plural, t } from '#console/texts/texts.ts'
import { positionOf, trackName, type CaptionTrack } from './captionTrack.ts'
import {
  cueAt,
  faultsOf,
  inOrder,
  isRefused,
  plainText,
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
import { useEditorDrafts, type EditorDraft } from './editorDraft.ts'
import type { EditedVideo } from './editorFrame.tsx'
import { RestoredNotice, runEditorKey, useRequest } from './editorSave.tsx'
import type { Sheet } from './sheets.tsx'
import { TimeField } from './timeField.tsx'

type Client = ReturnType<typeof useAccount>['client']
type CueEditorProps = {
  sheet: Sheet
  track: CaptionTrack
  video: EditedVideo
  /** Receives the cues at each change, for the preview; none at the end. */
  onCues(cues: readonly Cue[]): void
  reload(): Promise<void>
  close(): void
}

/** Reads the kept text of a caption and opens its editor, with the draft of this tab where there is one. */
export function CueEditor(props: CueEditorProps) {
  const { sheet, track, onCues } = props
  const { client } = useAccount()
  const drafts = useEditorDrafts<string>('captions', sheet.id)
  const [start] = useState(() => ({ mount: newKey(), draft: drafts.read(trackName(track)) }))
  const { data, error } = useQuery({
    queryKey: ['caption text', start.mount],
    queryFn: () => readCaption(client, sheet.id, track),
    enabled: start.draft === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => onCues([]), [])
  if (error !== null) return <Alert color="red">{error.message}</Alert>
  if (start.draft !== undefined) return <LoadedEditor {...props} draft={start.draft} isRestored />
  if (data === undefined) return null
  return <LoadedEditor {...props} draft={{ base: data, value: data.value }} isRestored={false} />
}

/**
 * The stored text of a track, empty without one, and the version of its sheet. The version is read first: a change in
 * between is found when the text is saved.
 */
export async function readCaption(client: Client, detailsId: string, track: CaptionTrack) {
  const { captions, version } = await client.call('livestream.details.get', { detailsId })
  const position = positionOf(captions, track)
  if (position === undefined) return { value: '', position, version }
  const { text } = await client.call('livestream.details.getCaption', { detailsId, position })
  return { value: text ?? '', position, version }
}

type LoadedProps = CueEditorProps & { draft: EditorDraft<string>; isRestored: boolean }

function LoadedEditor({ draft, isRestored, ...props }: LoadedProps) {
  const { sheet, track, video, onCues, reload, close } = props
  const drafts = useEditorDrafts<string>('captions', sheet.id)
  const canWrite = useScope()('livestream.details:write')
  // The base of the edit stays that of its beginning, whatever is read again.
  const [base, setBase] = useState(draft.base)
  const history = useEditHistory<readonly Cue[]>(readCues(draft.value))
  const { value: cues, set } = history
  const text = useMemo(() => writeCues(cues), [cues])
  const baseText = useMemo(() => writeCues(readCues(base.value)), [base])
  const isChanged = text !== baseText
  const faults = useMemo(
    () => faultsOf(cues, video.durationSeconds === undefined ? undefined : video.durationSeconds * 1000),
    [cues, video.durationSeconds],
  )
  useEffect(() => {
    onCues(cues)
    if (isChanged) drafts.keep(trackName(track), { base, value: text })
    else drafts.drop(trackName(track))
  }, [text, base])
  const isReady = canWrite && isChanged && cues.length > 0 && !isRefused(faults)
  const save = useSave({ sheet, track, base, reload })
  const saving = useRequest(async () => {
    if (!isReady) return
    const version = await save(text)
    if (version === undefined) return
    setBase({ value: text, version })
    notify(t('editor.captions.saved'))
  })
  const [added, setAdded] = useState<number>()
  const addCue = () => {
    const next = withCueAt(cues, video.position() * 1000)
    set(next.cues)
    setAdded(next.key)
  }
  return (
    <section
      className="surface section"
      aria-label={track.label}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          addCue()
        } else runEditorKey(event, { ...history, save: saving.request })
      }}
    >
      <Group justify="space-between">
        <Text fw={600}>
          {track.label} · {plural('editor.cues', cues.length)}
        </Text>
        <Group gap={4}>
          <HistoryButton label={t('editor.undo')} icon={Undo2} isOn={history.canUndo} run={history.undo} />
          <HistoryButton label={t('editor.redo')} icon={Redo2} isOn={history.canRedo} run={history.redo} />
          <Button variant="default" size="xs" onClick={close}>
            {t('editor.close')}
          </Button>
          <Button size="xs" disabled={!isReady} loading={saving.isBusy} onClick={saving.request}>
            {t('editor.save')}
          </Button>
        </Group>
      </Group>
      {isRestored && isChanged ? (
        <RestoredNotice
          discard={() => {
            history.reset(readCues(base.value))
            if (base.value === '') close()
          }}
        />
      ) : null}
      <Group gap="xs">
        <Button size="xs" variant="light" leftSection={<Plus size={14} aria-hidden />} onClick={addCue}>
          {t('editor.cue.add')}
        </Button>
        <ShiftForm shift={(ms) => set(shifted(cues, ms))} />
      </Group>
      <Text size="xs" c="dimmed">
        {t('editor.cue.keys')}
      </Text>
      {cues.length === 0 ? <Text size="sm">{t('editor.cues.none')}</Text> : null}
      <CueList cues={inOrder(cues)} {...{ faults, set, video, added }} onFocus={() => setAdded(undefined)} />
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

type Saved = Pick<CueEditorProps, 'sheet' | 'track' | 'reload'> & { base: EditorDraft<string>['base'] }

/** Stores the text. Resolves to the version of the sheet; undefined where the person keeps another one's text. */
function useSave({ sheet, track, base, reload }: Saved): (text: string) => Promise<number | undefined> {
  const { client } = useAccount()
  const detailsId = sheet.id
  return async (text) => {
    const latest = await readCaption(client, detailsId, track)
    const isForeign = writeCues(readCues(latest.value)) !== writeCues(readCues(base.value))
    const question = {
      title: t('editor.conflict'),
      text: t('editor.conflict.text'),
      button: t('editor.conflict.replace'),
    }
    if (latest.version !== base.version && isForeign && !(await confirmed(question))) return undefined
    const { position, version: ifVersion } = latest
    const { language, label, kind } = track
    const input = { detailsId, ...(position === undefined ? {} : { position }), language, label, kind, text, ifVersion }
    // cast: the operation returns the sheet.
    const { version } = (await client.callAny('livestream.details.setCaption', input, {
      idempotencyKey: newKey(),
    })) as Sheet
    await reload()
    return version
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
  /** Key of a cue that was just added: it comes into sight and takes the focus. */
  added: number | undefined
  onFocus(): void
}

const rowPixels = 104

/**
 * The cues in order. Rows out of sight are not drawn, but for the one that has the focus. The current one stays in
 * sight while the video plays and no one types.
 */
function CueList({ cues, faults, set, video, added, onFocus }: CueListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number>()
  const rows = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    getItemKey: (at) => cues[at]?.key ?? at,
    overscan: 6,
    rangeExtractor(range) {
      const at = cues.findIndex(({ key }) => key === focused)
      return [...new Set([...defaultRangeExtractor(range), ...(at < 0 ? [] : [at])])].toSorted((a, b) => a - b)
    },
  })
  const ms = useVideoTime(video.videoRef) * 1000
  const current = cueAt(cues, ms)
  useEffect(() => {
    const isPlaying = video.videoRef.current?.paused === false
    const at = cues.findIndex(({ key }) => key === current?.key)
    if (isPlaying && at >= 0 && focused === undefined) rows.scrollToIndex(at, { align: 'center' })
  }, [current?.key])
  useEffect(() => {
    const at = cues.findIndex(({ key }) => key === added)
    if (at >= 0) rows.scrollToIndex(at, { align: 'center' })
  }, [added])
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
              onFocus={() => {
                setFocused(cue.key)
                onFocus()
              }}
              onBlur={() => setFocused(undefined)}
            >
              <CueRow
                cue={cue}
                number={item.index + 1}
                faults={faults.get(cue.key)}
                isAdded={cue.key === added}
                list={latest}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

type Latest = { current: Pick<CueListProps, 'cues' | 'set' | 'video'> }
type CueRowProps = { cue: Cue; number: number; faults: CueFault[] | undefined; isAdded: boolean; list: Latest }

const CueRow = memo(function CueRow({ cue, number, faults = [], isAdded, list }: CueRowProps) {
  const { key, startMs, endMs, text } = cue
  const change = (fields: Partial<Cue>, topic?: string) =>
    list.current.set(withChange(list.current.cues, key, fields), topic)
  const run = (edit: (cues: readonly Cue[]) => readonly Cue[]) => () => list.current.set(edit(list.current.cues))
  const now = () => Math.round(list.current.video.position() * 1000)
  const play = () => {
    const { video } = list.current
    video.seek(startMs / 1000)
    video.play()
  }
  const textRef = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isAdded) textRef.current?.focus({ preventScroll: true })
  }, [isAdded])
  return (
    <div
      className="cue"
      role="group"
      aria-label={t('editor.cue', { number })}
      onKeyDown={(event) => {
        if (!event.altKey) return
        // A Mac types other letters with this key: the place of the key counts.
        if (event.code === 'KeyS') change({ startMs: now() })
        else if (event.code === 'KeyE') change({ endMs: now() })
        else if (event.key === 'Enter') play()
        else return
        event.preventDefault()
      }}
    >
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
        ref={textRef}
        size="xs"
        aria-label={t('editor.cue.text', { number })}
        autosize
        minRows={2}
        maxRows={5}
        value={text}
        error={faults.includes('empty')}
        onChange={(event) => change({ text: event.currentTarget.value }, `text ${key}`)}
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
  const words = plainText(cue?.text ?? '')
  if (words === '') return null
  return (
    <div className="video-overlay" aria-hidden>
      <span>{words}</span>
    </div>
  )
}
