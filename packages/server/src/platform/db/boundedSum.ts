import { sumMax } from '#kit/values/money.ts'

/**
 * SQL of a stored sum from 0 to the largest one that is served: beyond it the sum stands still, where a plain one would
 * refuse the write or fail each read. `sql` is numeric: `a::numeric + b`.
 */
export function boundedSum(sql: string): string {
  return `least(greatest(${sql}, 0), ${sumMax})::bigint`
}
