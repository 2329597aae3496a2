import { Anchor, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed, type Question } from '#console/parts/confirmation.ts'
import { catchFocus } from '#console/parts/lostFocus.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { ownPath } from '#console/parts/ownAddress.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { agoText, durationText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { useOwnMedia, type OwnMedia } from '#console/products/livestream/videos/ownMedia.ts'
import { authorText } from './authorText.ts'
import './clipShelfPage.css'

type Clip = OutputOf<'livestream.static.all'>['items'][number]
type Shelf = 'viewers' | 'featured'

const perPage = 24

/** Clips that viewers made: the owner shows or removes each, and blocks viewers. */
export function Page() {
  const { id: accountId } = useAccount()
  const [shelf, setShelf] = useState<Shelf>('viewers')
  const { clips, readMore, hasMore } = useClips(shelf)
  const media = useOwnMedia(clips?.map(({ id }) => id) ?? [])
  const shelves = [
    { value: 'viewers', label: t('clips.waiting') },
    { value: 'featured', label: t('clips.featured') },
  ] as const
  return (
    <Stack gap="lg">
      <Title order={1}>{t('clips.title')}</Title>
      <Text c="dimmed">{t('clips.about')}</Text>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('clips.shelf')}
          data={[...shelves]}
          value={shelf}
          onChange={(value) => setShelf(value === 'featured' ? 'featured' : 'viewers')}
        />
        <Anchor
          component={Link}
          to="/$accountId/$product/$noun"
          // cast: the parameters of the route above are plain texts.
          params={{ accountId, product: 'livestream', noun: 'blockedViewer' } as never}
          size="sm"
        >
          {t('livestream.blockedViewer.title')}
        </Anchor>
      </Group>
      {clips?.length === 0 ? (
        <Text c="dimmed">{t(shelf === 'viewers' ? 'clips.none' : 'clips.noneFeatured')}</Text>
      ) : null}
      <ul className="clip-shelf" aria-label={t('clips.title')}>
        {clips?.map((clip) => (
          <ClipCard key={clip.id} clip={clip} media={media.get(clip.id)} />
        ))}
      </ul>
      {hasMore ? (
        <Button variant="default" size="xs" style={{ justifySelf: 'start' }} onClick={readMore}>
          {t('clips.more')}
        </Button>
      ) : null}
    </Stack>
  )
}

function ClipCard({ clip, media }: { clip: Clip; media: OwnMedia | undefined }) {
  const { id: accountId } = useAccount()
  const { id, title, authorName, durationSeconds, createdAt } = clip
  const name = title ?? t('video.noTitle')
  const posterUrl = media?.posterUrl ?? null
  return (
    <li className="surface clip-card">
      <Link
        to="/$accountId/$product/$noun/$recordId"
        params={{ accountId, product: 'livestream', noun: 'static', recordId: id }}
        className="clip-picture"
        tabIndex={-1}
        aria-hidden
      >
        {posterUrl === null ? null : <img src={ownPath(posterUrl)} alt="" loading="lazy" decoding="async" />}
        {durationSeconds === null ? null : <span className="clip-duration">{durationText(durationSeconds)}</span>}
      </Link>
      <Anchor
        component={Link}
        to="/$accountId/$product/$noun/$recordId"
        // cast: the parameters of the route above are plain texts.
        params={{ accountId, product: 'livestream', noun: 'static', recordId: id } as never}
        fw={600}
        size="sm"
        lineClamp={2}
      >
        {name}
      </Anchor>
      <Text size="xs" c="dimmed" truncate>
        {t('clips.by', { name: authorText(authorName) })} · {agoText(createdAt)}
      </Text>
      <ClipButtons clip={clip} name={name} />
    </li>
  )
}

/** Choices of the owner. Each button names its clip for screen readers. */
function ClipButtons({ clip, name }: { clip: Clip; name: string }) {
  const { id: staticId, shelf, authorId, authorName } = clip
  const hasScope = useScope()
  const act = useAct()
  const isFeatured = shelf === 'featured'
  if (!hasScope('livestream.static:write')) return null
  const remove: Question = { title: t('clips.remove.title', { name }), button: t('clips.remove') }
  const block: Question = {
    title: t('clips.block.title', { name: authorText(authorName) }),
    text: t('clips.block.text'),
    button: t('clips.block'),
  }
  const feature = (wanted: boolean) => act.client.call('livestream.static.feature', { staticId, isFeatured: wanted })
  const featureText = t(isFeatured ? 'clips.unfeature' : 'clips.feature')
  return (
    <Group gap={6}>
      <Button
        size="compact-sm"
        variant={isFeatured ? 'default' : 'filled'}
        disabled={act.isBusy}
        aria-label={`${featureText}: ${name}`}
        onClick={() =>
          void act.run(() => feature(!isFeatured), {
            said: t(isFeatured ? 'clips.unfeatured' : 'clips.nowFeatured'),
            undo: () => feature(isFeatured),
          })
        }
      >
        {featureText}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={act.isBusy}
        aria-label={`${t('clips.remove')}: ${name}`}
        onClick={() =>
          void act.run(() => act.client.call('livestream.static.delete', { staticId }), {
            question: remove,
            said: t('clips.removed'),
          })
        }
      >
        {t('clips.remove')}
      </Button>
      {authorId === null || !hasScope('livestream.blockedViewer:write') ? null : (
        <Button
          size="compact-sm"
          variant="default"
          disabled={act.isBusy}
          aria-label={`${t('clips.block')}: ${authorName ?? t('clips.someone')}`}
          onClick={() =>
            void act.run(() => act.client.call('livestream.blockedViewer.create', { authorId, removeClips: true }), {
              question: block,
              said: t('clips.blocked'),
            })
          }
        >
          {t('clips.block')}
        </Button>
      )}
    </Group>
  )
}

type Outcome = { said: string; question?: Question; undo?: () => Promise<unknown> }

/** Runs one action at a time, after its question, and reads the shelf again. */
function useAct() {
  const { client } = useAccount()
  const stale = useStale()
  const [isBusy, setBusy] = useState(false)
  const fresh = async () => {
    await Promise.all([stale('livestream.static'), stale('livestream.blockedViewer')])
  }
  const run = async (call: () => Promise<unknown>, { said, question, undo }: Outcome) => {
    const card = document.activeElement?.closest('li')
    const next = card?.nextElementSibling ?? card?.previousElementSibling
    if (question !== undefined && !(await confirmed(question))) return
    setBusy(true)
    try {
      await call()
      notify(said, undo === undefined ? undefined : () => undo().then(fresh))
      await fresh()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
      catchFocus(() => [card, next].find((each) => each?.isConnected)?.querySelector('a:not([tabindex])'))
    }
  }
  return { client, isBusy, run }
}

function useClips(shelf: Shelf) {
  const { id: accountId, client } = useAccount()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [accountId, 'livestream.static', 'livestream.static.all', 'clips', shelf],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam }
      return client.call('livestream.static.all', { shelf, limit: perPage, ...cursor }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  })
  return {
    clips: data?.pages.flatMap(({ items }) => items),
    hasMore: hasNextPage,
    readMore: () => void fetchNextPage(),
  }
}
