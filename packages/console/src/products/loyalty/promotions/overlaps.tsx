import { Alert, Text } from '@mantine/core'
import { Layers } from 'lucide-react'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { t } from '#console/texts/texts.ts'

type Promotion = OutputOf<'loyalty.promotion.get'>
type Overlap = NonNullable<Promotion['warnings']>[number]

const kinds = ['excludes', 'stacks'] as const satisfies readonly Overlap['kind'][]

/** Running promotions that meet this one on a cart: a warning after each change, and before it starts. */
export function Panel({ record }: PanelProps) {
  const input = { promotionId: record.id, include: ['warnings'] }
  const { data } = useRead<Promotion>('loyalty.promotion.get', input)
  const { warnings = [] } = data ?? {}
  if (warnings.length === 0) return null
  const isExcluded = warnings.some(({ kind }) => kind === 'excludes')
  return (
    <Alert
      color={isExcluded ? 'yellow' : 'gray'}
      title={t('promotion.overlaps')}
      icon={<Layers size={18} aria-hidden />}
    >
      {kinds.map((kind) => (
        <OverlapLine key={kind} kind={kind} overlaps={warnings.filter((each) => each.kind === kind)} />
      ))}
    </Alert>
  )
}

function OverlapLine({ kind, overlaps }: { kind: Overlap['kind']; overlaps: readonly Overlap[] }) {
  if (overlaps.length === 0) return null
  return (
    <Text size="sm">
      {t(`promotion.overlaps.${kind}`)}{' '}
      {overlaps.map(({ promotionId, name }, index) => (
        <span key={promotionId}>
          {index === 0 ? null : ', '}
          <RecordLink id={promotionId} text={name} />
        </span>
      ))}
    </Text>
  )
}
