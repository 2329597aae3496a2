import { table, type Tables } from '#kit/nouns/table.ts'

/** Tables of the product beside those of its resources. */
export const tables: Tables = {
  marketing_consent: table.account({ key: ['account_id', 'contact_id', 'at', 'id'] }),
  marketing_event: table.account({ key: ['account_id', 'contact_id', 'at', 'id'], jsonb: ['properties'] }),
  marketing_message: table.account(),
  marketing_suppression: table.account({ key: ['account_id', 'address_hash'] }),
}
