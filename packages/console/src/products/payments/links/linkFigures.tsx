import { Title } from '@mantine/core'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

/** Visits, started and paid payments of a link, what they took, and how many it may still take. */
export function Panel({ record }: PanelProps) {
  const { views, started, succeeded, amount, remaining } = Object(record['stats'])
  const share = Number(views) === 0 ? undefined : Number(succeeded) / Number(views)
  return (
    <section className="surface section">
      <Title order={2}>{t('payments.link.figures')}</Title>
      <Figures>
        <Figure name={t('payments.link.views')} value={numberText(Number(views))} />
        <Figure name={t('payments.link.started')} value={numberText(Number(started))} />
        <Figure
          name={t('payments.link.succeeded')}
          value={numberText(Number(succeeded))}
          note={share === undefined ? undefined : t('payments.link.share', { share: percent(share) })}
        />
        <Figure name={t('payments.link.taken')} value={moneyText(Number(amount), String(record['currency']))} />
        {typeof remaining === 'number' ? (
          <Figure name={t('payments.link.remaining')} value={numberText(remaining)} />
        ) : null}
      </Figures>
    </section>
  )
}

function percent(share: number): string {
  return numberText(share, { style: 'percent', maximumFractionDigits: 1 })
}
