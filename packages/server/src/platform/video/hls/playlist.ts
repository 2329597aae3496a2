import type { KeptText } from './keptText.ts'

/** A playlist as it is answered. `maxAgeSeconds` is for how long others may be given it; 0 for not at all. */
export type Playlist = { text: KeptText; maxAgeSeconds: number }
