import { ActionIcon, Alert, Button, FileButton, Group, Menu, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { Captions, Download, EllipsisVertical, FileUp, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { saveFile } from '#console/parts/csvFile.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { languageName } from '#console/parts/form/choices.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { languageTag, t } from '#console/texts/texts.ts'
import {
  decodeCaptionFile,
  freeLabel,
  movedTrack,
  positionOf,
  trackName,
  trackOfName,
  type CaptionTrack,
} from './captionTrack.ts'
import { CaptionOverlay, CueEditor, readCaption } from './cueEditor.tsx'
import { useEditorDrafts } from './editorDraft.ts'
import { EditorFrame, useEditedVideo, type EditedVideo } from './editorFrame.tsx'
import { LanguageSelect, SheetPicker, useSheets, type Sheet } from './sheets.tsx'
import type { Cue } from './cues.ts'
import './editors.css'

/** Captions of a video: files, and a text editor beside the player. */
export function Panel({ record }: PanelProps) {
  const video = useEditedVideo(record)
  const sheets = useSheets(record.id)
  const [cues, setCues] = useState<readonly Cue[]>([])
  const { sheet } = sheets
  return (
    <EditorFrame record={record} video={video} overlay={<CaptionOverlay video={video} cues={cues} />}>
      <Stack gap="md">
        <SheetPicker sheets={sheets} label={t('editor.sheet')} />
        {sheet === undefined ? (
          sheets.isLoading ? null : (
            <Intro />
          )
        ) : (
          <SheetCaptions key={sheet.id} {...{ sheet, video, reload: sheets.reload, onCues: setCues }} />
        )}
      </Stack>
    </EditorFrame>
  )
}

type SheetCaptionsProps = {
  sheet: Sheet
  video: EditedVideo
  reload(): Promise<void>
  onCues(cues: readonly Cue[]): void
}

/** The list of captions, or the editor of one. */
function SheetCaptions(props: SheetCaptionsProps) {
  const [edited, edit] = useState<CaptionTrack>()
  if (edited === undefined) return <Tracks {...props} edit={edit} />
  return <CueEditor key={trackName(edited)} {...props} track={edited} close={() => edit(undefined)} />
}

function Intro() {
  return (
    <section className="surface section">
      <Group gap="sm" wrap="nowrap" align="start">
        <Captions size={22} aria-hidden />
        <Text size="sm">{t('editor.captions.empty')}</Text>
      </Group>
    </section>
  )
}

type TracksProps = { sheet: Sheet; edit(track: CaptionTrack): void; reload(): Promise<void> }

/** The captions of a sheet, those that only this tab holds, and the form of new ones. */
function Tracks({ sheet, edit, reload }: TracksProps) {
  const canWrite = useScope()('livestream.details:write')
  const drafts = useEditorDrafts<string>('captions', sheet.id).names()
  const unsaved = drafts.map(trackOfName).filter((track) => positionOf(sheet.captions, track) === undefined)
  return (
    <>
      {sheet.captions.length + unsaved.length === 0 ? <Intro /> : null}
      <ul className="tracks">
        {sheet.captions.map((caption) => (
          <TrackRow
            key={trackName(caption)}
            track={caption}
            error={caption.error}
            status={<StatusBadge status={caption.status} />}
            isUnsaved={drafts.includes(trackName(caption))}
            edit={canWrite && caption.vttUrl !== null ? () => edit(caption) : undefined}
            commands={<TrackCommands {...{ sheet, caption, reload, canWrite }} />}
          />
        ))}
        {unsaved.map((track) => (
          <TrackRow key={trackName(track)} track={track} isUnsaved edit={() => edit(track)} />
        ))}
      </ul>
      {canWrite ? <NewTrack key={sheet.captions.length} {...{ sheet, edit, reload }} /> : null}
    </>
  )
}

type TrackRowProps = {
  track: CaptionTrack
  error?: string | null
  status?: ReactNode
  isUnsaved: boolean
  edit: (() => void) | undefined
  commands?: ReactNode
}

type TrackCommandsProps = {
  sheet: Sheet
  caption: Sheet['captions'][number]
  reload(): Promise<void>
  canWrite: boolean
}

/** Saves the text of a track as a file, and removes the track. */
function TrackCommands({ sheet, caption, reload, canWrite }: TrackCommandsProps) {
  const { client } = useAccount()
  const [isBusy, setBusy] = useState(false)
  const { language, kind, label } = caption
  const download = async () => {
    const { value } = await readCaption(client, sheet.id, caption)
    saveFile(new Blob([value], { type: 'text/vtt' }), `${label}.vtt`)
  }
  const storeTracks = async (change: (captions: Sheet['captions']) => Sheet['captions']) => {
    const { captions, version } = await client.call('livestream.details.get', { detailsId: sheet.id })
    const changed = change(captions)
    if (changed.every((each, index) => each === captions[index]) && changed.length === captions.length) return
    const input = {
      detailsId: sheet.id,
      captions: changed.map((each) => ({ language: each.language, label: each.label, kind: each.kind, url: each.url })),
      ifVersion: version,
    }
    await client.callAny('livestream.details.update', input, { idempotencyKey: newKey() })
  }
  const remove = async () => {
    const at = positionOf(sheet.captions, caption) ?? sheet.captions.length
    const removed = await readCaption(client, sheet.id, caption)
    await storeTracks((captions) => captions.filter((each) => trackName(each) !== trackName(caption)))
    await reload()
    const restore = async () => {
      const text = { detailsId: sheet.id, language, kind, label, text: removed.value }
      await client.callAny('livestream.details.setCaption', text, { idempotencyKey: newKey() })
      await storeTracks((captions) => movedTrack(captions, caption, at))
      await reload()
    }
    notify(t('editor.captions.removed', { label }), removed.value === '' ? undefined : restore)
  }
  const run = (command: () => Promise<void>) => () => {
    setBusy(true)
    command()
      .catch(notifyFailure)
      .finally(() => setBusy(false))
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" disabled={isBusy} aria-label={t('editor.captions.more', { label })}>
          <EllipsisVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Download size={14} aria-hidden />}
          disabled={caption.vttUrl === null}
          onClick={run(download)}
        >
          {t('editor.captions.download')}
        </Menu.Item>
        {canWrite ? (
          <Menu.Item color="red" leftSection={<Trash2 size={14} aria-hidden />} onClick={run(remove)}>
            {t('editor.captions.remove')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function TrackRow({ track, error = null, status = <span />, isUnsaved, edit, commands }: TrackRowProps) {
  return (
    <li className="surface track">
      <div>
        <Text size="sm" fw={600}>
          {track.label}
        </Text>
        <Text size="xs" c="dimmed">
          {languageName(track.language)} · {t(`editor.kind.${track.kind}`)}
          {isUnsaved ? ` · ${t('editor.unsaved')}` : ''}
        </Text>
        {error === null ? null : (
          <Text size="xs" c="red">
            {error}
          </Text>
        )}
      </div>
      {status}
      {edit === undefined ? null : (
        <Button size="xs" variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={edit}>
          {t('editor.edit')}
        </Button>
      )}
      {commands}
    </li>
  )
}

/** New captions from a file, or from nothing. */
function NewTrack({ sheet, edit, reload }: TracksProps) {
  const { client } = useAccount()
  const [language, setLanguage] = useState<string>(sheet.locale ?? languageTag())
  const [kind, setKind] = useState<'captions' | 'subtitles'>('captions')
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const resetFile = useRef<() => void>(null)
  // Viewers choose a language by the name that it has in itself.
  const track = { language, kind, label: freeLabel(sheet.captions, languageName(language, language)) }
  const store = async (file: File) => {
    const input = { detailsId: sheet.id, ...track, text: await readFile(file) }
    await client.callAny('livestream.details.setCaption', input, { idempotencyKey: newKey() })
    await reload()
    edit(track)
    notify(t('editor.captions.stored'))
  }
  const send = (file: File) => {
    setBusy(true)
    setRefusal(undefined)
    store(file)
      .catch((error: unknown) => setRefusal(refusalText(error)))
      .finally(() => setBusy(false))
    // The same file, mended, is a change again.
    resetFile.current?.()
  }
  return (
    <section className="surface section" aria-labelledby="new-captions">
      <Title order={2} id="new-captions">
        {t('editor.captions.new')}
      </Title>
      <Group gap="sm" align="end">
        <LanguageSelect label={t('editor.captions.language')} value={language} set={setLanguage} />
        <SegmentedControl
          size="xs"
          aria-label={t('editor.kind')}
          value={kind}
          onChange={(value) => setKind(value === 'subtitles' ? 'subtitles' : 'captions')}
          data={(['captions', 'subtitles'] as const).map((value) => ({ value, label: t(`editor.kind.${value}`) }))}
        />
      </Group>
      <Group gap="xs">
        <FileButton accept=".vtt,.srt,text/vtt" resetRef={resetFile} onChange={(file) => file !== null && send(file)}>
          {(props) => (
            <Button {...props} loading={isBusy} leftSection={<FileUp size={16} aria-hidden />}>
              {t('editor.captions.file')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" disabled={isBusy} onClick={() => edit(track)}>
          {t('editor.captions.blank')}
        </Button>
      </Group>
      {refusal === undefined ? null : (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
    </section>
  )
}

const fileBytesMax = 2_000_000

async function readFile(file: File): Promise<string> {
  if (file.size > fileBytesMax) throw new Error(t('editor.captions.tooLarge'))
  return decodeCaptionFile(new Uint8Array(await file.arrayBuffer()))
}

/** The sentence of a refusal; the server names the line of a caption file. */
function refusalText(error: unknown): string {
  const { fields } = Object(error)
  const [first] = Array.isArray(fields) ? fields : []
  return typeof first?.message === 'string' ? first.message : error instanceof Error ? error.message : String(error)
}
