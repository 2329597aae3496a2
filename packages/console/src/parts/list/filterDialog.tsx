import { Button, MultiSelect, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import type { Noun } from '#console/parts/description.ts'
import { FieldInput } from '#console/parts/form/fieldInput.tsx'
import { useWidgets } from '#console/parts/form/nounForm.ts'
import { choicesOf } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import type { Filter } from './listInput.ts'

type DialogProps = { noun: Noun; filter: Filter; value: unknown; set(value: unknown): void; close(): void }

/** The value of a filter that takes a list or an object, in the noun's hand-made input where it has one. */
export function FilterDialog({ noun, filter: { name, schema }, value, set, close }: DialogProps) {
  const widgets = useWidgets(noun)
  const [draft, setDraft] = useState(value)
  const choices = choicesOf(schema.items ?? {})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (event.currentTarget.querySelector('[data-broken]') === null) set(draft)
  }
  const input =
    choices.length > 0 && widgets?.[name] === undefined ? (
      <MultiSelect
        label={labelOf(name)}
        data={choices.map((each) => ({ value: each, label: labelOf(each) }))}
        value={Array.isArray(draft) ? draft.map(String) : []}
        onChange={setDraft}
      />
    ) : (
      <FieldInput
        name={name}
        path={`/${name}`}
        schema={schema}
        isRequired={false}
        value={draft}
        onChange={setDraft}
        errors={{}}
        {...(widgets === undefined ? {} : { widgets })}
      />
    )
  return (
    <Dialog onClose={close} title={t('list.filter')} size={schema.type === 'object' ? 'xl' : 'md'}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {widgets === undefined ? null : input}
          <Button type="submit">{t('list.filter.apply')}</Button>
        </Stack>
      </form>
    </Dialog>
  )
}
