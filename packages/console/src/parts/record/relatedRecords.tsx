import { Anchor, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount, useScope } from '#console/app/session.tsx'
import { nounTitle } from '#console/products/descriptors.ts'
import { nounScreens } from '#console/products/screens.ts'
import { findOperation, partsOf, useDescription, type Noun } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { RecordTitle } from '#console/parts/recordTitles.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { t } from '#console/texts/texts.ts'

const shownMax = 5

/** Records of other nouns whose lists can be filtered by this record. */
export function RelatedRecords({ noun, record }: { noun: Noun; record: ApiRecord }) {
  const description = useDescription()
  const hasScope = useScope()
  const { idKey } = noun
  const { panelNouns = [] } = nounScreens(noun)
  const related = description.nouns.filter((each) => {
    const all = findOperation(description, `${each.id}.all`)
    const isListed = idKey !== null && each.filters.includes(idKey) && !panelNouns.includes(partsOf(each.id).noun)
    return isListed && each.id !== noun.id && all !== undefined && hasScope(all.scope)
  })
  return related.map((each) => <Related key={each.id} noun={each} filter={{ [idKey ?? 'id']: record.id }} />)
}

function Related({ noun, filter }: { noun: Noun; filter: Record<string, string> }) {
  const { id: accountId } = useAccount()
  const { data } = useRead<ApiPage>(`${noun.id}.all`, { ...filter, limit: shownMax, withTotal: 'true' })
  const { product, noun: name } = partsOf(noun.id)
  const base = `/${accountId}/${product}/${name}`
  // cast: the search of a list is any flat record of texts.
  const search = filter as never
  if (data === undefined || data.items.length === 0) return null
  const { total, totalIsCapped } = data.pagination
  return (
    <section className="surface section">
      <Group justify="space-between">
        <Title order={2}>{nounTitle(noun)}</Title>
        <Anchor component={Link} to={base} search={search} size="sm">
          {t('record.related.all')}
          {total === undefined ? '' : ` (${total}${totalIsCapped ? '+' : ''})`}
        </Anchor>
      </Group>
      {data.items.map((record) => (
        <div key={record.id} className="record-related">
          <Anchor component={Link} to={`${base}/${record.id}`} size="sm" truncate>
            <RecordTitle record={record} />
          </Anchor>
          {typeof record['status'] === 'string' ? (
            <StatusBadge status={record['status']} />
          ) : (
            <Text size="xs" c="dimmed" />
          )}
        </div>
      ))}
    </section>
  )
}
