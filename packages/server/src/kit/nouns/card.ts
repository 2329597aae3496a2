/**
 * Summary of a record for other products: in lists, time lines and pages, without an import of its noun. `ctx.cards`
 * reads cards by id.
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
  /** Whether public lists may show it. */
  isListed: boolean
}

/**
 * The part of a card that a noun declares. `path`: path of its page on this server. `titledBy`: id of a record whose
 * title comes before `title`, for a noun without a title of its own. `isListed`: whether public lists may show it; as
 * for every public record when left out.
 */
export type CardFace = {
  title: string
  imageUrl?: string | null
  path?: string | null
  titledBy?: string
  isListed?: boolean
}
