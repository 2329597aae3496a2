import { Button, Chip, Group, Text } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { NameField } from '#console/products/marketing/filters/namesInUse.tsx'
import { t } from '#console/texts/texts.ts'
import { ActivityEntry, type Entry } from './activityEntry.tsx'
import '#console/parts/record/record.css'
import './contacts.css'

type Page = OutputOf<'marketing.contact.timeline'>
type AuditPage = OutputOf<'account.audit.all'>

const kinds = ['message', 'automation', 'event', 'tag', 'consent', 'score', 'segment'] as const
type Kind = (typeof kinds)[number]
type ApiKind = Exclude<Kind, 'tag'>
const pageRows = 25
const auditRows = 100
const firstPage: string | undefined = undefined
const eventName = /^[a-z][A-Za-z0-9_-]*(\.[a-z][A-Za-z0-9_-]*){0,4}$/

/** Everything that happened with a contact, the newest first; further entries are read on the way down. */
export function Panel({ record }: PanelProps) {
  const [chosen, setChosen] = useState<string[]>([...kinds])
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), 300)
  const isName = eventName.test(name)
  const shown = kinds.filter((kind) => chosen.includes(kind))
  const timeline = useTimeline(record.id, {
    kinds: shown.filter((kind) => kind !== 'tag'),
    ...(isName ? { name } : {}),
  })
  const tags = useTagChanges(record.id, shown.includes('tag') && !isName)
  // A change of tags that is older than the last entry waits for the page of its time.
  const last = timeline.hasMore ? timeline.items.at(-1)?.at : undefined
  const dated = tags.items.filter(({ at }) => last === undefined || at >= last)
  const items = [...timeline.items, ...dated].toSorted((one, other) => other.at.localeCompare(one.at))
  const more = () => {
    timeline.more()
    tags.more()
  }
  return (
    <section className="surface section">
      <Group gap="sm" justify="space-between">
        <Chip.Group multiple value={chosen} onChange={(next) => setChosen(next.length === 0 ? [...kinds] : next)}>
          <Group gap={6}>
            {kinds.map((kind) => (
              <Chip key={kind} value={kind} size="xs">
                {t(`activity.${kind}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <NameField
          kind="events"
          size="xs"
          className="activity-filter"
          aria-label={t('activity.name')}
          placeholder={t('activity.name.hint')}
          value={typed}
          onChange={setTyped}
          error={name === '' || isName ? undefined : t('activity.name.wrong')}
        />
      </Group>
      {items.length === 0 && !timeline.isLoading ? <Text c="dimmed">{t('activity.none')}</Text> : null}
      <ol className="timeline">
        {items.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {timeline.hasMore || tags.hasMore ? <More more={more} /> : null}
    </section>
  )
}

/** Reads the next page when it comes into view, or when it is pressed. */
function More({ more }: { more(): void }) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isSeen = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isSeen) more()
  }, [isSeen, more])
  return (
    <Button ref={ref} variant="default" size="xs" className="activity-more" onClick={more}>
      {t('activity.more')}
    </Button>
  )
}

function useTimeline(contactId: string, filter: { kinds: ApiKind[]; name?: string }) {
  const { id: accountId, client } = useAccount()
  const query = useInfiniteQuery({
    queryKey: [accountId, 'marketing.contact', 'timeline', contactId, filter],
    queryFn: ({ pageParam }) =>
      client.call('marketing.contact.timeline', {
        contactId,
        ...filter,
        limit: pageRows,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ pagination: { nextCursor } }: Page) => nextCursor ?? undefined,
    enabled: filter.kinds.length > 0,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return {
    items: query.data?.pages.flatMap(({ items }): readonly Entry[] => items) ?? [],
    isLoading: query.isLoading,
    hasMore: hasNextPage,
    more: () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
  }
}

/** Changes of tags of a contact, from the audit log. */
function useTagChanges(contactId: string, isOn: boolean) {
  const { id: accountId, client } = useAccount()
  const canRead = useScope()('account.audit:read')
  const query = useInfiniteQuery({
    queryKey: [accountId, 'marketing.contact', 'tagChanges', contactId],
    queryFn: ({ pageParam }) =>
      client.call('account.audit.all', {
        target: contactId,
        limit: auditRows,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ pagination: { nextCursor } }: AuditPage) => nextCursor ?? undefined,
    enabled: isOn && canRead,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = isOn ? (query.data?.pages.flatMap(({ items }) => items) ?? []) : []
  return {
    items: rows.flatMap(({ id, at, changes }) => tagEntry(String(id), String(at), Object(changes)['tags'])),
    hasMore: isOn && hasNextPage,
    more: () => void (isOn && hasNextPage && !isFetchingNextPage && fetchNextPage()),
  }
}

/** The entry of a change of tags; none for a change of other fields. */
function tagEntry(id: string, at: string, change: unknown): Entry[] {
  // A change is a pair of values; a new contact has the value alone.
  const pair: unknown[] = Array.isArray(change) ? change : []
  const isPair = pair.length === 2 && pair.every((each) => each === null || Array.isArray(each))
  const [before, after] = isPair ? [listOf(pair[0]), listOf(pair[1])] : [[], listOf(change)]
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  return added.length + removed.length === 0 ? [] : [{ id, kind: 'tag', at, added, removed }]
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
