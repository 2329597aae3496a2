import { Alert, Button, FileButton, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { Captions, FileUp, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { languageName } from '#console/parts/form/choices.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { notify } from '#console/parts/notices.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { languageTag, t } from '#console/texts/texts.ts'
import { CaptionOverlay, CueEditor } from './cueEditor.tsx'
import { EditorFrame, useEditedVideo } from './editorFrame.tsx'
import { LanguageSelect, SheetPicker, useSheets, type Sheet } from './sheets.tsx'
import type { Cue } from './cues.ts'
import './editors.css'

/** Captions of a video: files, and a text editor beside the player. */
export function Panel({ record }: PanelProps) {
  const video = useEditedVideo(record)
  const sheets = useSheets(record.id)
  const [edited, setEdited] = useState<number>()
  const [cues, setCues] = useState<readonly Cue[]>([])
  const { sheet } = sheets
  const caption = edited === undefined ? undefined : sheet?.captions[edited]
  return (
    <EditorFrame record={record} video={video} overlay={<CaptionOverlay video={video} cues={cues} />}>
      <Stack gap="md">
        <SheetPicker sheets={sheets} label={t('editor.sheet')} />
        {sheet === undefined ? (
          sheets.isLoading ? null : (
            <Intro />
          )
        ) : edited === undefined || caption === undefined ? (
          <Tracks sheet={sheet} edit={setEdited} reload={sheets.reload} />
        ) : (
          <CueEditor
            key={`${sheet.id} ${edited}`}
            {...{ sheet, video, caption, position: edited, reload: sheets.reload, onCues: setCues }}
            close={() => {
              setCues([])
              setEdited(undefined)
            }}
          />
        )}
      </Stack>
    </EditorFrame>
  )
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

type TracksProps = { sheet: Sheet; edit(position: number): void; reload(): Promise<void> }

/** The captions of a sheet, and the form of a new one. */
function Tracks({ sheet, edit, reload }: TracksProps) {
  const canWrite = useScope()('livestream.details:write')
  return (
    <>
      {sheet.captions.length === 0 ? <Intro /> : null}
      <ul className="tracks">
        {sheet.captions.map((caption, position) => (
          <li key={position} className="surface track">
            <div>
              <Text size="sm" fw={600}>
                {caption.label}
              </Text>
              <Text size="xs" c="dimmed">
                {languageName(caption.language)} · {t(`editor.kind.${caption.kind}`)}
              </Text>
              {caption.error === null ? null : (
                <Text size="xs" c="red">
                  {caption.error}
                </Text>
              )}
            </div>
            <StatusBadge status={caption.status} />
            <Button
              size="xs"
              variant="default"
              leftSection={<Pencil size={14} aria-hidden />}
              disabled={caption.vttUrl === null}
              onClick={() => edit(position)}
            >
              {t('editor.edit')}
            </Button>
          </li>
        ))}
      </ul>
      {canWrite ? <NewTrack key={sheet.captions.length} {...{ sheet, edit, reload }} /> : null}
    </>
  )
}

const emptyText = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n…\n'

/** New captions from a file, or from nothing. */
function NewTrack({ sheet, edit, reload }: TracksProps) {
  const { client } = useAccount()
  const [language, setLanguage] = useState<string>(sheet.locale ?? languageTag())
  const [kind, setKind] = useState<'captions' | 'subtitles'>('captions')
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const store = async (text: string) => {
    const draft = { detailsId: sheet.id, language, label: languageName(language), kind, text }
    await client.callAny('livestream.details.setCaption', draft, { idempotencyKey: newKey() })
    await reload()
    edit(sheet.captions.length)
  }
  const send = (text: Promise<string>) => {
    setBusy(true)
    setRefusal(undefined)
    text
      .then(store)
      .then(() => notify(t('editor.captions.stored')))
      .catch((error: unknown) => setRefusal(refusalText(error)))
      .finally(() => setBusy(false))
  }
  return (
    <section className="surface section" aria-labelledby="new-captions">
      <Title order={2} id="new-captions">
        {t('editor.captions.new')}
      </Title>
      <Group gap="sm" align="end">
        <LanguageSelect label={t('editor.language')} value={language} set={setLanguage} />
        <SegmentedControl
          size="xs"
          aria-label={t('editor.kind')}
          value={kind}
          onChange={(value) => setKind(value === 'subtitles' ? 'subtitles' : 'captions')}
          data={(['captions', 'subtitles'] as const).map((value) => ({ value, label: t(`editor.kind.${value}`) }))}
        />
      </Group>
      <Group gap="xs">
        <FileButton accept=".vtt,.srt,text/vtt" onChange={(file) => file !== null && send(readFile(file))}>
          {(props) => (
            <Button {...props} loading={isBusy} leftSection={<FileUp size={16} aria-hidden />}>
              {t('editor.captions.file')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" disabled={isBusy} onClick={() => send(Promise.resolve(emptyText))}>
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
  return file.text()
}

/** The sentence of a refusal; the server names the line of a caption file. */
function refusalText(error: unknown): string {
  const { fields } = Object(error)
  const [first] = Array.isArray(fields) ? fields : []
  return typeof first?.message === 'string' ? first.message : error instanceof Error ? error.message : String(error)
}
