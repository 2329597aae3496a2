import type { Ctx } from '#kit/call/context.ts'
import { digestOf } from '#platform/audit/digest.ts'
import type { Details } from './details.ts'
import type { TrackRow } from './trackRow.ts'

type Caption = Details['captions'][number]

/** Captions of a write in their final form; `textFrom`: former position of each kept text, null for a file to fetch. */
export type PlacedCaptions = { captions: Caption[]; textFrom: (number | null)[] }

/**
 * Address that marks a caption whose text is kept here without a source: the address of its own track. Its query holds
 * the digest of the text, so that each text is another version of the sheet.
 */
export function ownCaptionUrl(ctx: Pick<Ctx, 'settings'>, detailsId: string, caption: OwnCaption): string {
  const digest = digestOf([caption.vtt]).toString('hex').slice(0, digestLength)
  return `${ctx.settings.publicUrl}${trackPath(detailsId, caption.position)}?text=${digest}`
}
type OwnCaption = { position: number; vtt: string }

const digestLength = 16

/**
 * Finds captions whose `url` is a track of their own sheet: their text stays, and is not fetched. The track follows the
 * caption to its new position.
 */
export function placeCaptions(
  ctx: Pick<Ctx, 'settings'>,
  sheet: { id: string; tracks: readonly TrackRow[] },
  captions: readonly Caption[],
): PlacedCaptions {
  const textFrom = captions.map(({ url }) => {
    const path = URL.parse(url)?.pathname
    const own = sheet.tracks.find((each) => each.has_text && trackPath(sheet.id, each.position) === path)
    return own?.position ?? null
  })
  const placed = captions.map((caption, position) =>
    textFrom[position] === null ? caption : { ...caption, url: movedUrl(ctx, caption.url, { id: sheet.id, position }) },
  )
  return { captions: placed, textFrom }
}

/** Address of a kept text at its new position. */
function movedUrl(ctx: Pick<Ctx, 'settings'>, url: string, to: { id: string; position: number }): string {
  return `${ctx.settings.publicUrl}${trackPath(to.id, to.position)}${URL.parse(url)?.search ?? ''}`
}

function trackPath(detailsId: string, position: number): string {
  return `/public/video/details/${detailsId}/captions-${position}.vtt`
}
