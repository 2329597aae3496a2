import { Alert, Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isSignedOut } from '#console/app/failures.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { DraftNotice, SignedOutNotice } from '#console/parts/form/draftNotices.tsx'
import { keepDraft, readDraft, type Draft } from '#console/parts/form/drafts.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { BodyEditor } from './bodyEditor.tsx'
import { MailPreview, sampleOf } from './mailPreview.tsx'
import { TestMail } from './testMail.tsx'
import { baseOf, isSame, textsOf, type Template, type Texts } from './textsDraft.ts'
import { Versions } from './versions.tsx'
import './templates.css'

/** The texts of a template with a preview beside them. */
export function Panel({ record, reload }: PanelProps) {
  const { data } = useRead<Template>('marketing.template.get', { templateId: record.id })
  return data === undefined ? null : <Editor template={data} reload={reload} />
}

type EditorProps = { template: Template; reload(): Promise<void> }

function Editor({ template, reload }: EditorProps) {
  const canWrite = useScope()('marketing.template:write')
  const editor = useEditor({ template, reload })
  const { draft, change, isChanged } = editor
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
            <Button size="xs" disabled={!canWrite || !isChanged} onClick={() => void editor.save()}>
              {t('template.save')}
            </Button>
          </Group>
        </Group>
        <EditorNotes {...editor} />
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
              key={editor.opened}
              format={template.format}
              value={draft.body}
              isReadOnly={!canWrite}
              onChange={(body) => change({ body })}
            />
          </Stack>
          <MailPreview
            input={{
              format: template.format,
              ...sentTexts(draft),
              layoutId: template.layoutId,
              data: sampleOf(template),
            }}
          />
        </div>
      </section>
      <Versions templateId={template.id} current={template.currentVersion} edited={draft.body} restore={editor.open} />
    </Stack>
  )
}

/** Texts on the way, kept in this tab until they are saved or discarded. */
function useEditor({ template, reload }: EditorProps) {
  const { client, id: accountId } = useAccount()
  const stale = useStale()
  const draftKey = `${accountId}.${template.id}.texts`
  const [kept] = useState(() => readDraft(draftKey))
  const [isRestored, setRestored] = useState(kept !== undefined)
  // The texts that the draft began with: another person may save others at the same time.
  const [base, setBase] = useState(() => baseOf(template, kept))
  const [draft, setDraft] = useState<Texts>(() => ({ ...textsOf(base), ...valuesOf(kept) }))
  const [opened, setOpened] = useState(0)
  const [failure, setFailure] = useState<unknown>()
  const change = (part: Partial<Texts>) => setDraft((before) => ({ ...before, ...part }))
  const isChanged = !isSame(draft, textsOf(base))
  const isOutdated = template.currentVersion !== base.currentVersion
  const open = (texts: Texts) => {
    setDraft(texts)
    setOpened((before) => before + 1)
  }
  useEffect(
    () => keepDraft(draftKey, { initial: textsOf(base), values: draft, version: base.version }),
    [draftKey, base, draft],
  )
  useEffect(() => {
    if (!isOutdated || isChanged) return
    setBase(template)
    if (!isSame(draft, textsOf(template))) open(textsOf(template))
  }, [isOutdated, isChanged, template, draft])
  const discard = () => {
    setBase(template)
    setRestored(false)
    open(textsOf(template))
  }
  const save = async () => {
    try {
      const ifVersion = isOutdated ? base.version : template.version
      await client.callAny('marketing.template.update', { templateId: template.id, ...sentTexts(draft), ifVersion })
      notify(t('template.saved'))
      setFailure(undefined)
      setRestored(false)
      setBase({ ...base, ...sentTexts(draft) })
      await stale('marketing.template')
      await reload()
    } catch (error) {
      setFailure(error)
      if (!isSignedOut(error)) notifyFailure(error)
    }
  }
  return {
    ...{ draft, opened, failure, change, open, save, discard, isChanged },
    isRestored: isRestored && isChanged,
    isOutdated: isOutdated && isChanged,
    /** Puts the draft over the newer version: both stay in the list of versions. */
    goOn: () => setBase(template),
  }
}

type NotesProps = Pick<ReturnType<typeof useEditor>, 'failure' | 'isRestored' | 'isOutdated' | 'discard' | 'goOn'>

function EditorNotes({ failure, isRestored, isOutdated, discard, goOn }: NotesProps) {
  return (
    <>
      {isSignedOut(failure) ? <SignedOutNotice /> : null}
      {isOutdated ? (
        <Alert color="yellow" role="alert">
          {t('template.outdated')}
          <Group gap="xs" mt="xs">
            <Button size="compact-sm" variant="default" onClick={goOn}>
              {t('form.draft.goOn')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={discard}>
              {t('form.draft.discard')}
            </Button>
          </Group>
        </Alert>
      ) : isRestored ? (
        <DraftNotice discard={discard} />
      ) : null}
    </>
  )
}

function sentTexts({ subject, preheader, body }: Texts) {
  return { subject: subject === '' ? null : subject, preheader: preheader === '' ? null : preheader, body }
}

function valuesOf(kept: Draft | undefined): Partial<Texts> {
  return { ...kept?.values }
}
