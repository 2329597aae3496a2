import { Title } from '@mantine/core'
import type { OutputOf } from '#console/app/client.ts'
import { DayChart } from '#console/parts/charts/dayChart.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Link = OutputOf<'payments.paymentLink.get'>

const freshMs = 10_000

/** Visits, started and paid payments of a link, what they took, and what the link may still take. */
export function Panel({ record }: PanelProps) {
  const { views, started, succeeded, amount, remaining, held, open } = Object(record['stats'])
  const share = Number(views) === 0 ? undefined : Number(succeeded) / Number(views)
  const { data } = useRead<Link>(
    'payments.paymentLink.get',
    { paymentLinkId: record.id, include: 'days' },
    { everyMs: freshMs },
  )
  const { days = [] } = data ?? {}
  const currency = String(record['currency'])
  return (
    <>
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
          <Figure name={t('payments.link.taken')} value={moneyText(Number(amount), currency)} />
          {typeof remaining === 'number' ? (
            <Figure name={t('payments.link.remaining')} value={numberText(remaining)} />
          ) : null}
          {typeof open === 'number' ? (
            <Figure
              name={t('payments.link.open')}
              value={moneyText(open, currency)}
              note={held > 0 ? t('payments.link.held', { amount: moneyText(Number(held), currency) }) : undefined}
            />
          ) : null}
        </Figures>
      </section>
      <DayChart
        title={t('payments.link.days')}
        fileName="payments-by-day"
        days={days.map(({ day, succeeded: value }) => ({ day, value }))}
        rows={days}
        columns={[
          { title: t('payments.link.views'), value: (row) => row.views },
          { title: t('payments.link.started'), value: (row) => row.started },
          { title: t('payments.link.succeeded'), value: (row) => row.succeeded },
          { title: t('payments.link.taken'), value: (row) => moneyText(row.amount, currency) },
        ]}
      />
    </>
  )
}

function percent(share: number): string {
  return numberText(share, { style: 'percent', maximumFractionDigits: 1 })
}
