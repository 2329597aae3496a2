import { FairgroundError } from '@fairground/sdk'
import { Alert, Group, SegmentedControl, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { isSignedOut, sentenceOf } from '#console/app/failures.ts'
import { SignedOutNotice } from '#console/parts/form/draftNotices.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { MailFrame } from '#console/parts/mail/mailFrame.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { bytesText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './templates.css'

type Template = OutputOf<'marketing.template.get'>
type Preview = OutputOf<'marketing.template.preview'>

/** Texts of a preview, with the values that fill them. */
export type PreviewInput = {
  format: string
  subject: string | null
  preheader: string | null
  body: string | null
  layoutId?: string | null
  data: Readonly<Record<string, unknown>>
}

const previewMs = 500
const phonePx = 375
/** Least width of the preview for desktops: mails have their wide layout from 480 to 600 pixels on. */
const desktopPx = 640
const views = ['desktop', 'phone', 'text'] as const

/** The mail as a contact gets it; it follows the texts while they change. */
export function MailPreview({ input }: { input: PreviewInput }) {
  const [view, setView] = useState<(typeof views)[number]>('desktop')
  const [isDark, setDark] = useState(false)
  const [contactId, setContactId] = useState<string | null>(null)
  const [texts] = useDebouncedValue(input, previewMs)
  const { data: read, error } = useRead<Preview>('marketing.template.preview', {
    ...texts,
    ...(contactId === null ? {} : { contactId }),
  })
  // The mail before a change stays until the next one is there, also while the texts have a mistake.
  const subject = [contactId, texts.format, texts.layoutId].join(' ')
  const [last, setLast] = useState<{ subject: string; read: Preview }>()
  if (read !== undefined && (read !== last?.read || subject !== last.subject)) setLast({ subject, read })
  const data = read ?? (subject === last?.subject ? last.read : undefined)
  const isStale = read === undefined
  return (
    <Stack gap="sm" className="template-preview">
      <Group gap="sm" align="end">
        <RecordPicker
          name="contactId"
          schema={{ type: 'string', pattern: '^con_' }}
          label={t('template.for')}
          value={contactId}
          onChange={setContactId}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('template.view')}
          value={view}
          onChange={(next) => setView(views.find((each) => each === next) ?? 'desktop')}
          data={views.map((value) => ({ value, label: t(`template.view.${value}`) }))}
        />
        <Switch
          size="xs"
          label={t('blocks.dark')}
          checked={isDark}
          onChange={(event) => setDark(event.currentTarget.checked)}
        />
      </Group>
      <Problems error={error} />
      {data === undefined && error === null ? <Skeleton height={300} animate={false} aria-hidden /> : null}
      {data === undefined ? null : (
        <Stack gap="sm" className="template-mail" data-stale={isStale || undefined}>
          {isStale && error !== null ? (
            <Text size="sm" c="dimmed">
              {t('template.before')}
            </Text>
          ) : null}
          <Text fw={700}>{data.subject}</Text>
          {data.preheader === '' ? null : (
            <Text size="sm" c="dimmed">
              {data.preheader}
            </Text>
          )}
          {view === 'text' || data.html === null ? (
            <pre className="template-text" tabIndex={0}>
              {data.text}
            </pre>
          ) : (
            <Frame key={view} html={data.html} isPhone={view === 'phone'} isDark={isDark} />
          )}
          <Text size="xs">{t('template.size', { size: bytesText(data.bytes) })}</Text>
          <Findings names={[...data.warnings, ...data.hints]} />
        </Stack>
      )}
    </Stack>
  )
}

/** The mail at the width of a device, scaled down to the room beside the editor. */
function Frame({ html, isPhone, isDark }: { html: string; isPhone: boolean; isDark: boolean }) {
  const { ref, width: room } = useElementSize()
  const widthPx = isPhone ? phonePx : Math.max(desktopPx, room)
  return (
    <div className="template-frame" data-dark={isDark || undefined} ref={ref}>
      <MailFrame
        html={html}
        title={t('template.preview')}
        scheme={isDark ? 'dark' : 'light'}
        widthPx={widthPx}
        scale={room === 0 ? 1 : Math.min(1, room / widthPx)}
      />
    </div>
  )
}

function Problems({ error }: { error: unknown }) {
  if (!(error instanceof FairgroundError)) return null
  if (isSignedOut(error)) return <SignedOutNotice text={sentenceOf(error)} />
  const problems = problemsOf(error)
  return (
    <Alert color="red" title={t('template.problems')} role="alert">
      {problems.length === 0 ? sentenceOf(error) : null}
      {problems.map((problem, index) => (
        <div key={index}>
          {placeText(problem)}: <span lang="en">{problem.message}</span>
        </div>
      ))}
    </Alert>
  )
}

type Problem = { path: string; message: string; line?: unknown; column?: unknown }

/** Mistakes of texts with their places, else the wrong fields of the call. */
function problemsOf({ details, fields }: FairgroundError): readonly Problem[] {
  const placed: unknown = details?.['problems']
  if (!Array.isArray(placed) || placed.length === 0) return fields
  return placed.map((each) => ({ ...Object(each), path: String(each.path), message: String(each.message) }))
}

function placeText({ path, line, column }: Problem): string {
  const field = labelOf(path.slice(1))
  if (typeof line !== 'number') return field
  const place = t('template.problem.line', { line })
  return [field, place, ...(typeof column === 'number' ? [t('template.problem.column', { column })] : [])].join(', ')
}

/** Names of findings in texts that have a sentence. */
export const findings = [
  'no_unsubscribe_link',
  'image_without_alt',
  'dead_link',
  'clipped_by_gmail',
  'mjml_unknown_parts',
  'empty_subject',
  'subject_all_capitals',
  'subject_exclamation_marks',
  'spam_words',
  'image_only',
  'many_links',
] as const

function Findings({ names }: { names: readonly string[] }) {
  const known = findings.filter((each) => names.includes(each))
  if (known.length === 0) return null
  return (
    <Alert color="yellow" title={t('template.findings')}>
      <ul>
        {known.map((each) => (
          <li key={each}>{t(`template.finding.${each}`)}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Values of a template for a preview: its sample data over the defaults of its variables. */
export function sampleOf({ variables, sampleData }: Template): Record<string, unknown> {
  const defaults = variables.flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [[name, defaultValue]],
  )
  return { ...Object.fromEntries(defaults), ...sampleData }
}
