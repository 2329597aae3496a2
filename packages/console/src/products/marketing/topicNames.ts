import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import { useRead } from '#console/parts/recordQueries.ts'

/** Topics to choose: keys with names. `chosen`: keys that stay choices, also of a topic that is gone. */
export function useTopics(chosen: readonly string[]): { value: string; label: string }[] {
  const isOn = useScope()('marketing.topic:read')
  const { data } = useRead<OutputOf<'marketing.topic.all'>>('marketing.topic.all', { limit: 100 }, { isOn })
  const found = (data?.items ?? []).map(({ key, name }) => ({ value: key, label: name }))
  const others = chosen.filter((key) => !found.some(({ value }) => value === key))
  return [...found, ...others.map((key) => ({ value: key, label: key }))]
}
