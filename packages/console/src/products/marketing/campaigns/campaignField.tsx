import type { ReactNode } from 'react'
import { FieldInput } from '#console/parts/form/fieldInput.tsx'
import { DurationWidget, WindowWidget } from '#console/products/marketing/automations/timeWidgets.tsx'
import { FieldWidget as FilterField } from '#console/products/marketing/filters/filterWidget.tsx'
import type { CampaignDraft } from './useCampaign.ts'

const widgets = {
  filter: FilterField,
  sendWindow: WindowWidget,
  latestStart: DurationWidget,
  decideAfter: DurationWidget,
  per: DurationWidget,
  within: DurationWidget,
}

/** The input of a field of the campaign; nothing for a field that the operation does not take. */
export function CampaignField({ draft, name }: { draft: CampaignDraft; name: string }) {
  const { schema, values, errors, change } = draft
  const declared = schema.properties?.[name]
  if (declared === undefined) return null
  return (
    <FieldInput
      name={name}
      path={`/${name}`}
      schema={declared}
      isRequired={name === 'name'}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
      errors={errors}
      widgets={widgets}
    />
  )
}

type FoldProps = { draft: CampaignDraft; title: string; text: string; names: readonly string[]; children?: ReactNode }

/** Fields that few campaigns need, under a heading that opens them. Ones with a value or a message are open. */
export function Fold({ draft, title, text, names, children }: FoldProps) {
  const { values, errors, initial } = draft
  const isSet = names.some((name) => !isPlain(initial[name]))
  const isWrong = Object.keys(errors).some((path) => names.includes(path.split('/')[1] ?? ''))
  const count = names.filter((name) => !isPlain(values[name])).length
  return (
    <details className="surface section campaign-fold" open={isSet || isWrong}>
      <summary>
        <strong>{title}</strong>
        <span>{count === 0 ? text : ''}</span>
      </summary>
      <div className="form-grid">
        {names.map((name) => (
          <CampaignField key={name} draft={draft} name={name} />
        ))}
        {children}
      </div>
    </details>
  )
}

/** Whether a field has no value, or the one that every campaign begins with. */
function isPlain(value: unknown): boolean {
  return value === undefined || value === null || value === 'PT6H' || value === 'skip'
}
