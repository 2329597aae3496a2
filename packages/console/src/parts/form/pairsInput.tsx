import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/texts/texts.ts'
import { GroupNote, noteIdOf, type InputProps } from './inputProps.tsx'
import { errorsBelow } from './formValues.ts'

type Pair = readonly [name: string, value: string]

/** Names and values that the account owns. Rows without a name are not sent. */
export function PairsInput({ id, label, description, error, errors, path, value, onChange }: InputProps) {
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    Object.entries(Object(value)).map(([name, each]) => [name, String(each)]),
  )
  const below = Object.values(errorsBelow(errors, path)).join(' ')
  const put = (next: readonly Pair[]) => {
    setPairs(next)
    onChange(Object.fromEntries(next.filter(([name]) => name !== '')))
  }
  const isOdd = ([name, each]: Pair, index: number) =>
    name === '' ? each !== '' : pairs.findIndex(([other]) => other === name) < index
  const change = (index: number, next: Pair) => put(pairs.map((each, at) => (at === index ? next : each)))
  return (
    <Fieldset legend={label} className="form-group" aria-describedby={noteIdOf({ id })}>
      <Stack gap="xs">
        <GroupNote id={id} description={description} error={error ?? (below === '' ? undefined : below)} />
        {pairs.map(([name, each], index) => (
          <Group key={index} gap="xs" wrap="nowrap" data-broken={isOdd([name, each], index) ? 'pair' : undefined}>
            <TextInput
              aria-label={t('form.pairs.name')}
              placeholder={t('form.pairs.name')}
              value={name}
              flex={1}
              onChange={(event) => change(index, [event.currentTarget.value, each])}
            />
            <TextInput
              aria-label={t('form.pairs.value')}
              placeholder={t('form.pairs.value')}
              value={each}
              flex={2}
              onChange={(event) => change(index, [name, event.currentTarget.value])}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('form.remove', { name })}
              onClick={() => put(pairs.filter((_, at) => at !== index))}
            >
              <X size={15} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          className="form-clear"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setPairs([...pairs, ['', '']])}
        >
          {t('form.add')}
        </Button>
      </Stack>
    </Fieldset>
  )
}
