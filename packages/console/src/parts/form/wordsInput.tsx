import { TagsInput } from '@mantine/core'
import { choicesOf, wordsOf } from '#console/parts/jsonSchema.ts'
import { errorsBelow } from './formValues.ts'
import { frameOf, type InputProps } from './inputProps.tsx'

const splitChars = [',', '\n', '\t']

/** A list of words. */
export function WordsInput(props: InputProps) {
  const { items, maxItems } = props.schema
  const value = Array.isArray(props.value) ? props.value.map(String) : []
  const below = Object.entries(errorsBelow(props.errors, props.path)).map(([path, message]) => {
    const word = value[Number(path.slice(1))]
    return path === '' || word === undefined ? message : `${word}: ${message}`
  })
  return (
    <TagsInput
      {...frameOf(props)}
      error={below.length === 0 ? undefined : below.join('; ')}
      data={choicesOf(items ?? {})}
      value={value}
      maxTags={maxItems}
      onChange={props.onChange}
      splitChars={splitChars}
      acceptValueOnBlur
    />
  )
}

/** Words in one text, parted by commas. */
export function CommaWordsInput(props: InputProps) {
  const value = typeof props.value === 'string' ? wordsOf(props.value) : []
  return (
    <TagsInput
      {...frameOf(props)}
      value={value}
      onChange={(next) => props.onChange(next.length === 0 ? null : next.join(', '))}
      splitChars={splitChars}
      acceptValueOnBlur
    />
  )
}
