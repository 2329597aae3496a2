/** Titles of scopes beside those of the resources. */
export const scopes = {
  'marketing.event:track': 'Record events of contacts',
}
