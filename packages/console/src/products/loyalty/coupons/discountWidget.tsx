import { Button, Fieldset, Group } from '@mantine/core'
import { useSchemas } from '#console/parts/description.ts'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { t } from '#console/texts/texts.ts'
import { TypedFields } from '#console/products/loyalty/typedFields.tsx'

const fieldsOf = {
  percent: ['percentOff', 'maxAmount', 'currency'],
  amount: ['amount', 'currency'],
  fixedPrice: ['amount', 'currency'],
  freeItem: ['sku', 'quantity'],
  freeShipping: [],
  tokens: ['amount', 'token'],
}
const needed = {
  percent: ['percentOff'],
  amount: ['amount', 'currency'],
  fixedPrice: ['amount', 'currency'],
  freeItem: ['sku'],
  tokens: ['amount'],
}
const first = { type: 'percent' }

/** The effect of a coupon: its type and the fields that the type has, or none where a promotion says it. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const { input } = useSchemas('loyalty').operations['loyalty.coupon.create'] ?? {}
  const absolute = Object.entries(errors).map(([path, message]) => [`/discount${path}`, message])
  const other = (text: string, next: unknown) => (
    <Group>
      <Button variant="default" size="xs" onClick={() => onChange(next)}>
        {text}
      </Button>
    </Group>
  )
  if (value === null || value === undefined) {
    return (
      <Fieldset legend={label} className="form-group">
        {other(t('loyalty.coupon.ownDiscount'), first)}
      </Fieldset>
    )
  }
  return (
    <TypedFields
      label={label}
      description={description}
      path="/discount"
      schema={input?.properties?.['discount'] ?? {}}
      fieldsOf={fieldsOf}
      needed={needed}
      value={value}
      onChange={onChange}
      errors={Object.fromEntries(absolute)}
      tools={other(t('loyalty.coupon.byPromotion'), null)}
    />
  )
}
