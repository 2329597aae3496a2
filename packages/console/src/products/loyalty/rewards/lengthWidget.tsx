import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { DurationWidget } from '#console/products/marketing/automations/timeWidgets.tsx'

/** A length of time as number and unit. */
export function FieldWidget(props: FieldWidgetProps) {
  return <DurationWidget {...props} />
}
