import { kindOf } from './conditionKinds.ts'
import { isGroup, membersOf, type Filter } from './filter.ts'
import type { Mentions, Vocabulary } from './vocabulary.ts'

/** Parts of a contact that checked filters depend on. */
export function mentionsOf(filters: readonly Filter[], vocabulary: Vocabulary): Mentions {
  const found: Mentions = {
    fields: new Set(),
    events: new Set(),
    segments: new Set(),
    hasMails: false,
    hasBalances: false,
    hasPurchases: false,
    isTimeRelative: false,
  }
  for (const filter of filters) collect(filter, found, vocabulary)
  return found
}

function collect(filter: Filter, found: Mentions, vocabulary: Vocabulary): void {
  if (!isGroup(filter)) kindOf(filter).mention(filter, found, vocabulary)
  else for (const each of membersOf(filter)) collect(each, found, vocabulary)
}
