import type { ApiRecord, MadeColumn } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { dayText, moneyText, numberText } from '#console/texts/formats.ts'

/** A compared sum in words: a number of payments, or an amount. */
export function sumText({ kind, currency }: Record<string, unknown>, sum: unknown): string {
  return kind === 'payments' ? numberText(Number(sum)) : moneyText(Number(sum), String(currency))
}

function textColumn(name: 'ours' | 'theirs'): MadeColumn {
  return { schema: { type: 'string' }, valueOf: (record: ApiRecord) => sumText(record, record[name]) }
}

/** Columns of differences, whose sums are numbers or amounts by their kind. */
export const differenceColumns: Readonly<Record<string, MadeColumn>> = {
  difference: {
    schema: { type: 'string' },
    valueOf: ({ day, kind }: ApiRecord) => `${dayText(String(day))} · ${labelOf(String(kind))}`,
  },
  ours: textColumn('ours'),
  theirs: textColumn('theirs'),
}
