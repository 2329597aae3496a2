import { ActionIcon, Button, Checkbox, Group, RangeSlider, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Play, Scissors, TimerReset } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
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
  const canCut = useScope()('livestream.stream:write')
  const tiles = useStoryboard(video.media?.storyboardUrl ?? null)
  const loop = useLoop(video, range)
  const { media } = video
  if (media !== undefined && media.hlsUrl === null) return <Text>{t('editor.clip.elsewhere')}</Text>
  if (durationSeconds < clipSecondsMin) return <Text>{t('editor.clip.tooShort')}</Text>
  const change = (next: ClipRange) => {
    const clamped = clampRange(next, durationSeconds)
    const moved = clamped[0] === range[0] ? clamped[1] : clamped[0]
    setRange(clamped)
    if (!loop.isOn) video.seek(moved)
  }
  const setStart = (ms: number) => change([ms / 1000, Math.max(range[1], ms / 1000 + clipSecondsMin)])
  const setEnd = (ms: number) => change([Math.min(range[0], ms / 1000 - clipSecondsMin), ms / 1000])
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
          {tiles.length === 0 ? null : (
            <div className="clip-frames">
              <StoryboardStrip tiles={tiles} durationSeconds={durationSeconds} count={frames} />
              <span style={{ left: 0, width: `${(100 * range[0]) / durationSeconds}%` }} />
              <span style={{ right: 0, width: `${100 - (100 * range[1]) / durationSeconds}%` }} />
            </div>
          )}
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
            set={setStart}
            button={<HereButton label={t('editor.clip.startHere')} run={() => setStart(video.position() * 1000)} />}
          />
          <TimeField
            isVisible
            label={t('editor.clip.end')}
            ms={range[1] * 1000}
            set={setEnd}
            button={<HereButton label={t('editor.clip.endHere')} run={() => setEnd(video.position() * 1000)} />}
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
            disabled={!canCut || title.trim() === ''}
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

function HereButton({ label, run }: { label: string; run(): void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={label} onClick={run}>
      <TimerReset size={15} aria-hidden />
    </ActionIcon>
  )
}

/** Plays the range again and again, until it is stopped or the player is paused. */
function useLoop(video: EditedVideo, [start, end]: ClipRange) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const { current } = video.videoRef
    if (!isOn || current === null) return undefined
    const follow = () => {
      const isOutside = current.currentTime < start - 0.3 || current.currentTime >= end
      if (isOutside || current.ended) video.seek(start)
      if (current.ended) video.play()
    }
    // The end of the video pauses the player as well.
    const stop = () => setOn(current.ended)
    follow()
    video.play()
    const timer = setInterval(follow, followMs)
    current.addEventListener('pause', stop)
    return () => {
      clearInterval(timer)
      current.removeEventListener('pause', stop)
    }
  }, [isOn, start, end])
  const toggle = () => {
    if (isOn) video.videoRef.current?.pause()
    setOn(!isOn)
  }
  return { isOn, toggle }
}

/** Time between two looks at the player. */
const followMs = 50
