import type { ApiRecord, MadeColumn } from '#console/parts/descriptor.ts'
import { numberText } from '#console/texts/formats.ts'

/** Columns of the list of campaigns: contacts that get it, shares of its mails, and the time of its start. */
export const campaignColumns: Readonly<Record<string, MadeColumn>> = {
  recipients: { schema: { type: 'integer' }, valueOf: recipientsOf },
  opened: share('opened'),
  clicked: share('clicked'),
  launch: {
    schema: { type: 'string', format: 'date-time' },
    valueOf: ({ startedAt, sendAt }) => startedAt ?? sendAt,
  },
}

/** Contacts of the audience without those left out; undefined before its audience is fixed. */
function recipientsOf({ stats }: ApiRecord): number | undefined {
  const { audience = 0, skipped = 0, cancelled = 0 } = Object(stats)
  return audience === 0 ? undefined : audience - skipped - cancelled
}

/** The share of a campaign's sent mails, in percent; undefined before the first. */
function share(name: 'opened' | 'clicked'): MadeColumn {
  return {
    schema: { type: 'string' },
    valueOf({ stats }) {
      const { sent = 0, [name]: count = 0 } = Object(stats)
      return sent === 0 ? undefined : numberText(count / sent, { style: 'percent', maximumFractionDigits: 1 })
    },
  }
}
