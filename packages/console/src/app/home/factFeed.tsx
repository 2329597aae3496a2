import { Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { findOperation, useDescription } from '#console/parts/description.ts'
import { factTitle } from '#console/parts/labels.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { descriptors } from '#console/products/descriptors.ts'
import { agoText, exactMomentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

/** A public fact as the API returns it. */
type Fact = { id: string; name: string; subject: string; at: string }

const shownMax = 30
/** Facts that are read: those that the feed leaves out are among them. */
const readMax = 100
const quiet = new Set(descriptors.flatMap(({ quietFacts = [] }) => quietFacts))

/** The newest facts of the account; further ones appear at the top as they happen. */
export function FactFeed() {
  const hasScope = useScope()
  const canRead = hasScope('account.fact:read')
  const { data } = useRead<ApiPage>('account.fact.all', { limit: readMax }, { isOn: canRead })
  const arrived = useArrivingFacts(data === undefined ? undefined : (data.items[0]?.id ?? null))
  const known = new Set(arrived.map(({ id }) => id))
  const former = (data?.items ?? []).map(factOf).filter(({ id, name }) => !known.has(id) && !quiet.has(name))
  const facts = [...arrived, ...former].slice(0, shownMax)
  if (!canRead) return null
  return (
    <section className="surface section" aria-labelledby="home-facts">
      <Title order={2} id="home-facts">
        {t('home.facts')}
      </Title>
      <ol className="facts" aria-live="polite" aria-relevant="additions">
        {facts.map((fact) => (
          <li key={fact.id} data-new={known.has(fact.id) || undefined}>
            <span className="facts-text">
              <RecordLink id={fact.subject} /> <span className="facts-what">{factTitle(fact.name)}</span>
            </span>
            <time dateTime={fact.at} title={exactMomentText(fact.at)}>
              {agoText(fact.at)}
            </time>
          </li>
        ))}
      </ol>
      {data !== undefined && facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('home.facts.none')}
        </Text>
      ) : null}
    </section>
  )
}

function factOf(record: Record<string, unknown>): Fact {
  const { id, name, subject, at, toldAt, occurredAt } = record
  const moment = [at, toldAt, occurredAt].find((each) => typeof each === 'string')
  return {
    id: String(id),
    name: String(name),
    subject: String(subject),
    at: String(moment ?? new Date().toISOString()),
  }
}

/** Facts behind the newest of a list, as they happen. The stream connects again by itself and misses none. */
function useArrivingFacts(newest: string | null | undefined): readonly Fact[] {
  const { client, id } = useAccount()
  const hasStream = findOperation(useDescription(), 'account.fact.stream') !== undefined
  const [facts, setFacts] = useState<readonly Fact[]>([])
  const isOn = newest !== undefined
  useEffect(() => {
    setFacts([])
    if (!isOn || !hasStream) return undefined
    // The stream begins behind the newest fact of the list, so that none is lost between the two.
    const behind: Record<string, string> = newest === null ? {} : { lastEventId: newest }
    const source = new EventSource(client.streamAddress('account.fact.stream', behind))
    source.addEventListener('fact', ({ data }: MessageEvent<string>) => {
      const fact = factOf(JSON.parse(data))
      if (!quiet.has(fact.name)) setFacts((before) => [fact, ...before].slice(0, shownMax))
    })
    return () => source.close()
  }, [isOn, hasStream, client, id])
  return facts
}
