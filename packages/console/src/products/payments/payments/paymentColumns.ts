import type { MadeColumn } from '#console/parts/descriptor.ts'

/** Columns of payments that are made from other fields. */
export const paymentColumns: Readonly<Record<string, MadeColumn>> = {
  payer: {
    schema: { type: 'string' },
    valueOf: ({ customer }) => {
      const { name, email } = Object(customer)
      return name ?? email ?? null
    },
  },
}
