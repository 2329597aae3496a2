import { Button, Fieldset, Stack } from '@mantine/core'
import { Plus } from 'lucide-react'
import { t } from '#console/texts/texts.ts'
import { GroupNote, noteIdOf, type InputProps } from './inputProps.tsx'
import { blankItem, orderedFields } from './formValues.ts'
import { ItemTools, movedItem } from './itemTools.tsx'

/** A list of objects: items can be added, removed and moved. */
export function ObjectListInput(props: InputProps) {
  const { schema, value, onChange, label, path, errors, Field } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const item = schema.items ?? {}
  const put = (next: readonly unknown[]) => onChange([...next])
  return (
    <Fieldset legend={label} className="form-group" aria-describedby={noteIdOf(props)}>
      <Stack gap="sm">
        <GroupNote id={props.id} description={props.description} error={props.error} />
        {items.map((each, index) => {
          const name = t('form.item', { name: label, number: index + 1 })
          return (
            <div key={index} className="form-item" role="group" aria-label={name}>
              <div className="form-grid">
                {orderedFields(item)
                  .filter((field) => field !== 'id')
                  .map((field) => (
                    <Field
                      key={field}
                      name={field}
                      path={`${path}/${index}/${field}`}
                      schema={item.properties?.[field] ?? {}}
                      isRequired={item.required?.includes(field) ?? false}
                      value={Object(each)[field]}
                      onChange={(next) =>
                        put(items.map((one, at) => (at === index ? withMember(one, field, next) : one)))
                      }
                      errors={errors}
                    />
                  ))}
              </div>
              <ItemTools
                name={name}
                index={index}
                count={items.length}
                move={(from, to) => put(movedItem(items, from, to))}
                remove={() => put(items.filter((_, at) => at !== index))}
              />
            </div>
          )
        })}
        <Button
          variant="default"
          size="xs"
          className="form-clear"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={schema.maxItems !== undefined && items.length >= schema.maxItems}
          onClick={() => put([...items, blankItem(item)])}
        >
          {t('form.add')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

/** The item with another value of a member; null removes it. */
function withMember(item: unknown, field: string, value: unknown): Record<string, unknown> {
  const { [field]: _former, ...others } = Object(item)
  return value === null || value === undefined ? others : { ...others, [field]: value }
}
