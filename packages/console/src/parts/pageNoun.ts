import { useParams } from '@tanstack/react-router'
import { useDescription, type Noun } from './description.ts'

/** The noun that the address of a page names. Throws for an unknown one. */
export function usePageNoun(): Noun {
  const { product = '', noun = '' } = useParams({ strict: false })
  const description = useDescription()
  const found = description.nouns.find(({ id }) => id === `${product}.${noun}`)
  if (found === undefined) throw new Error(`There is no ${product}.${noun}.`)
  return found
}
