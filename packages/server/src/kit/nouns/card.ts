/**
 * A record as other products show it: in lists, time lines and pages, without importing its noun. `ctx.cards` reads
 * them by id.
 */
export type Card = {
  id: string
  /** `<product>.<noun>` */
  kind: string
  /** Title of the noun: `Place`. */
  kindTitle: string
  status: string
  title: string
  imageUrl: string | null
  /** Address of its page for an audience; null when it has none. */
  url: string | null
}

/** The part of a card that a noun declares. `path`: path of its page on this server. */
export type CardFace = { title: string; imageUrl?: string | null; path?: string | null }
