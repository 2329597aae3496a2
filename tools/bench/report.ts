/** A line of the report: measured value, budget and goal. */
export type Line = {
  name: string
  value: number
  unit: string
  /** The budget: a floor for ratios of speed, a ceiling for cost. Without one the line only informs. */
  atLeast?: number
  atMost?: number
  aim?: number
  note: string
}

/** Whether a line meets its budget. */
export function isMet(line: Line): boolean {
  return (
    (line.atLeast === undefined || line.value >= line.atLeast) &&
    (line.atMost === undefined || line.value <= line.atMost)
  )
}

/** Prints the lines as a table. Returns the number of missed budgets. */
export function printReport(lines: readonly Line[]): number {
  const rows = lines.map((line) => [
    isMet(line) ? (budgetOf(line) === '' ? '' : 'ok') : 'MISS',
    line.name,
    `${round(line.value)} ${line.unit}`.trim(),
    budgetOf(line),
    String(line.aim ?? ''),
    line.note,
  ])
  const all = [['', 'what', 'measured', 'budget', 'aim', 'figures'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  for (const row of all)
    console.log(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  return lines.filter((line) => !isMet(line)).length
}

function budgetOf({ atLeast, atMost }: Line): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`
  return atMost === undefined ? '' : `≤ ${atMost}`
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100
}
