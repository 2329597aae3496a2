import { Title } from '@mantine/core'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { sumText } from './differenceColumns.ts'

function signedText(record: PanelProps['record'], sum: number): string {
  return `${sum > 0 ? '+' : ''}${sumText(record, sum)}`
}

/** Both sums of a difference, and how far they are apart. */
export function Panel({ record }: PanelProps) {
  const { ours, theirs } = record
  return (
    <section className="surface section">
      <Title order={2}>{t('payments.reconciliation.difference')}</Title>
      <Figures>
        <Figure name={labelOf('ours')} value={sumText(record, ours)} />
        <Figure name={labelOf('theirs')} value={sumText(record, theirs)} />
        <Figure
          name={t('payments.reconciliation.difference')}
          value={signedText(record, Number(theirs) - Number(ours))}
        />
      </Figures>
    </section>
  )
}
