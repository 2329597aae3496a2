import { Button, Checkbox, Group, RangeSlider, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Play, Scissors } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { labelOf } from '#console/parts/labels.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { StoryboardStrip, useStoryboard } from '#console/parts/video/storyboard.tsx'
import { durationText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { clampRange, clipSecondsMax, clipSecondsMin, type ClipRange } from './clipRange.ts'
import { EditorFrame, useEditedVideo, type EditedVideo } from './editorFrame.tsx'
import { TimeField } from './timeField.tsx'
import './editors.css'

const frames = 12
const visibilities = ['public', 'unlisted', 'private'] as const

/** Cuts a clip of a video on a time line. */
export function Panel({ record }: PanelProps) {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const video = useEditedVideo(record)
  const durationSeconds = video.durationSeconds ?? 0
  const [range, setRange] = useState<ClipRange>(() => clampRange([0, Math.min(30, durationSeconds)], durationSeconds))
  const [title, setTitle] = useState(() => t('editor.clip.of', { title: titleOfRecord(record) }).slice(0, 140))
  const [visibility, setVisibility] = useState<string>(String(record['visibility']))
  const [isExact, setExact] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const tiles = useStoryboard(video.media?.storyboardUrl ?? null)
  const loop = useLoop(video, range)
  if (durationSeconds < clipSecondsMin) return <Text>{t('editor.clip.tooShort')}</Text>
  const change = (next: ClipRange) => {
    const clamped = clampRange(next, durationSeconds)
    const moved = clamped[0] === range[0] ? clamped[1] : clamped[0]
    setRange(clamped)
    if (!loop.isOn) video.seek(moved)
  }
  const cut = async () => {
    const [startSeconds, endSeconds] = range
    const durationOfClip = Math.round((endSeconds - startSeconds) * 1000) / 1000
    const input = { staticId: record.id, startSeconds, durationSeconds: durationOfClip, title, exact: isExact }
    const isKept = visibilities.some((each) => each === visibility)
    const options = { idempotencyKey: newKey() }
    // cast: the operation returns the clip.
    const clip = (await client.callAny(
      'livestream.stream.createClip',
      { ...input, ...(isKept ? { visibility } : {}) },
      options,
    )) as { id: string }
    await stale('livestream.static')
    await navigate({ to: `/${accountId}/livestream/static/${clip.id}` })
  }
  return (
    <EditorFrame
      record={record}
      video={video}
      below={
        <div className="clip-range">
          <StoryboardStrip tiles={tiles} durationSeconds={durationSeconds} count={frames} />
          <RangeSlider
            min={0}
            max={durationSeconds}
            step={0.1}
            minRange={clipSecondsMin}
            value={range}
            onChange={change}
            label={durationText}
            thumbFromLabel={t('editor.clip.start')}
            thumbToLabel={t('editor.clip.end')}
          />
        </div>
      }
    >
      <section className="surface section" aria-labelledby="clip">
        <Title order={2} id="clip">
          {t('editor.clip')}
        </Title>
        <Group align="end" gap="sm">
          <TimeField
            isVisible
            label={t('editor.clip.start')}
            ms={range[0] * 1000}
            set={(ms) => change([ms / 1000, Math.max(range[1], ms / 1000 + clipSecondsMin)])}
          />
          <TimeField
            isVisible
            label={t('editor.clip.end')}
            ms={range[1] * 1000}
            set={(ms) => change([Math.min(range[0], ms / 1000 - clipSecondsMin), ms / 1000])}
          />
          <Text size="sm" c="dimmed" role="status">
            {t('editor.clip.length', { seconds: numberText(range[1] - range[0], { maximumFractionDigits: 1 }) })}
          </Text>
        </Group>
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Play size={14} aria-hidden />}
            aria-pressed={loop.isOn}
            onClick={loop.toggle}
          >
            {t(loop.isOn ? 'editor.clip.stop' : 'editor.clip.loop')}
          </Button>
        </Group>
        <Stack gap="sm">
          <TextInput
            label={t('editor.clip.title')}
            value={title}
            maxLength={140}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Select
            label={t('editor.clip.visibility')}
            allowDeselect={false}
            value={visibility}
            data={[...new Set([...visibilities, String(record['visibility'])])].map((value) => ({
              value,
              label: labelOf(value),
            }))}
            onChange={(value) => value !== null && setVisibility(value)}
          />
          <Checkbox
            label={t('editor.clip.exact')}
            description={t('editor.clip.exact.text')}
            checked={isExact}
            onChange={(event) => setExact(event.currentTarget.checked)}
          />
        </Stack>
        <Group>
          <Button
            loading={isBusy}
            leftSection={<Scissors size={16} aria-hidden />}
            onClick={() => {
              setBusy(true)
              cut()
                .catch(notifyFailure)
                .finally(() => setBusy(false))
            }}
          >
            {t('editor.clip.cut')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('editor.clip.limits', { min: clipSecondsMin, max: clipSecondsMax / 60 })}
          </Text>
        </Group>
      </section>
    </EditorFrame>
  )
}

/** Plays the range again and again while it is on. */
function useLoop(video: EditedVideo, [start, end]: ClipRange) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const { current } = video.videoRef
    if (!isOn || current === null) return undefined
    const follow = () => {
      if (current.currentTime < start - 0.3 || current.currentTime >= end) current.currentTime = start
    }
    follow()
    void current.play()
    const timer = setInterval(follow, 50)
    return () => {
      clearInterval(timer)
      current.pause()
    }
  }, [isOn, start, end])
  return { isOn, toggle: () => setOn(!isOn) }
}
