/** Titles of scopes beside those of the resources. */
export const scopes = { 'places.place:view': 'Count views of places' }
