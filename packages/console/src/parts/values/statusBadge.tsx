import { Badge } from '@mantine/core'
import './values.css'
import { labelOf } from '#console/parts/labels.ts'

const good = /^(active|enabled|published|live|ready|delivered|succeeded|running|valid|paid|sent|subscribed|200)$/
const busy =
  /^(open|pending|processing|connecting|importing|queued|invited|starting|waiting|uploading|retrying|scheduled)$/
const bad = new Set([
  ...['failed', 'error', 'dead', 'disabled', 'exhausted', 'revoked', 'cancelled', 'rejected', 'permanentlyClosed'],
  ...['suspended', 'blocked', 'bounced', 'complained'],
])

/** Colour of a state: green works, yellow is under way, red needs a look, grey rests. */
export function statusColor(status: string): string {
  if (status === 'live') return 'red.9'
  if (good.test(status)) return 'teal'
  if (busy.test(status)) return 'yellow'
  return bad.has(status) ? 'red' : 'gray'
}

/** The state of a record, with a colour of its meaning. */
export function StatusBadge({ status }: { status: string }) {
  const color = statusColor(status)
  const isLive = status === 'live'
  return (
    <Badge
      color={color}
      variant={isLive ? 'filled' : 'light'}
      data-tone={isLive ? undefined : color}
      tt="none"
      fw={600}
      className="status"
    >
      {labelOf(status)}
    </Badge>
  )
}
