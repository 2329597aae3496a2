import { ActionIcon, Button, Fieldset, Group, Stack } from '@mantine/core'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { t } from '#console/texts/texts.ts'
import { GroupNote, noteIdOf, type InputProps } from './inputProps.tsx'
import { blankItem, orderedFields } from './formValues.ts'

/** A list of objects: items can be added, removed and moved. */
export function ObjectListInput(props: InputProps) {
  const { schema, value, onChange, label, path, errors, Field } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const item = schema.items ?? {}
  const put = (next: readonly unknown[]) => onChange([...next])
  const move = (from: number, to: number) => {
    const next = [...items]
    const [moved] = next.splice(from, 1)
    next.splice(to, 0, moved)
    put(next)
  }
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
              <Group gap={2} wrap="nowrap">
                <Tool
                  label={t('form.up', { name })}
                  icon={ArrowUp}
                  isOff={index === 0}
                  run={() => move(index, index - 1)}
                />
                <Tool
                  label={t('form.down', { name })}
                  icon={ArrowDown}
                  isOff={index === items.length - 1}
                  run={() => move(index, index + 1)}
                />
                <Tool
                  label={t('form.remove', { name })}
                  icon={X}
                  isOff={false}
                  run={() => put(items.filter((_, at) => at !== index))}
                />
              </Group>
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

type ToolProps = { label: string; icon: typeof X; isOff: boolean; run(): void }

function Tool({ label, icon: Icon, isOff, run }: ToolProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={isOff} onClick={run}>
      <Icon size={15} aria-hidden />
    </ActionIcon>
  )
}
