import { Suspense } from 'react'
import type { NounFormPart, NounFormProps } from '#console/parts/descriptor.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'

/** The hand-made form of a noun. */
export function HandMadeForm({ form, ...props }: NounFormProps & { form: NounFormPart }) {
  const NounForm = loadedPart(form.load, 'NounForm')
  return (
    <Suspense>
      <NounForm key={props.recordId ?? ''} {...props} />
    </Suspense>
  )
}
