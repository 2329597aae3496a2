/** Reasons why a process could not start or continue, each with its exit code. */
export const exitCodeOf = {
  configuration: 2,
  data_dir_unwritable: 3,
  data_dir_foreign: 3,
  data_dir_in_use: 3,
  data_version: 3,
  disk_full: 3,
  postgres_missing: 4,
  postgres_user: 4,
  postgres_failed: 4,
  database_unreachable: 4,
  database_refused: 4,
  database_version: 4,
  database_encoding: 4,
  database_rights: 4,
  migration_failed: 5,
  schema_newer: 5,
  schema_changed: 5,
  master_key: 6,
  port_busy: 7,
  address: 7,
  backup: 8,
} as const

export type StartProblemCode = keyof typeof exitCodeOf

/** A cause that the operator can remove. The message is one or more whole sentences, shown without a stack trace. */
export class StartProblem extends Error {
  readonly code: StartProblemCode

  constructor(code: StartProblemCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartProblem'
    this.code = code
  }

  get exitCode(): number {
    return exitCodeOf[this.code]
  }
}

/** The errno name of a failed system call, such as `EACCES`. Undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The text of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
