import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { plural, t } from '#console/texts/texts.ts'

/** Nodes of a new automation: it ends at once, until its steps are drawn. */
const firstNodes = [{ nodeId: 'end', type: 'exit' }]

/** The steps of an automation in its form: their number alone, because the canvas draws them. */
export function FieldWidget({ value, onChange, errors }: FieldWidgetProps) {
  const isNew = !Array.isArray(value)
  useEffect(() => {
    if (isNew) onChange(firstNodes)
    // The first value is set once: `onChange` is another function at each render.
  }, [isNew])
  const problems = Object.values(errors).join(' ')
  const count = Array.isArray(value) ? value.length : firstNodes.length
  return (
    <Alert title={plural('automation.count', count)} color={problems === '' ? 'teal' : 'red'}>
      {problems === '' ? t('automation.drawn') : problems}
    </Alert>
  )
}
