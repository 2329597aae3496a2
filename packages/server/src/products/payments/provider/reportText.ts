import type { PayReport } from '#platform/pay/payProviderPort.ts'

const amountNames = new Set(['captured', 'fee', 'amount'])

/** A report as JSON, amounts as text: they are larger than a double is exact. */
export function reportText(report: PayReport): string {
  return JSON.stringify(report, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** A report from its text. */
export function reportFrom(text: string): PayReport {
  // cast: only `reportText` writes these texts.
  return JSON.parse(text, (name, value: unknown) =>
    amountNames.has(name) && typeof value === 'string' ? BigInt(value) : value,
  ) as PayReport
}
