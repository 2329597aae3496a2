type ColumnType = 'bigint' | 'uuid' | 'text' | 'timestamptz' | 'date' | 'integer' | 'boolean' | 'double precision'

/** A stream of small rows that are committed in groups: views, impressions, heartbeats. */
export type TelemetryLane = {
  /** `<product>.<noun>.<happening>` */
  name: string
  table: string
  /** Columns in order, each with its SQL type; every value a scalar. */
  columns: Record<string, ColumnType>
  /** Columns that tell two rows apart; the table keeps one of each. Rows are written in their order. */
  key: readonly string[]
}
