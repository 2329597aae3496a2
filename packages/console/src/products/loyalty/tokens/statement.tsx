import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HandCoins, Send } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { operationOf, useDescription } from '#console/parts/description.ts'
import { Figure, Figures } from '#console/parts/figure.tsx'
import { OperationDialog } from '#console/parts/form/operationDialog.tsx'
import { newKey } from '#console/parts/form/formKeys.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { dayText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { EntryTable } from './entryTable.tsx'

type Page = OutputOf<'loyalty.reward.statement'>

const pageRows = 50
const firstPage: number | undefined = undefined

/** Balances of a contact by token, its entries in the ledger, and what can be done with its tokens. */
export function Statement({ contactId }: { contactId: string }) {
  const [chosen, setChosen] = useState('POINTS')
  const { pages, hasMore, more } = useStatement(contactId, chosen)
  const balances = pages[0]?.balance ?? []
  const tokens = [...new Set(['POINTS', ...balances.map(({ token }) => token)])]
  const balance = balances.find(({ token }) => token === chosen)
  const { available = 0, pending = 0, held = 0, owed = 0, expiringNext = null } = balance ?? {}
  if (pages.length === 0) return null
  return (
    <>
      <section className="surface section">
        <Group justify="space-between">
          <Title order={2}>{t('tokens.balance')}</Title>
          <Actions contactId={contactId} token={chosen} />
        </Group>
        {tokens.length > 1 ? (
          <SegmentedControl aria-label={t('tokens.token')} data={tokens} value={chosen} onChange={setChosen} />
        ) : null}
        <Figures>
          <Figure name={t('tokens.available')} value={numberText(available)} note={chosen} />
          <Figure name={t('tokens.pending')} value={numberText(pending)} />
          <Figure name={t('tokens.held')} value={numberText(held)} />
          {owed === 0 ? null : <Figure name={labelOf('owed')} value={numberText(owed)} />}
          {expiringNext === null ? null : (
            <Figure
              name={t('tokens.expiring')}
              value={numberText(expiringNext.amount)}
              note={dayText(expiringNext.at.slice(0, 10))}
            />
          )}
        </Figures>
      </section>
      <EntryTable
        title={t('tokens.statement')}
        entries={pages.flatMap(({ entries }) => entries)}
        more={hasMore ? more : undefined}
      />
    </>
  )
}

/** Ways to give tokens to the contact, and to move some to another one. */
function Actions({ contactId, token }: { contactId: string; token: string }) {
  const { id: accountId } = useAccount()
  const hasScope = useScope()
  const stale = useStale()
  const description = useDescription()
  const [reference, setReference] = useState<string>()
  // cast: the search of a page is any flat record of texts.
  const search = { mode: 'grant', contactId } as never
  return (
    <Group gap="sm">
      {hasScope('loyalty.reward:redeem') ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<Send size={14} aria-hidden />}
          onClick={() => setReference(`console-${newKey()}`)}
        >
          {t('tokens.transfer')}
        </Button>
      ) : null}
      {hasScope('loyalty.reward:write') ? (
        <Button
          component={Link}
          to={`/${accountId}/loyalty/reward/new`}
          search={search}
          size="xs"
          leftSection={<HandCoins size={14} aria-hidden />}
        >
          {t('tokens.grant')}
        </Button>
      ) : null}
      {reference === undefined ? null : (
        <OperationDialog
          operation={operationOf(description, 'loyalty.reward.transfer')}
          fixed={{ contactId, token, clientReference: reference }}
          close={() => setReference(undefined)}
          done={() => stale('loyalty.reward')}
        />
      )}
    </Group>
  )
}

function useStatement(contactId: string, token: string) {
  const { id: accountId, client } = useAccount()
  const query = useInfiniteQuery({
    queryKey: [accountId, 'loyalty.reward', 'statement', contactId, token],
    queryFn: ({ pageParam }) =>
      client.call('loyalty.reward.statement', {
        contactId,
        token,
        limit: pageRows,
        ...(pageParam === undefined ? {} : { before: pageParam }),
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextBefore }: Page) => nextBefore ?? undefined,
  })
  return { pages: query.data?.pages ?? [], hasMore: query.hasNextPage, more: () => void query.fetchNextPage() }
}

/** A sentence in place of a statement. */
export function NoStatement() {
  return (
    <Text c="dimmed" className="surface section">
      {t('tokens.choose')}
    </Text>
  )
}
