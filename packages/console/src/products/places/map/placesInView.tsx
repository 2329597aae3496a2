import { Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { FailurePage } from '#console/app/failurePage.tsx'
import { useAccount } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { labelOf } from '#console/parts/labels.ts'
import { readQuery } from '#console/parts/recordQueries.ts'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import type { ChosenPlace } from './placeMap.tsx'

type PlacePage = OutputOf<'places.place.all'>
type PlaceItem = PlacePage['items'][number]

/** Places of the list beside the map. */
const listedMax = 50

type Properties = {
  filters: Record<string, string>
  /** Box of the places; undefined until the map is open. */
  bbox: string | undefined
  /** Number of places in view; undefined at a spot, and until they are counted. */
  total: { count: number; countIsCapped: boolean } | undefined
  error: unknown
  retry(): void
  /** Leads back from places of one spot to those in view. */
  leaveSpot: (() => void) | undefined
  chosenId: string | undefined
  choose(place: ChosenPlace): void
}

/** The places of a part of the earth by name, for the keyboard too. */
export function PlacesInView(properties: Properties) {
  const { filters, bbox, total, error, retry, leaveSpot, chosenId, choose } = properties
  const account = useAccount()
  const input = { ...filters, bbox, sort: 'name', limit: String(listedMax) }
  const { data } = useQuery({
    ...readQuery<PlacePage>(account, 'places.place.all', input),
    enabled: bbox !== undefined,
    placeholderData: keepPreviousData,
  })
  if (error !== null && error !== undefined) return <FailurePage error={error} retry={retry} />
  const items = data?.items ?? []
  return (
    <section className="surface place-map-list" aria-label={t('places.map.all')}>
      <div className="place-map-count">
        <Text fw={600} size="sm" role="status">
          {leaveSpot === undefined ? countText(total) : plural('places.map.here', items.length)}
        </Text>
        {leaveSpot === undefined ? null : (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<ArrowLeft size={13} aria-hidden />}
            onClick={leaveSpot}
          >
            {t('places.map.back')}
          </Button>
        )}
      </div>
      {data !== undefined && items.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          {t('places.map.none.hint')}
        </Text>
      ) : (
        <ul>
          {items.map((each) => (
            <PlaceRow key={each.id} place={each} isChosen={each.id === chosenId} choose={choose} />
          ))}
        </ul>
      )}
      {data?.pagination.hasMore === true ? (
        <Text size="xs" c="dimmed" px="md" py="xs" className="place-map-more">
          {t('places.map.more', { count: listedMax })}
        </Text>
      ) : null}
    </section>
  )
}

function countText(total: Properties['total']): string {
  if (total === undefined) return ''
  const { count, countIsCapped } = total
  if (count === 0) return t('places.map.none')
  const number = numberText(count)
  return plural('places.map.inView', count, { count: countIsCapped ? t('places.map.over', { count: number }) : number })
}

type RowProperties = { place: PlaceItem; isChosen: boolean; choose(place: ChosenPlace): void }

function PlaceRow({ place: { id, name, type, status, address, location }, isChosen, choose }: RowProperties) {
  const parts = [labelOf(type), address?.city ?? address?.formatted]
  return (
    <li>
      <button
        type="button"
        className="place-map-row"
        aria-pressed={isChosen}
        onClick={() => (location === null ? undefined : choose({ id, ...location }))}
      >
        <span className="place-map-name">{name}</span>
        <Text component="span" size="xs" c="dimmed" truncate>
          {parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ')}
        </Text>
        {status === 'active' ? null : <StatusBadge status={status} />}
      </button>
    </li>
  )
}
