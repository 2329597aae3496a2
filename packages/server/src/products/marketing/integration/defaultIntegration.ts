import { statement } from '#kit/call/statement.ts'

/** The default integration of the account. */
export const findDefault = statement(
  'marketing_integration.findDefault',
  'account',
  'select id from marketing_integration where account_id = $1 and is_default and deleted_at is null',
)
