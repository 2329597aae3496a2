/** Titles of scopes beside those of the resources. */
export const scopes = {
  'marketing.campaign:send': 'Make mails leave: start campaigns and automations, send tests',
  'marketing.leadScore:read': 'Read scores of contacts and their model',
  'marketing.leadScore:write': 'Change scores of contacts and their model',
  'marketing.event:track': 'Record events of contacts',
}
