import { Suspense, type ReactNode } from 'react'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import type { Noun } from '#console/parts/description.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { nounScreens } from '#console/products/screens.ts'
import type { FormValues } from './formValues.ts'

/** The part beside the forms of a noun, from its descriptor; undefined where it has none. */
export function asideOf(noun: Noun, record: ApiRecord | undefined): ((values: FormValues) => ReactNode) | undefined {
  const { formAside } = nounScreens(noun)
  if (formAside === undefined) return undefined
  const FormAside = loadedPart(formAside.load, 'FormAside')
  return (values) => (
    <Suspense>
      <FormAside values={values} record={record} />
    </Suspense>
  )
}
