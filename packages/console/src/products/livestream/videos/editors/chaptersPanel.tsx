import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { ListVideo, Plus, TimerReset, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useEditHistory } from '#console/parts/editHistory.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { StoryboardFrame, useStoryboard } from '#console/parts/video/storyboard.tsx'
import { plural, t } from '#console/texts/texts.ts'
import { chapterFaults, readChapters, withChapterAt, writeChapters, type EditedChapter } from './chapterList.ts'
import { EditorFrame, useEditedVideo, type EditedVideo } from './editorFrame.tsx'
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
  const { client } = useAccount()
  const canWrite = useScope()('livestream.details:write')
  // The base of the edit stays that of its beginning, whatever is read again.
  const [base, setBase] = useState({ chapters: sheet.chapters, version: sheet.version })
  const { value, set, undo, canUndo } = useEditHistory<readonly EditedChapter[]>(readChapters(base.chapters))
  const tiles = useStoryboard(video.media?.storyboardUrl ?? null)
  const faults = chapterFaults(value)
  const chapters = writeChapters(value)
  const isChanged = JSON.stringify(chapters) !== JSON.stringify(base.chapters)
  const save = async () => {
    const input = { detailsId: sheet.id, chapters, ifVersion: base.version }
    // cast: the operation returns the sheet.
    const saved = (await client.callAny('livestream.details.update', input, { idempotencyKey: newKey() })) as Sheet
    setBase({ chapters: saved.chapters, version: saved.version })
    await reload()
    notify(t('editor.chapters.saved'))
  }
  const change = (key: number, fields: Partial<EditedChapter>, topic?: string) =>
    set(
      value.map((each) => (each.key === key ? { ...each, ...fields } : each)),
      topic,
    )
  return (
    <section className="surface section" aria-labelledby="chapters">
      <Group justify="space-between">
        <Title order={2} id="chapters">
          {plural('editor.chapters', value.length)}
        </Title>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={!canUndo} onClick={undo}>
            {t('editor.undo')}
          </Button>
          <Button
            size="xs"
            disabled={!isChanged || faults.size > 0 || !canWrite}
            onClick={() => void save().catch(notifyFailure)}
          >
            {t('editor.save')}
          </Button>
        </Group>
      </Group>
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
              error={faults.get(chapter.key) === 'order'}
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
