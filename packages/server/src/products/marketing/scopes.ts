/** Titles of scopes beside those of the resources. */
export const scopes = {}
