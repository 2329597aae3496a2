import { Title } from '@mantine/core'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { EntryTable } from '#console/products/loyalty/tokens/entryTable.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

/** The form of a reward: a contact would have a statement. */
type Reward = Extract<OutputOf<'loyalty.reward.get'>, { mode: unknown }>

const freshMs = 10_000

/** Tokens that a reward gave and that are left of them, and its entries in the ledger; uses and stock of a perk. */
export function Panel({ record }: PanelProps) {
  const input = { rewardId: record.id, include: ['stats', 'entries'] }
  const { data } = useRead<Reward>('loyalty.reward.get', input, { everyMs: freshMs })
  if (data === undefined) return null
  const { mode, stats, entries, redeemed, stock, cost, token } = data
  const isPerk = mode === 'perk'
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('reward.results')}</Title>
        <Figures>
          {isPerk ? (
            <>
              <Figure name={t('reward.taken')} value={numberText(redeemed)} />
              <Figure
                name={t('reward.left')}
                value={stock === null ? '∞' : numberText(Math.max(0, stock - redeemed))}
              />
              <Figure name={t('reward.cost')} value={numberText(cost ?? 0)} note={token} />
            </>
          ) : (
            <>
              <Figure name={t('reward.given')} value={numberText(stats?.granted ?? 0)} note={token} />
              <Figure name={t('reward.unspent')} value={numberText(stats?.remaining ?? 0)} note={token} />
              <Figure name={t('reward.grants')} value={numberText(stats?.grants ?? 0)} />
              <Figure name={t('reward.contacts')} value={numberText(stats?.contacts ?? 0)} />
            </>
          )}
        </Figures>
      </section>
      {entries === null || entries.length === 0 ? null : (
        <EntryTable title={t('reward.entries')} entries={entries} hasLedger />
      )}
    </>
  )
}
