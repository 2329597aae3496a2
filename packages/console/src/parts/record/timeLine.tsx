import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import type { ApiPage } from '#console/parts/recordQueries.ts'
import { ActorName } from '#console/parts/values/actorName.tsx'
import { exactMomentText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Entry = { id: string; at: string; title: string; isFact: boolean; actor: string | undefined; changes: unknown }

const pageRows = 25
const firstPage: string | undefined = undefined

/** All that happened to a record: changes of the audit log with who made them, and facts, the newest first. */
export function TimeLine({ record }: { record: ApiRecord }) {
  const hasScope = useScope()
  const audit = usePages('account.audit.all', { target: record.id }, hasScope('account.audit:read'))
  const facts = usePages('account.fact.all', { subject: record.id }, hasScope('account.fact:read'))
  const entries = [...audit.items.map(changeOf), ...facts.items.map(factOf)].toSorted((a, b) =>
    b.at.localeCompare(a.at),
  )
  if (entries.length === 0) {
    return audit.isLoading || facts.isLoading ? null : <Text c="dimmed">{t('record.timeline.none')}</Text>
  }
  return (
    <Stack gap={0} className="surface section">
      <ol className="timeline">
        {entries.map((entry) => (
          <li key={entry.id} data-fact={entry.isFact || undefined}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {entry.title}
              </Text>
              {entry.isFact ? (
                <Badge size="xs" variant="default" tt="none">
                  {t('record.timeline.public')}
                </Badge>
              ) : null}
              <time className="timeline-at" dateTime={entry.at} title={exactMomentText(entry.at)}>
                {momentText(entry.at)}
              </time>
            </Group>
            {entry.actor === undefined ? null : (
              <Text size="xs" c="dimmed">
                {t('record.timeline.by')} <ActorName actor={entry.actor} />
              </Text>
            )}
            <Changes changes={entry.changes} />
          </li>
        ))}
      </ol>
      {audit.hasMore || facts.hasMore ? (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'center' }}
          onClick={() => {
            audit.more()
            facts.more()
          }}
        >
          {t('record.timeline.more')}
        </Button>
      ) : null}
    </Stack>
  )
}

function usePages(operationId: string, input: Record<string, string>, isOn: boolean) {
  const { id: accountId, client } = useAccount()
  const query = useInfiniteQuery({
    queryKey: [accountId, 'account.timeline', operationId, input],
    queryFn: ({ pageParam }) =>
      // cast: operations named `all` return a page.
      client.callAny(operationId, {
        ...input,
        limit: pageRows,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }) as Promise<ApiPage>,
    initialPageParam: firstPage,
    getNextPageParam: ({ pagination: { nextCursor } }: ApiPage) => nextCursor ?? undefined,
    enabled: isOn,
  })
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: query.isLoading,
    hasMore: query.hasNextPage,
    more: () => void (query.hasNextPage && query.fetchNextPage()),
  }
}

function changeOf(row: ApiRecord): Entry {
  const { id, at, action, actor, changes } = row
  return { id, at: String(at), title: sentenceOf(String(action)), isFact: false, actor: String(actor), changes }
}

function factOf(row: ApiRecord): Entry {
  const { id, name, occurredAt, toldAt, emittedAt } = row
  const at = [occurredAt, toldAt, emittedAt].find((each) => typeof each === 'string')
  return { id, at: String(at), title: String(name), isFact: true, actor: undefined, changes: undefined }
}

/** `places.place.updated` as `Updated`. */
function sentenceOf(action: string): string {
  return labelOf(action.slice(action.lastIndexOf('.') + 1))
}

/** Changed fields: before and after, or the value at creation. */
export function Changes({ changes }: { changes: unknown }) {
  const entries = Object.entries(Object(changes)).filter(([, value]) => !isBlank(value) && !isSame(value))
  if (entries.length === 0) return null
  return (
    <dl className="changes">
      {entries.slice(0, 12).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            {Array.isArray(value) && value.length === 2 ? (
              <>
                <del>{textOf(value[0])}</del> → <ins>{textOf(value[1])}</ins>
              </>
            ) : (
              <Code>{textOf(value)}</Code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether a value at creation says nothing. */
function isBlank(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** Whether the value before a change is that after it. */
function isSame(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && JSON.stringify(value[0]) === JSON.stringify(value[1])
}

const textMax = 120

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}
