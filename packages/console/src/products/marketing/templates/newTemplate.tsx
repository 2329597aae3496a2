import { FairgroundError } from '@fairground/sdk'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { isSignedOut } from '#console/app/failures.ts'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas, type Noun } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { DraftNotice, SignedOutNotice } from '#console/parts/form/draftNotices.tsx'
import { dropDraft, keepDraft, readDraft } from '#console/parts/form/drafts.ts'
import { FieldInput } from '#console/parts/form/fieldInput.tsx'
import { newKey } from '#console/parts/form/formKeys.ts'
import { remainingErrors, sentValues, type FormErrors, type FormValues } from '#console/parts/form/formValues.ts'
import { inputErrors } from '#console/parts/form/inputChecks.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { FieldWidget as TopicWidget } from '#console/products/marketing/topicWidget.tsx'
import { t } from '#console/texts/texts.ts'
import { MailPreview } from './mailPreview.tsx'
import { MailTexts } from './mailTexts.tsx'
import { ListTool as Starters } from './starterTool.tsx'
import '#console/parts/form/form.css'
import './templates.css'

const widgets = { topic: TopicWidget }
const emptyMjml = '<mjml><mj-body></mj-body></mjml>'
const first: FormValues = { name: '', type: 'email', format: 'mjml', body: emptyMjml }

/** A new template: its name and type, and its texts with a preview beside them. */
export function CreatePage({ noun }: { noun: Noun }) {
  const draft = useNewTemplate(noun)
  const { values, change, errors, schema } = draft
  const isMail = values['type'] === 'email'
  const field = (name: string) => (
    <FieldInput
      key={`${name} ${draft.edition}`}
      name={name}
      path={`/${name}`}
      schema={schema.properties?.[name] ?? {}}
      isRequired={schema.required?.includes(name) ?? false}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
      errors={errors}
      widgets={widgets}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.create()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Group justify="space-between">
          <Title order={1}>{t('template.new')}</Title>
          <Starters noun={noun} />
        </Group>
        {draft.isSignedOut ? <SignedOutNotice /> : null}
        {draft.isRestored ? <DraftNotice discard={draft.discard} /> : null}
        <section className="surface section">
          <Title order={2}>{t('template.new.basics')}</Title>
          <div className="form-grid">{['name', 'type', ...(isMail ? ['topic', 'layoutId'] : [])].map(field)}</div>
        </section>
        <section className="surface section">
          <Title order={2}>{t('template.editor')}</Title>
          <div className="template-editor">
            <MailTexts key={draft.edition} values={values} change={change} bodyPath="/body" bodyError={errors['/body']}>
              {(isMail ? ['subject', 'preheader', 'format'] : ['format']).map(field)}
            </MailTexts>
            {isMail ? <Preview values={values} /> : null}
          </div>
        </section>
        <Group>
          <Button type="submit" loading={draft.isBusy}>
            {t('template.new.save')}
          </Button>
          <Button variant="default" onClick={draft.leave}>
            {t('form.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Preview({ values }: { values: FormValues }) {
  const line = (name: string) => (typeof values[name] === 'string' && values[name] !== '' ? values[name] : null)
  const texts = { subject: line('subject'), preheader: line('preheader'), body: line('body') }
  if (texts.body === null || texts.body === emptyMjml) return <Text c="dimmed">{t('campaign.preview.none')}</Text>
  return <MailPreview input={{ format: String(values['format']), ...texts, layoutId: line('layoutId'), data: {} }} />
}

function useNewTemplate(noun: Noun) {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const draftKey = `${accountId}.${noun.id}.new`
  const [kept] = useState(() => readDraft(draftKey)?.values)
  const [values, setValues] = useState<FormValues>({ ...first, ...kept })
  const [isRestored, setRestored] = useState(kept !== undefined)
  // Editors with a text of their own begin again when the draft is discarded.
  const [edition, setEdition] = useState(0)
  const [failure, setFailure] = useState<unknown>()
  const [errors, setErrors] = useState<FormErrors>({})
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newKey())
  const schema = useSchemas('marketing').operations['marketing.template.create']?.input ?? {}
  const change = (part: FormValues) => {
    const next = { ...values, ...part, ...formatAfter(values, part) }
    setValues(next)
    keepDraft(draftKey, { initial: first, values: next })
    setErrors(remainingErrors(errors, values, next))
  }
  const create = async () => {
    const sent = sentOf(values)
    const wrong = inputErrors(schema, sent)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      // cast: operations named `create` return the record.
      const made = (await client.callAny('marketing.template.create', sent, {
        idempotencyKey: key.current,
      })) as ApiRecord
      dropDraft(draftKey)
      await stale(noun.id)
      await navigate({ to: `/${accountId}/marketing/template/${made.id}` })
      notify(t('form.created', { title: String(made['name']) }))
    } catch (error) {
      const refused = error instanceof FairgroundError ? error.fields : []
      setErrors(Object.fromEntries(refused.map(({ path, message }) => [path, message])))
      setFailure(error)
      if (refused.length === 0 && !isSignedOut(error)) notifyFailure(error)
      // A refusal frees the key. Where the result is unknown, the same key finds out.
      if (error instanceof FairgroundError && error.status >= 400 && error.status < 500) key.current = newKey()
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    dropDraft(draftKey)
    setValues(first)
    setErrors({})
    setEdition(edition + 1)
    setRestored(false)
  }
  const leave = () => void navigate({ to: `/${accountId}/marketing/template` })
  return {
    ...{ values, errors, schema, isBusy, isRestored, edition, change, create, discard, leave },
    isSignedOut: isSignedOut(failure),
  }
}

/** The format and the body that go with another type or format. A body with words stays. */
function formatAfter(before: FormValues, { type, format }: FormValues): FormValues {
  const next = typeof type === 'string' && type !== 'email' && type !== 'page' ? 'text' : format
  if (typeof next !== 'string' || next === before['format']) return {}
  const isBlank = before['body'] === emptyMjml || (before['body'] ?? '') === ''
  return { format: next, ...(isBlank ? { body: next === 'mjml' ? emptyMjml : '' } : {}) }
}

const mailOnly = new Set(['subject', 'preheader', 'topic', 'layoutId'])

function sentOf(values: FormValues): FormValues {
  const isSent = ([name]: [string, unknown]) => values['type'] === 'email' || !mailOnly.has(name)
  const texts = Object.entries(values)
    .filter(isSent)
    .map(([name, value]) => [name, value === '' ? null : value])
  return sentValues(Object.fromEntries(texts))
}
