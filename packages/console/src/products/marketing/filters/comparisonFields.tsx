import { Autocomplete, Select, TagsInput, TextInput } from '@mantine/core'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { t } from '#console/texts/texts.ts'
import { formOf, isComparison, type Comparison } from './fieldComparisons.ts'

type ComparisonProps = { of: readonly Comparison[]; is: Comparison; change(is: Comparison): void }

/** The choice of a comparison. */
export function ComparisonSelect({ of, is, change }: ComparisonProps) {
  return (
    <Select
      label={t('filter.comparison')}
      allowDeselect={false}
      w="10rem"
      data={of.map((value) => ({ value, label: t(`filter.is.${value}`) }))}
      value={is}
      onChange={(next) => change(isComparison(next) ? next : is)}
    />
  )
}

type ValueProps = {
  is: Comparison
  values: string[]
  suggested: readonly string[]
  change(values: string[]): void
}

/** Suggestions below an input; typing narrows them. */
const shownMax = 30

/** The value of a comparison in the form that it has. */
export function ValueField({ is, values, suggested, change }: ValueProps) {
  const [first = ''] = values
  const set = (value: string) => change(value === '' ? [] : [value])
  const label = t('filter.value')
  switch (formOf(is)) {
    case 'none':
      return null
    case 'list':
      return (
        <TagsInput
          label={label}
          className="filter-wide"
          data={[...suggested]}
          limit={shownMax}
          value={values}
          onChange={change}
          splitChars={[',', '\n', '\t']}
          acceptValueOnBlur
        />
      )
    case 'days':
      return (
        <NumberField
          label={t('filter.daysOf')}
          w="8rem"
          min={1}
          value={first === '' ? null : Number(first)}
          onChange={(days) => set(days === null ? '' : String(days))}
        />
      )
    case 'moment':
      return <TextInput type="date" label={label} value={first} onChange={(event) => set(event.currentTarget.value)} />
    default:
      return suggested.length === 0 ? (
        <TextInput
          label={label}
          className="filter-wide"
          value={first}
          onChange={(event) => set(event.currentTarget.value)}
        />
      ) : (
        <Autocomplete
          label={label}
          className="filter-wide"
          data={[...suggested]}
          limit={shownMax}
          value={first}
          onChange={set}
        />
      )
  }
}
