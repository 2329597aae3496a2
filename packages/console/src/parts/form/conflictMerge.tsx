import { Alert, Button, Group, Radio, Stack, Title } from '@mantine/core'
import { Fragment, useState } from 'react'
import { sentenceOf } from '#console/app/failures.ts'
import { partsOf, useSchemas, type Noun } from '#console/parts/description.ts'
import { labelOf } from '#console/parts/labels.ts'
import { ValueView } from '#console/parts/values/valueView.tsx'
import { t } from '#console/texts/texts.ts'
import type { FieldConflict, FormValues } from './formValues.ts'

type MergeProps = {
  noun: Noun
  conflicts: readonly FieldConflict[]
  mine: FormValues
  texts: { title: string; text: string; save: string }
  save(merged: FormValues): Promise<void>
  /** The other way out, with the text of its button. */
  cancel: { text: string; run(): void }
}

/** Fields that two people changed, side by side; each choice is saved with the fields that did not clash. */
export function ConflictMerge({ noun, conflicts, mine, texts, save, cancel }: MergeProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const record = useSchemas(partsOf(noun.id).product).nouns[noun.id]?.record
  const merge = () => {
    const kept = Object.entries(mine).filter(([name]) => chosen[name] !== 'theirs')
    setSaving(true)
    save(Object.fromEntries(kept))
      .catch(setFailure)
      .finally(() => setSaving(false))
  }
  return (
    <Stack className="form-page">
      <Title order={1}>{texts.title}</Title>
      <Alert color={failure === undefined ? 'yellow' : 'red'} role="alert">
        {failure === undefined ? texts.text : sentenceOf(failure)}
      </Alert>
      <div className="surface section conflict">
        <span />
        <strong>{t('form.conflict.base')}</strong>
        <strong>{t('form.conflict.mine')}</strong>
        <strong>{t('form.conflict.theirs')}</strong>
        {conflicts.map((conflict) => (
          <Fragment key={conflict.name}>
            <span>{labelOf(conflict.name)}</span>
            <div>
              <ValueView
                name={conflict.name}
                schema={record?.properties?.[conflict.name] ?? {}}
                value={conflict.base}
              />
            </div>
            {(['mine', 'theirs'] as const).map((side) => (
              <Radio
                key={side}
                name={conflict.name}
                checked={(chosen[conflict.name] ?? 'mine') === side}
                onChange={() => setChosen({ ...chosen, [conflict.name]: side })}
                label={
                  <ValueView
                    name={conflict.name}
                    schema={record?.properties?.[conflict.name] ?? {}}
                    value={conflict[side]}
                  />
                }
              />
            ))}
          </Fragment>
        ))}
      </div>
      <Group>
        <Button onClick={merge} loading={isSaving}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={cancel.run}>
          {cancel.text}
        </Button>
      </Group>
    </Stack>
  )
}
