import { table, type Tables } from '#kit/nouns/table.ts'

/** Tables beside those of the resources: viewers of accounts, and people who sign in, who are of no account. */
export const tables: Tables = {
  account_viewer_code: table.account({ acrossAccounts: ['account_viewer_code_old_ix'] }),
  account_viewer_session: table.account({ acrossAccounts: ['account_viewer_session_old_ix'] }),
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
