import { Fieldset, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { FieldWidget as FilterWidget } from '#console/products/marketing/filters/filterWidget.tsx'
import { t } from '#console/texts/texts.ts'

const kinds = ['everyone', 'segmentId', 'filter', 'contactId'] as const
type Kind = (typeof kinds)[number]

/** People who may use an offer: everyone, members of a segment, contacts that satisfy a filter, or one contact. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const audience = Object(value)
  const [kind, setKind] = useState<Kind>(kinds.find((each) => each in audience) ?? 'everyone')
  const choose = (next: string) => {
    setKind(kinds.find((each) => each === next) ?? 'everyone')
    onChange(null)
  }
  const put = (part: unknown) => onChange(part === null ? null : { [kind]: part })
  const complaints = Object.values(errors).join(' ')
  const isGap = kind !== 'everyone' && !(kind in audience)
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="sm">
        {description === undefined ? null : (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        <SegmentedControl
          aria-label={label}
          value={kind}
          onChange={choose}
          data={kinds.map((each) => ({ value: each, label: t(`loyalty.audience.${each}`) }))}
        />
        <div
          data-broken={isGap ? 'audience' : undefined}
          data-broken-text={isGap ? t('loyalty.audience.gap') : undefined}
        >
          {kind === 'segmentId' || kind === 'contactId' ? (
            <RecordPicker
              key={kind}
              schema={{ type: 'string', pattern: kind === 'segmentId' ? '^seg_' : '^con_' }}
              label={t(`loyalty.audience.${kind}`)}
              error={complaints === '' ? undefined : complaints}
              value={typeof audience[kind] === 'string' ? audience[kind] : null}
              onChange={put}
            />
          ) : null}
          {kind === 'filter' ? (
            <FilterWidget
              label={t('loyalty.audience.filter')}
              description={undefined}
              value={audience.filter}
              onChange={put}
              errors={errors}
            />
          ) : null}
        </div>
      </Stack>
    </Fieldset>
  )
}
