import { table, type Tables } from '#kit/nouns/table.ts'

/** Tables of the product beside those of its resources. */
export const tables: Tables = {
  marketing_automation_count: table.account({ key: ['account_id', 'automation_id', 'node_id', 'kind', 'slot'] }),
  marketing_automation_entry: table.account({ key: ['account_id', 'kind', 'key', 'automation_id'] }),
  marketing_automation_run: table.account({
    jsonb: ['cause', 'met'],
    acrossAccounts: ['marketing_automation_run_old_ix'],
  }),
  marketing_automation_step: table.account({ key: ['account_id', 'run_id', 'node_id', 'iteration'] }),
  marketing_automation_use: table.account({ key: ['account_id', 'automation_id', 'used_id', 'node_id'] }),
  marketing_automation_version: table.account({
    key: ['account_id', 'automation_id', 'version'],
    jsonb: ['definition', 'source'],
  }),
  marketing_campaign_arm: table.account({ key: ['account_id', 'campaign_id', 'position'] }),
  marketing_campaign_sum: table.account({ key: ['account_id', 'campaign_id', 'variant', 'currency'] }),
  marketing_consent: table.account({ key: ['account_id', 'contact_id', 'at', 'id'] }),
  marketing_contact_import_error: table.account({ key: ['account_id', 'import_id', 'row_number', 'position'] }),
  marketing_contact_import_part: table.account({ key: ['account_id', 'file_id', 'from_byte'] }),
  marketing_conversion: table.account({ key: ['account_id', 'event_id'] }),
  marketing_event: table.account({
    key: ['account_id', 'contact_id', 'at', 'id'],
    jsonb: ['properties'],
    acrossAccounts: ['marketing_event_at_ix'],
  }),
  marketing_inbound: table.account({ acrossAccounts: ['marketing_inbound_old_ix'] }),
  marketing_mailbox: table.account({ key: ['account_id', 'integration_id'] }),
  marketing_message: table.account({ jsonb: ['data'] }),
  marketing_score: table.account({ key: ['account_id', 'contact_id'], acrossAccounts: ['marketing_score_due_ix'] }),
  marketing_score_entry: table.account({ key: ['account_id', 'contact_id', 'starts_at', 'id'] }),
  marketing_score_model: table.account({ key: ['account_id', 'version'] }),
  marketing_score_rule: table.account({
    key: ['account_id', 'version', 'position'],
    jsonb: ['event_where', 'filter'],
  }),
  marketing_score_threshold: table.account({ key: ['account_id', 'version', 'position'] }),
  marketing_content: table.account(),
  marketing_sender: table.account(),
  marketing_segment_audit: table.account({ key: ['account_id', 'segment_id'] }),
  marketing_sending_count: table.account({ key: ['account_id', 'integration_id', 'slot'] }),
  marketing_segment_count: table.account({ key: ['account_id', 'segment_id', 'slot'] }),
  marketing_segment_day: table.account({ key: ['account_id', 'segment_id', 'day'] }),
  marketing_segment_member: table.account({ key: ['account_id', 'segment_id', 'contact_id'] }),
  marketing_returned: table.account({ acrossAccounts: ['marketing_returned_old_ix', 'marketing_returned_raw_ix'] }),
  marketing_timer: table.account({
    key: ['account_id', 'owner_id', 'contact_id'],
    acrossAccounts: ['marketing_timer_next_ix'],
  }),
  marketing_template_version: table.account({ key: ['account_id', 'template_id', 'number'], jsonb: ['variables'] }),
  marketing_suppression: table.account({ key: ['account_id', 'address_hash'] }),
}
