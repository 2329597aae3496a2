import { ActionIcon, Autocomplete, Button } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { t } from '#console/texts/texts.ts'
import { ComparisonSelect, ValueField } from './comparisonFields.tsx'
import { comparisons, ownField } from './fieldComparisons.ts'
import { newTest, typedValue, type PropertyTest } from './filterDraft.ts'
import { useProperties } from './namesInUse.tsx'

type TestsProps = { event: string; tests: readonly PropertyTest[]; change(tests: PropertyTest[]): void }

/** Comparisons of one condition. */
const testsMax = 10

/** Comparisons of the properties of an event, with names and values that were seen. */
export function PropertyTests({ event, tests, change }: TestsProps) {
  const seen = useProperties(event, tests.length > 0)
  const replace = (test: PropertyTest) => change(tests.map((each) => (each.key === test.key ? test : each)))
  return (
    <div className="filter-tests">
      {tests.length === 0 ? null : (
        <ul aria-label={t('filter.properties')}>
          {tests.map((test) => (
            <li key={test.key}>
              <Autocomplete
                label={t('filter.property')}
                w="10rem"
                maxLength={120}
                data={seen.map(({ name }) => name)}
                value={test.prop}
                onChange={(prop) => replace({ ...test, prop })}
              />
              <ComparisonSelect of={comparisons(ownField)} is={test.is} change={(is) => replace({ ...test, is })} />
              <ValueField
                is={test.is}
                values={test.values}
                suggested={
                  seen.find(({ name }) => name === test.prop)?.values.map((each) => typedValue(each, ownField)) ?? []
                }
                change={(values) => replace({ ...test, values })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('filter.removeProperty')}
                onClick={() => change(tests.filter((each) => each.key !== test.key))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {tests.length >= testsMax ? null : (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => change([...tests, newTest()])}
        >
          {t('filter.add.property')}
        </Button>
      )}
    </div>
  )
}
