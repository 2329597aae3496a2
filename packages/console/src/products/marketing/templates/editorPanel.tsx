import { Alert, Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { BodyEditor } from './bodyEditor.tsx'
import { MailPreview, sampleOf } from './mailPreview.tsx'
import { TestMail } from './testMail.tsx'
import { Versions } from './versions.tsx'
import './templates.css'

type Template = OutputOf<'marketing.template.get'>
type Draft = { subject: string; preheader: string; body: string }

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
            {template.type === 'email' ? (
              <TestMail
                operationId="marketing.template.test"
                target={{ templateId: template.id }}
                isChanged={isChanged}
              />
            ) : null}
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
          <MailPreview
            input={{
              format: template.format,
              ...textsOf(draft),
              layoutId: template.layoutId,
              data: sampleOf(template),
            }}
          />
        </div>
      </section>
      <Versions templateId={template.id} current={template.currentVersion} edited={draft.body} restore={open} />
    </Stack>
  )
}

function draftOf({ subject, preheader, body }: Template): Draft {
  return { subject: subject ?? '', preheader: preheader ?? '', body }
}

function textsOf({ subject, preheader, body }: Draft) {
  return { subject: subject === '' ? null : subject, preheader: preheader === '' ? null : preheader, body }
}
