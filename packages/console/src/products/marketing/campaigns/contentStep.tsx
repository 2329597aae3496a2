import { SegmentedControl, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import type { FormValues } from '#console/parts/form/formValues.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { MailPreview, sampleOf } from '#console/products/marketing/templates/mailPreview.tsx'
import { MailTexts } from '#console/products/marketing/templates/mailTexts.tsx'
import { t } from '#console/texts/texts.ts'
import { CampaignField } from './campaignField.tsx'
import { TemplateSelect } from './templateSelect.tsx'
import type { CampaignDraft } from './useCampaign.ts'
import { VariantsEditor } from './variantsEditor.tsx'

type Template = OutputOf<'marketing.template.get'>
type ContentProps = { draft: CampaignDraft }

/** The text of the campaign, from a template or its own, with a preview and variants. */
export function ContentStep({ draft }: ContentProps) {
  const { values, change } = draft
  const isMail = values['channel'] === 'email'
  const [source, setSource] = useState<'template' | 'own'>(() => (isId(values['templateId']) ? 'template' : 'own'))
  // The way there and back between template and own text keeps both.
  const own = useRef<FormValues>({ subject: values['name'], format: 'markdown', body: '' })
  const former = useRef<FormValues>({})
  const choose = (next: string) => {
    if (next === source) return
    const { subject, preheader, format, body, textBody, templateId, variables } = values
    if (next === 'template') {
      own.current = { subject, preheader, format, body, textBody }
      const none = { subject: null, preheader: null, format: null, body: null, textBody: null }
      change({ ...none, ...former.current })
    } else {
      former.current = { templateId, variables }
      change({ templateId: null, variables: {}, ...own.current })
    }
    setSource(next === 'template' ? 'template' : 'own')
  }
  return (
    <>
      <div className="campaign-columns" data-even>
        <section className="surface section">
          <Title order={2}>{t('campaign.text')}</Title>
          <SegmentedControl
            aria-label={t('campaign.source')}
            value={source}
            onChange={choose}
            data={(['own', 'template'] as const).map((value) => ({ value, label: t(`campaign.source.${value}`) }))}
          />
          {source === 'template' ? (
            <TemplateFields draft={draft} />
          ) : isMail ? (
            <MailFields draft={draft} />
          ) : (
            <CampaignField draft={draft} name="body" />
          )}
        </section>
        {isMail ? (
          <section className="surface section campaign-preview" aria-label={t('template.preview')}>
            <Title order={2}>{t('campaign.preview')}</Title>
            <Preview values={values} />
          </section>
        ) : null}
      </div>
      <VariantsEditor draft={draft} isTemplate={source === 'template'} />
    </>
  )
}

function MailFields({ draft }: ContentProps) {
  const { values, change, errors } = draft
  return (
    <MailTexts values={values} change={change} bodyPath="/body" bodyError={errors['/body']}>
      <CampaignField draft={draft} name="subject" />
      <CampaignField draft={draft} name="preheader" />
      <CampaignField draft={draft} name="format" />
    </MailTexts>
  )
}

function TemplateFields({ draft }: ContentProps) {
  const { values, change, errors } = draft
  const templateId = isId(values['templateId']) ? values['templateId'] : null
  const template = useTemplate(templateId)
  return (
    <Stack gap="sm">
      <div data-path="/templateId">
        <TemplateSelect
          label={labelOf('templateId')}
          channel={String(values['channel'])}
          value={templateId}
          error={errors['/templateId']}
          change={(next, topic) => {
            // The topic of the template counts where the campaign names none: so the count of recipients knows it.
            const isOpen = topic !== undefined && typeof values['topic'] !== 'string'
            change({ templateId: next, variables: {}, ...(isOpen && { topic }) })
          }}
        />
      </div>
      {template?.variables.map((variable) => (
        <VariableField key={variable.name} draft={draft} variable={variable} />
      ))}
    </Stack>
  )
}

type Variable = Template['variables'][number]

/** The value of a variable of the template, in its type. */
function VariableField({ draft, variable }: ContentProps & { variable: Variable }) {
  const { values, change, errors } = draft
  const given: Record<string, unknown> = { ...Object(values['variables']) }
  const { name, type, isRequired = false, defaultValue } = variable
  const put = (value: unknown) => {
    const { [name]: _former, ...others } = given
    change({ variables: value === null || value === '' ? others : { ...others, [name]: value } })
  }
  const value = given[name]
  const frame = {
    label: name,
    placeholder: defaultValue,
    error: errors[`/variables/${name}`],
    withAsterisk: isRequired,
  }
  const input =
    type === 'flag' ? (
      <Switch label={name} checked={value === true} onChange={(event) => put(event.currentTarget.checked)} />
    ) : type === 'number' ? (
      <NumberField {...frame} value={value} onChange={put} />
    ) : (
      <TextInput
        {...frame}
        type={type === 'url' ? 'url' : 'text'}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => put(event.currentTarget.value)}
      />
    )
  return <div data-path={`/variables/${name}`}>{input}</div>
}

/** The mail of a campaign as a contact would read it; with the version of its template, where that is fixed. */
export function Preview({ values }: { values: FormValues }) {
  const { templateId, templateVersion, format, subject, preheader, body, variables } = values
  const template = useTemplate(isId(templateId) ? templateId : null, templateVersion)
  if (isId(templateId)) {
    if (template === undefined) return null
    const { layoutId } = template
    const data = { ...sampleOf(template), ...Object(variables) }
    const texts = { subject: template.subject ?? null, preheader: template.preheader ?? null, body: template.body }
    return <MailPreview key={templateId} input={{ format: template.format, ...texts, layoutId, data }} />
  }
  if (typeof body !== 'string' || body.trim() === '') return <Text c="dimmed">{t('campaign.preview.none')}</Text>
  const input = { format: String(format ?? 'markdown'), subject: lineOf(subject), preheader: lineOf(preheader), body }
  return <MailPreview key="own" input={{ ...input, data: {} }} />
}

function useTemplate(templateId: string | null, version?: unknown): Template | undefined {
  const input = { templateId, ...(typeof version === 'number' ? { version } : {}) }
  const { data } = useRead<Template>('marketing.template.get', input, { isOn: templateId !== null })
  return templateId === null ? undefined : data
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function lineOf(value: unknown): string | null {
  return isId(value) ? value : null
}
