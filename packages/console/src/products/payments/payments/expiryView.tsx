import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { ValueView } from '#console/parts/values/valueView.tsx'

/** States in which the expiry of a payment counts, or has come. */
const expiring: ReadonlySet<unknown> = new Set(['created', 'processing', 'requiresAction', 'expired'])

/** Expiry of a payment that is open or expired; none for one that is paid, failed or cancelled. */
export function FieldView({ value, record }: FieldViewProps) {
  const moment = { type: 'string', format: 'date-time' } as const
  return <ValueView name="expiresAt" schema={moment} value={expiring.has(record['status']) ? value : null} />
}
