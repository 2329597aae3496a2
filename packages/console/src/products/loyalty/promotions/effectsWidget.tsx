import { Button, Fieldset, Stack } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useSchemas } from '#console/parts/description.ts'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { ItemTools, movedItem } from '#console/parts/form/itemTools.tsx'
import { TypedFields } from '#console/products/loyalty/typedFields.tsx'
import { t } from '#console/texts/texts.ts'

const effectsMax = 10
const first = { type: 'orderPercent' }

const fieldsOf = {
  orderPercent: ['percentOff'],
  orderAmount: ['amount'],
  itemPercent: ['percentOff', 'target'],
  itemAmount: ['amount', 'target'],
  fixedPrice: ['amount', 'target'],
  freeItem: ['sku', 'quantity'],
  buyXGetY: ['buy', 'get', 'percentOff', 'maxSets', 'target'],
  bundlePrice: ['amount', 'quantity', 'items', 'maxSets', 'target'],
  tieredSpend: ['tiers', 'target'],
  freeShipping: [],
  grantTokens: ['amount', 'token', 'perAmount', 'rewardId', 'target'],
  issueCoupon: ['couponId'],
}
const needed = {
  orderPercent: ['percentOff'],
  orderAmount: ['amount'],
  itemPercent: ['percentOff'],
  itemAmount: ['amount'],
  fixedPrice: ['amount'],
  freeItem: ['sku'],
  buyXGetY: ['buy', 'get'],
  bundlePrice: ['amount'],
  tieredSpend: ['tiers'],
  grantTokens: ['amount'],
  issueCoupon: ['couponId'],
}
const countsOf = { grantTokens: ['amount'] }

/** Effects of a promotion in their order, each with the fields of its type. */
export function FieldWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const { input } = useSchemas('loyalty').operations['loyalty.promotion.create'] ?? {}
  const schema = input?.properties?.['effects']?.items ?? {}
  const effects: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [first]
  const absolute = Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [`/effects${path}`, message] as const),
  )
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="sm">
        {effects.map((effect, index) => {
          const name = t('form.item', { name: label, number: index + 1 })
          return (
            <TypedFields
              key={index}
              label={name}
              path={`/effects/${index}`}
              schema={schema}
              fieldsOf={fieldsOf}
              needed={needed}
              countsOf={countsOf}
              value={effect}
              onChange={(next) => onChange(effects.map((each, at) => (at === index ? next : each)))}
              errors={absolute}
              tools={
                <ItemTools
                  name={name}
                  index={index}
                  count={effects.length}
                  least={1}
                  move={(from, to) => onChange(movedItem(effects, from, to))}
                  remove={() => onChange(effects.filter((_, at) => at !== index))}
                />
              }
            />
          )
        })}
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          leftSection={<Plus size={14} aria-hidden />}
          disabled={effects.length >= effectsMax}
          onClick={() => onChange([...effects, first])}
        >
          {t('promotion.effect.add')}
        </Button>
      </Stack>
    </Fieldset>
  )
}
