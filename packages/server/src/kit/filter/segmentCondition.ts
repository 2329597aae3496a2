import { field } from '#kit/call/problem.ts'
import { parseId } from '#kit/values/ids.ts'
import type { ConditionKind } from './conditionKind.ts'
import type { SegmentCondition } from './filter.ts'

/** A condition on the membership in a segment. */
export const segmentKind: ConditionKind<SegmentCondition> = {
  key: 'segment',
  others: [],
  isNeverNull: true,
  check: ({ segment }) =>
    typeof segment === 'string' && parseId('seg', segment) !== undefined
      ? []
      : [field('/segment', 'pattern', 'must be the id of a segment, which begins with seg_')],
  holds: ({ segment }, { segments }) => segments.has(parseId('seg', segment)?.uuid ?? ''),
  sql({ segment }, build) {
    const id = build.bind(parseId('seg', segment)?.uuid, 'uuid')
    return (
      'exists (select from marketing_segment_member s ' +
      `where s.account_id = ${build.account()} and s.segment_id = ${id} and s.contact_id = t.id)`
    )
  },
  mention: ({ segment }, found) => void found.segments.add(segment),
  print: ({ segment }) => `in segment ${segment}`,
  read(reader) {
    if (!reader.takeAll(['in', 'segment'])) return undefined
    const segment = reader.word(/^seg_/)
    if (segment === undefined) throw reader.error('the id of a segment is missing')
    return { segment }
  },
}
