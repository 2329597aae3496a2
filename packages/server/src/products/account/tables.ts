import { table, type Tables } from '#kit/nouns/table.ts'

/** Tables of people, their credentials and their sessions, beside those of the resources. A person is of no account. */
export const tables: Tables = {
  person_challenge: table.directory(['id']),
  person_email: table.directory(['email_key']),
  person_guess: table.directory(['subject']),
  person_link: table.directory(['id']),
  person_membership: table.directory(['person_id', 'account_id']),
  person_passkey: table.directory(['person_id', 'id']),
  person_person: table.directory(['id']),
  person_recovery_code: table.directory(['person_id', 'code_hash']),
  person_session: table.directory(['person_id', 'id']),
}
