import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount } from '#console/app/session.tsx'
import { findOperation, nounOfRecord, partsOf, useDescription } from '#console/parts/description.ts'
import { shortId, useCard } from '#console/parts/cards.ts'
import { AddressText } from './addressText.tsx'

/**
 * The title of the record of an id, as a link to its page; the id itself while and where there is no title. `text`
 * stands for a title that is beside the link already.
 */
export function RecordLink({ id, text: shown }: { id: string; text?: string }) {
  const description = useDescription()
  const { id: accountId } = useAccount()
  const card = useCard(id)
  const noun = nounOfRecord(description, id)
  const title = card?.title ?? shortId(id)
  const text = shown ?? title
  const label = shown === undefined ? undefined : `${shown}: ${title}`
  const isLinked = noun !== undefined && findOperation(description, `${noun.id}.get`) !== undefined
  if (!isLinked) {
    return (
      <Text span inherit title={id} className="value-text">
        {text}
      </Text>
    )
  }
  const { product, noun: name } = partsOf(noun.id)
  return (
    <Anchor
      component={Link}
      to={`/${accountId}/${product}/${name}/${id}`}
      inherit
      title={id}
      aria-label={label}
      className="value-text"
    >
      <AddressText text={text} />
    </Anchor>
  )
}
