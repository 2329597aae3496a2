import { useScope } from '#console/app/session.tsx'
import { nounOf, useDescription } from '#console/parts/description.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { useNames } from './namesInUse.tsx'

const topicsMax = 100

/** Known values of a field of contacts: tags in use, topics and states; none for other fields. */
export function useFieldValues(field: string): readonly string[] {
  const tags = useNames('tags')
  const { states } = nounOf(useDescription(), 'marketing.contact')
  const isOn = useScope()('marketing.topic:read') && field === 'topics'
  const topics = useRead<ApiPage>('marketing.topic.all', { limit: topicsMax }, { isOn }).data?.items ?? []
  if (field === 'tags') return tags
  if (field === 'status') return Object.keys(states)
  return field === 'topics' ? topics.map(({ key }) => String(key)) : []
}
