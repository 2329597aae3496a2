/** Titles of scopes beside those of the resources. */
export const scopes = {
  'livestream.ticket:read': 'Read tickets',
  'livestream.ticket:write': 'Issue and change tickets',
}
