import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { WhereWidget } from '#console/products/marketing/filters/whereWidget.tsx'
import { t } from '#console/texts/texts.ts'

/** Comparisons of properties of the event of a rule. */
export function FieldWidget(props: FieldWidgetProps) {
  return <WhereWidget {...props} label={t('reward.where')} />
}
