import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { ListVideo, Plus, TimerReset, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { confirmed } from '#console/parts/confirmation.ts'
import { useEditHistory } from '#console/parts/editHistory.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { notify } from '#console/parts/notices.tsx'
import { StoryboardFrame, useStoryboard } from '#console/parts/video/storyboard.tsx'
import { plural, t } from '#console/texts/texts.ts'
import {
  chapterFaults,
  readChapters,
  withChapterAt,
  withChapterChange,
  writeChapters,
  type ChapterFault,
  type EditedChapter,
} from './chapterList.ts'
import { useEditorDrafts, type EditorDraft } from './editorDraft.ts'
import { EditorFrame, useEditedVideo, type EditedVideo } from './editorFrame.tsx'
import { isOtherVersion, RestoredNotice, runEditorKey, useRequest } from './editorSave.tsx'
import { SheetPicker, useSheets, type Sheet } from './sheets.tsx'
import { TimeField } from './timeField.tsx'
import './editors.css'

/** Chapters of a video beside the player. */
export function Panel({ record }: PanelProps) {
  const video = useEditedVideo(record)
  const sheets = useSheets(record.id)
  const { sheet } = sheets
  return (
    <EditorFrame record={record} video={video}>
      <Stack gap="md">
        <SheetPicker sheets={sheets} label={t('editor.sheet')} />
        {sheet === undefined ? null : (
          <ChapterEditor key={sheet.id} sheet={sheet} video={video} reload={sheets.reload} />
        )}
        {sheet === undefined && !sheets.isLoading ? (
          <section className="surface section">
            <Group gap="sm" wrap="nowrap" align="start">
              <ListVideo size={22} aria-hidden />
              <Text size="sm">{t('editor.chapters.empty')}</Text>
            </Group>
          </section>
        ) : null}
      </Stack>
    </EditorFrame>
  )
}

type ChapterEditorProps = { sheet: Sheet; video: EditedVideo; reload(): Promise<void> }

function ChapterEditor({ sheet, video, reload }: ChapterEditorProps) {
  const canWrite = useScope()('livestream.details:write')
  const drafts = useEditorDrafts<Sheet['chapters']>('chapters', sheet.id)
  const [kept] = useState(() => drafts.read(draftName))
  // The base of the edit stays that of its beginning, whatever is read again.
  const [base, setBase] = useState(kept?.base ?? { value: sheet.chapters, version: sheet.version })
  const history = useEditHistory<readonly EditedChapter[]>(readChapters(kept?.value ?? base.value))
  const { value, set, undo, canUndo } = history
  const tiles = useStoryboard(video.media?.storyboardUrl ?? null)
  const faults = chapterFaults(value, video.durationSeconds === undefined ? undefined : video.durationSeconds * 1000)
  const chapters = writeChapters(value)
  const isChanged = JSON.stringify(chapters) !== JSON.stringify(base.value)
  const isReady = isChanged && faults.size === 0 && canWrite
  useEffect(() => {
    if (isChanged) drafts.keep(draftName, { base, value: chapters })
    else drafts.drop(draftName)
  }, [value, base])
  const save = useChapterSave(sheet.id, base)
  const saving = useRequest(async () => {
    const saved = isReady ? await save(chapters) : undefined
    if (saved === undefined) return
    setBase({ value: saved.chapters, version: saved.version })
    await reload()
    notify(t('editor.chapters.saved'))
  })
  const change = (key: number, fields: Partial<EditedChapter>, topic?: string) =>
    set(withChapterChange(value, key, fields), topic)
  return (
    <section
      className="surface section"
      aria-labelledby="chapters"
      onKeyDown={(event) => runEditorKey(event, { ...history, save: saving.request })}
    >
      <Group justify="space-between">
        <Title order={2} id="chapters">
          {plural('editor.chapters', value.length)}
        </Title>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={!canUndo} onClick={undo}>
            {t('editor.undo')}
          </Button>
          <Button size="xs" disabled={!isReady} loading={saving.isBusy} onClick={saving.request}>
            {t('editor.save')}
          </Button>
        </Group>
      </Group>
      {kept !== undefined && isChanged ? (
        <RestoredNotice discard={() => history.reset(readChapters(base.value))} />
      ) : null}
      <ol className="chapters">
        {value.map((chapter, at) => (
          <li key={chapter.key} className="chapter">
            <button
              type="button"
              className="chapter-frame"
              aria-label={t('editor.chapter.play', { number: at + 1 })}
              onClick={() => video.seek(chapter.startMs / 1000)}
            >
              <StoryboardFrame tiles={tiles} seconds={chapter.startMs / 1000} width={94} />
            </button>
            <TimeField
              label={t('editor.chapter.start', { number: at + 1 })}
              ms={chapter.startMs}
              set={(startMs) => change(chapter.key, { startMs })}
              error={faultsOfTime.has(faults.get(chapter.key))}
            />
            <TextInput
              size="xs"
              aria-label={t('editor.chapter.name', { number: at + 1 })}
              placeholder={t('editor.chapter.name', { number: at + 1 })}
              value={chapter.title}
              maxLength={80}
              error={faults.has(chapter.key) ? t(`editor.chapter.${faults.get(chapter.key) ?? 'order'}`) : undefined}
              onChange={(event) => change(chapter.key, { title: event.currentTarget.value }, `title ${chapter.key}`)}
            />
            <Group gap={0} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('editor.chapter.startHere', { number: at + 1 })}
                title={t('editor.chapter.startHere', { number: at + 1 })}
                onClick={() => change(chapter.key, { startMs: Math.round(video.position() * 1000) })}
              >
                <TimerReset size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('editor.chapter.remove', { number: at + 1 })}
                onClick={() => set(value.filter(({ key }) => key !== chapter.key))}
              >
                <Trash2 size={15} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ol>
      <Group>
        <Button
          size="xs"
          variant="light"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={!canWrite}
          onClick={() => set(withChapterAt(value, video.position() * 1000))}
        >
          {t('editor.chapter.add')}
        </Button>
      </Group>
    </section>
  )
}

const draftName = 'all'
/** Faults that stand at the time; the sentence stands below the title. */
const faultsOfTime = new Set<ChapterFault | undefined>(['first', 'order', 'beyond'])

/** Stores chapters. Resolves to the sheet; undefined where the person keeps the chapters of another one. */
function useChapterSave(detailsId: string, base: EditorDraft<Sheet['chapters']>['base']) {
  const { client } = useAccount()
  const write = async (chapters: Sheet['chapters'], ifVersion: number) => {
    const input = { detailsId, chapters, ifVersion }
    // cast: the operation returns the sheet.
    return (await client.callAny('livestream.details.update', input, { idempotencyKey: newKey() })) as Sheet
  }
  return async (chapters: Sheet['chapters']): Promise<Sheet | undefined> => {
    try {
      return await write(chapters, base.version)
    } catch (error) {
      if (!isOtherVersion(error)) throw error
    }
    // Captions and texts of the sheet change its version too: only other chapters need consent.
    const latest = await client.call('livestream.details.get', { detailsId })
    const isForeign = JSON.stringify(latest.chapters) !== JSON.stringify(base.value)
    const question = {
      title: t('editor.conflict.chapters'),
      text: t('editor.conflict.chapters.text'),
      button: t('editor.conflict.replace'),
    }
    return isForeign && !(await confirmed(question)) ? undefined : write(chapters, latest.version)
  }
}
