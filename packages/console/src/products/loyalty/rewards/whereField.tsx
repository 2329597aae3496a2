import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { WhereWidget } from '#console/products/marketing/filters/whereWidget.tsx'

/** Comparisons of properties of the event of a rule. */
export function FieldWidget(props: FieldWidgetProps) {
  return <WhereWidget {...props} />
}
