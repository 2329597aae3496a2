import { Anchor, Button, CloseButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { labelOf } from '#console/parts/labels.ts'
import { isPlainImage } from '#console/parts/list/listImage.ts'
import { readQuery } from '#console/parts/recordQueries.ts'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Place = OutputOf<'places.place.get'>

/** The card of a place on the map. */
export function PlaceCard({ id, close }: { id: string; close(): void }) {
  const { data } = useQuery(readQuery<Place>(useAccount(), 'places.place.get', { placeId: id }))
  return (
    <article className="surface place-card" aria-live="polite">
      <CloseButton className="place-card-close" size="sm" aria-label={t('places.map.close')} onClick={close} />
      {data === undefined ? null : <About place={data} />}
    </article>
  )
}

function About({ place }: { place: Place }) {
  const { id: accountId } = useAccount()
  const { id, name, type, status, isOpen, capacity, photos } = place
  const href = `/${accountId}/places/place/${id}`
  const [photo] = photos
  const parts = [labelOf(type)]
  if (isOpen !== null) parts.push(t(isOpen ? 'places.map.isOpen' : 'places.map.isShut'))
  if (capacity !== null) parts.push(t('places.map.capacity', { count: numberText(capacity) }))
  return (
    <>
      {photo === undefined || !isPlainImage(photo.url) ? null : (
        <img className="place-card-photo" src={photo.url} alt={photo.altText ?? ''} decoding="async" />
      )}
      <Group gap="xs" pr="xl">
        <Anchor component={Link} to={href} fw={650} c="inherit">
          {name}
        </Anchor>
        <StatusBadge status={status} />
      </Group>
      <Text size="sm" c="dimmed">
        {parts.join(' · ')}
      </Text>
      <Text size="sm">{addressText(place)}</Text>
      <Button component={Link} to={href} variant="light" size="compact-sm" mt={4} className="place-card-open">
        {t('places.map.open')}
      </Button>
    </>
  )
}

function addressText({ address, location }: Place): string {
  if (address?.formatted !== undefined) return address.formatted
  const { line1, postalCode, city, countryCode } = address ?? {}
  const town = [postalCode, city].filter((part) => part !== undefined).join(' ')
  const text = [line1, town, countryCode].filter((part) => part !== undefined && part !== '').join(', ')
  if (text !== '' || location === null) return text
  const degrees = [location.latitude, location.longitude]
  return degrees.map((each) => numberText(each, { maximumFractionDigits: 5 })).join(', ')
}
