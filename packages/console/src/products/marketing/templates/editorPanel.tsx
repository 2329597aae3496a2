import { FairgroundError } from '@fairground/sdk'
import { Alert, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { MailFrame } from '#console/parts/mail/mailFrame.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { bytesText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { CodeEditor } from './codeEditor.tsx'
import { TestMail } from './testMail.tsx'
import { Versions } from './versions.tsx'
import './templates.css'

type Template = OutputOf<'marketing.template.get'>
type Preview = OutputOf<'marketing.template.preview'>
type Draft = { subject: string; preheader: string; body: string }

const previewMs = 500
const BlockEditor = lazy(() => import('./blockEditor.tsx').then((module) => ({ default: module.BlockEditor })))

/** The texts of a template with a preview beside them. */
export function Panel({ record, reload }: PanelProps) {
  const { data } = useRead<Template>('marketing.template.get', { templateId: record.id })
  return data === undefined ? null : <Editor template={data} reload={reload} />
}

function Editor({ template, reload }: { template: Template; reload(): Promise<void> }) {
  const { client } = useAccount()
  const canWrite = useScope()('marketing.template:write')
  const stale = useStale()
  // The texts that the draft began with: another person may save others at the same time.
  const [base, setBase] = useState(template)
  const [draft, setDraft] = useState<Draft>(() => draftOf(template))
  const [opened, setOpened] = useState(0)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base))
  const isOutdated = template.currentVersion !== base.currentVersion
  const open = (texts: Draft) => {
    setDraft(texts)
    setOpened((before) => before + 1)
  }
  useEffect(() => {
    if (!isOutdated || isChanged) return
    setBase(template)
    if (JSON.stringify(draft) !== JSON.stringify(draftOf(template))) open(draftOf(template))
  }, [isOutdated, isChanged, template, draft])
  const save = async () => {
    try {
      const ifVersion = isOutdated ? base.version : template.version
      await client.callAny('marketing.template.update', { templateId: template.id, ...textsOf(draft), ifVersion })
      notify(t('template.saved'))
      setBase({ ...base, ...textsOf(draft) })
      await stale('marketing.template')
      await reload()
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <Stack gap="lg">
      <section className="surface section">
        <Group justify="space-between">
          <Title order={2}>{t('template.editor')}</Title>
          <Group gap="xs">
            {template.type === 'email' ? <TestMail templateId={template.id} isChanged={isChanged} /> : null}
            <Button size="xs" disabled={!canWrite || !isChanged} onClick={() => void save()}>
              {t('template.save')}
            </Button>
          </Group>
        </Group>
        {isOutdated && isChanged ? (
          <Alert color="yellow" role="alert">
            {t('template.outdated')}
          </Alert>
        ) : null}
        <div className="template-editor">
          <Stack gap="sm">
            <TextInput
              label={t('template.subject')}
              value={draft.subject}
              maxLength={250}
              readOnly={!canWrite}
              onChange={(event) => change({ subject: event.currentTarget.value })}
            />
            <TextInput
              label={t('template.preheader')}
              value={draft.preheader}
              maxLength={250}
              readOnly={!canWrite}
              onChange={(event) => change({ preheader: event.currentTarget.value })}
            />
            <BodyEditor
              key={opened}
              format={template.format}
              value={draft.body}
              isReadOnly={!canWrite}
              onChange={(body) => change({ body })}
            />
          </Stack>
          <PreviewPane template={template} draft={draft} />
        </div>
      </section>
      <Versions templateId={template.id} current={template.currentVersion} edited={draft.body} restore={open} />
    </Stack>
  )
}

type BodyEditorProps = { format: string; value: string; isReadOnly: boolean; onChange(value: string): void }

/** The body as blocks or as code; both edit the same MJML. Other formats are code. */
function BodyEditor({ format, ...editor }: BodyEditorProps) {
  const [mode, setMode] = useState<'blocks' | 'code'>(format === 'mjml' ? 'blocks' : 'code')
  const code = <CodeEditor label={t('template.body', { format: labelOf(format) })} {...editor} />
  if (format !== 'mjml') return code
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('blocks.mode')}
        value={mode}
        onChange={(next) => setMode(next === 'code' ? 'code' : 'blocks')}
        data={(['blocks', 'code'] as const).map((value) => ({ value, label: t(`blocks.mode.${value}`) }))}
      />
      {mode === 'code' ? (
        code
      ) : (
        <Suspense>
          <BlockEditor {...editor} />
        </Suspense>
      )}
    </>
  )
}

const widths = { desktop: '100%', phone: '375px' } as const
const views = ['desktop', 'phone', 'text'] as const

/** The mail as a contact gets it; it follows the texts while they change. */
function PreviewPane({ template, draft }: { template: Template; draft: Draft }) {
  const [view, setView] = useState<(typeof views)[number]>('desktop')
  const [isDark, setDark] = useState(false)
  const [contactId, setContactId] = useState<string | null>(null)
  const [texts] = useDebouncedValue(draft, previewMs)
  const defaults = template.variables.flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [[name, defaultValue]],
  )
  const { data, error } = useRead<Preview>('marketing.template.preview', {
    format: template.format,
    ...textsOf(texts),
    layoutId: template.layoutId,
    data: { ...Object.fromEntries(defaults), ...template.sampleData },
    ...(contactId === null ? {} : { contactId }),
  })
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
      {data === undefined ? null : (
        <>
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
            <div className="template-frame" data-dark={isDark || undefined} style={{ inlineSize: widths[view] }}>
              <MailFrame html={data.html} title={t('template.preview')} scheme={isDark ? 'dark' : 'light'} />
            </div>
          )}
          <Text size="xs">{t('template.size', { size: bytesText(data.bytes) })}</Text>
          <Findings names={[...data.warnings, ...data.hints]} />
        </>
      )}
    </Stack>
  )
}

function Problems({ error }: { error: unknown }) {
  if (!(error instanceof FairgroundError)) return null
  const lines = error.fields.map(({ path, message }) => `${labelOf(path.slice(1))}: ${message}`)
  return (
    <Alert color="red" title={t('template.problems')} role="alert">
      {(lines.length === 0 ? [error.message] : lines).join(' ')}
    </Alert>
  )
}

const findings = [
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

function draftOf({ subject, preheader, body }: Template): Draft {
  return { subject: subject ?? '', preheader: preheader ?? '', body }
}

function textsOf({ subject, preheader, body }: Draft) {
  return { subject: subject === '' ? null : subject, preheader: preheader === '' ? null : preheader, body }
}
