import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { idOf, languageTag, nameLine, nullable, oneOf, prose, whole } from '#kit/values/fields.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, ifVersion, versionOf } from '#kit/nouns/standard.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { detailsUpdated } from '#products/livestream/facts.ts'
import { captionsMax, details } from './details.ts'
import { ownCaptionUrl } from './ownCaption.ts'
import { textOfTrack, writeOwnTrack } from './trackRow.ts'
import { CaptionError, toWebVtt } from './vtt.ts'

/** Longest text in characters: the body limit less the other fields. */
const textCharsMax = 900_000

const position = whole(0, captionsMax - 1, { description: 'Position in `captions`, from 0.' })

export const operations = [
  operation('livestream.details.getCaption', {
    route: 'GET /api/video/details/getCaption',
    title: 'Details - Get Caption',
    description: 'Returns the kept text of a caption as WebVTT, of a draft or a closed video too: for an editor.',
    scope: 'livestream.details:read',
    input: closed({ detailsId: idOf('det'), position }),
    output: closed({
      id: idOf('det', { description: 'The sheet.' }),
      position,
      text: nullable(Type.String({ description: 'WebVTT; null while no text is kept at this position.' })),
    }),
    example: { detailsId: madeFirst('livestream.details'), position: 0 },
    async handle(ctx, { detailsId, position: at }) {
      const { id } = await ctx.store.get(details, detailsId)
      return { id, position: at, text: (await textOfTrack(ctx, id, at)) ?? null }
    },
  }),
  operation('livestream.details.setCaption', {
    route: 'POST /api/video/details/setCaption',
    title: 'Details - Set Caption',
    description:
      'Stores the text of a caption, at a position or as a further one. Its `url` becomes the address of the kept ' +
      'text: an update that sends it back keeps the text and fetches nothing.',
    scope: 'livestream.details:write',
    input: closed({
      detailsId: idOf('det'),
      position: Type.Optional(whole(0, captionsMax - 1, { description: 'Caption to replace; left out: a new one.' })),
      language: languageTag({ description: 'Language of the text.' }),
      label: nameLine(60, { description: 'Name of the track in the menu of a player.' }),
      kind: oneOf(['captions', 'subtitles'], {
        description: 'captions: speech and other audio. subtitles: translated speech.',
      }),
      text: prose(textCharsMax, { description: 'WebVTT or SubRip.' }),
      ifVersion: ifVersion(),
    }),
    output: outputSchemaOf(details),
    emits: [detailsUpdated],
    reasons: [reasons.limitReached],
    example: {
      detailsId: madeFirst('livestream.details'),
      language: 'en',
      label: 'English',
      kind: 'captions',
      text: 'WEBVTT\n\n00:01.000 --> 00:04.000\nGood evening.\n',
    },
    async handle(ctx, input) {
      const vtt = await readText(input.text)
      return writeCaption(ctx, { ...input, vtt })
    },
  }),
].map(companion)

/** The text as plain WebVTT. Throws invalid with the line of the first error. */
async function readText(text: string): Promise<string> {
  try {
    return await toWebVtt(text)
  } catch (error) {
    if (!(error instanceof CaptionError)) throw error
    throw invalid(field('text', 'caption', `line ${error.line} ${error.message}`))
  }
}

type CaptionWrite = {
  detailsId: string
  position?: number | undefined
  language: string
  label: string
  kind: 'captions' | 'subtitles'
  vtt: string
  ifVersion?: number | undefined
}

const writeCaption = once(async (ctx: Ctx, write: CaptionWrite) => {
  const { detailsId, language, label, kind, vtt } = write
  const record = await ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, details, detailsId))) throw problem(reasons.notFound)
    const { captions } = await inner.store.get(details, detailsId)
    const at = write.position ?? captions.length
    if (at >= captionsMax) throw problem(reasons.limitReached, { details: { countMax: captionsMax } })
    if (at > captions.length) throw invalid(field('position', 'maximum', `must be ${captions.length} at most`))
    const url = ownCaptionUrl(inner, detailsId, { position: at, vtt })
    const next = captions.toSpliced(at, 1, { language, label, kind, url })
    const after = await inner.store.update(details, detailsId, { patch: { captions: next }, ...versionOf(write) })
    await writeOwnTrack(inner, detailsId, { position: at, url, vtt, at: inner.now() })
    return after
  })
  return (await present({ ctx, audience: 'owner' }, details, [record]))[0] ?? {}
})
