import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { FieldWidget as FilterWidget } from '#console/products/marketing/filters/filterWidget.tsx'
import { t } from '#console/texts/texts.ts'

/** Filter of the people for a rule. */
export function FieldWidget(props: FieldWidgetProps) {
  return <FilterWidget {...props} label={t('reward.when')} />
}
