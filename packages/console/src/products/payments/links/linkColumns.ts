import type { MadeColumn } from '#console/parts/descriptor.ts'

/** Columns of payment links that are made from their counts. */
export const linkColumns: Readonly<Record<string, MadeColumn>> = {
  succeeded: {
    schema: { type: 'integer' },
    valueOf: ({ stats }) => Object(stats).succeeded,
  },
  taken: {
    schema: { type: 'integer', format: 'minor-units' },
    valueOf: ({ stats }) => Object(stats).amount,
  },
}
