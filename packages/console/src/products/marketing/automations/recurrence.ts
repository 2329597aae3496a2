/** A recurrence as it is typed. `days`: of the week, or one of the month. */
export type Recurrence = { frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'; days: string[]; monthDay: number; time: string }

const keys = new Set(['FREQ', 'BYDAY', 'BYMONTHDAY', 'BYHOUR', 'BYMINUTE', 'INTERVAL'])

/** The parts of a rule of RFC 5545; undefined for one with more than the form shows. */
export function recurrenceOf(rule: unknown): Recurrence | undefined {
  if (typeof rule !== 'string') return undefined
  const parts = new Map(
    rule.split(';').map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
  )
  const frequency = (['DAILY', 'WEEKLY', 'MONTHLY'] as const).find((each) => each === parts.get('FREQ'))
  const isPlain = [...parts.keys()].every((key) => keys.has(key)) && (parts.get('INTERVAL') ?? '1') === '1'
  const days = parts.get('BYDAY')?.split(',') ?? []
  const [hour, minute] = [parts.get('BYHOUR') ?? '0', parts.get('BYMINUTE') ?? '0']
  const monthDay = parts.get('BYMONTHDAY') ?? '1'
  const areWhole = [hour, minute, monthDay].every((each) => /^\d{1,2}$/.test(each))
  if (frequency === undefined || !isPlain || !areWhole || days.some((day) => !/^(MO|TU|WE|TH|FR|SA|SU)$/.test(day))) {
    return undefined
  }
  return {
    frequency,
    days: days.map((day) => day.toLowerCase()),
    monthDay: Number(monthDay),
    time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
  }
}

/** The rule of a typed recurrence. */
export function ruleOf({ frequency, days, monthDay, time }: Recurrence): string {
  const [hour = '0', minute = '0'] = time.split(':')
  const parts = [`FREQ=${frequency}`]
  if (frequency === 'WEEKLY' && days.length > 0) parts.push(`BYDAY=${days.map((day) => day.toUpperCase()).join(',')}`)
  if (frequency === 'MONTHLY') parts.push(`BYMONTHDAY=${monthDay}`)
  return [...parts, `BYHOUR=${Number(hour)}`, `BYMINUTE=${Number(minute)}`].join(';')
}
