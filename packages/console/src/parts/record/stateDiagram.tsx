import { Title } from '@mantine/core'
import type { Noun } from '#console/parts/description.ts'
import { labelOf } from '#console/parts/labels.ts'
import { statusColor } from '#console/parts/values/statusBadge.tsx'
import { t } from '#console/texts/texts.ts'

/** The states of a noun in the order in which they are reached, the current one marked, possible next ones linked. */
export function StateDiagram({ noun, status }: { noun: Noun; status: string }) {
  const order = reachedOrder(noun)
  if (order.length < 2 || !order.includes(status)) return null
  const next = new Set(noun.states[status])
  const names = [...next].map(labelOf).join(', ')
  return (
    <section className="surface section" aria-label={t('record.states')}>
      <Title order={2}>{t('record.states')}</Title>
      <ol className="states">
        {order.map((each) => (
          <li
            key={each}
            data-current={each === status || undefined}
            data-next={next.has(each) || undefined}
            aria-current={each === status ? 'step' : undefined}
            data-color={statusColor(each)}
          >
            {labelOf(each)}
          </li>
        ))}
      </ol>
      {names === '' ? null : <p className="states-next">{t('record.states.next', { states: names })}</p>}
    </section>
  )
}

/** States breadth first from the initial one; others behind. */
function reachedOrder({ states, initial }: Noun): string[] {
  const reached = new Set<string>(initial === null ? [] : [initial])
  for (const state of reached) for (const next of states[state] ?? []) reached.add(next)
  for (const state of Object.keys(states)) reached.add(state)
  return [...reached]
}
