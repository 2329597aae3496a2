import { Button, Chip, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { CirclePile, Mail, ShieldCheck, Star, Zap } from 'lucide-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { exactMomentText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import '#console/parts/record/record.css'
import './contacts.css'

type Page = OutputOf<'marketing.contact.timeline'>
type Entry = Page['items'][number]

const kinds = ['event', 'message', 'consent', 'score', 'segment'] as const
const pageRows = 25
const firstPage: string | undefined = undefined
const eventName = /^[a-z][A-Za-z0-9_-]*(\.[a-z][A-Za-z0-9_-]*){0,4}$/

/** Everything that happened with a contact, the newest first; further entries are read on the way down. */
export function Panel({ record }: PanelProps) {
  const [chosen, setChosen] = useState<string[]>([...kinds])
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), 300)
  const isName = eventName.test(name)
  const { items, isLoading, hasMore, more } = useTimeline(record.id, {
    kinds: kinds.filter((kind) => chosen.includes(kind)),
    ...(isName ? { name } : {}),
  })
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
        <TextInput
          size="xs"
          aria-label={t('activity.name')}
          placeholder="shop.order.placed"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={name === '' || isName ? undefined : t('activity.name.wrong')}
        />
      </Group>
      {items.length === 0 && !isLoading ? <Text c="dimmed">{t('activity.none')}</Text> : null}
      <ol className="timeline">
        {items.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasMore ? <More more={more} /> : null}
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

const icons = { event: Zap, message: Mail, consent: ShieldCheck, score: Star, segment: CirclePile } as const

function EntryRow({ entry }: { entry: Entry }) {
  const { kind, name, at, subject, data } = entry
  const Icon = icons[kind]
  return (
    <li>
      <Group gap="xs">
        <Icon size={15} aria-hidden className="activity-icon" />
        <Text size="sm" fw={600} className="activity-name">
          {titleOf(entry)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`activity.${kind}`)}
        </Text>
        <time className="timeline-at" dateTime={at} title={exactMomentText(at)}>
          {momentText(at)}
        </time>
      </Group>
      <Stack gap={2}>
        {subject === null || kind === 'score' || kind === 'segment' ? null : (
          <Text size="xs" c="dimmed" title={name}>
            {subject}
          </Text>
        )}
        <Properties data={data} />
      </Stack>
    </li>
  )
}

function titleOf({ kind, name, subject, data }: Entry): string {
  if (kind === 'event') return name
  if (kind === 'segment') return subject ?? ''
  if (kind !== 'score') return labelOf(name)
  const points = Number(data['points'] ?? 0)
  return `${points > 0 ? '+' : ''}${Math.round(points * 10) / 10} · ${subject ?? labelOf(name)}`
}

const propertiesMax = 8
const textMax = 120

function Properties({ data }: { data: Record<string, unknown> }) {
  const entries = Object.entries(data).filter(([name, value]) => value !== null && name !== 'points')
  if (entries.length === 0) return null
  return (
    <dl className="changes">
      {entries.slice(0, propertiesMax).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Code>{textOf(value)}</Code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

function textOf(value: unknown): string {
  if (typeof value === 'string' && moment.test(value)) return momentText(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}

function useTimeline(contactId: string, filter: { kinds: (typeof kinds)[number][]; name?: string }) {
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
    getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: query.isLoading,
    hasMore: hasNextPage,
    more: () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
  }
}
