import type { Ctx } from '#kit/call/context.ts'
import { flag, hexColor, idOf, languageTag, line, oneOf, real } from '#kit/values/fields.ts'
import { dataBlock, html, type Html } from '#kit/values/html.ts'
import { page, type HtmlResponse, type PageResponse, type Visitor } from '#kit/nouns/page.ts'
import { siteHeader } from '#platform/pages/siteHeader.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { noticePage } from '#platform/pages/notice.ts'
import { playbackIdOf, playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import type { PlaybackPage } from '#products/livestream/playback/playbackRead.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { playerFrame } from '#products/livestream/stream/embedCode.ts'
import { issueViewToken } from '#products/livestream/audience/viewToken.ts'
import { readVideoPage } from './watchData.ts'
import { accessForm, accessFormHtml } from './accessForm.ts'
import { dropCardsHtml, dropPaths } from './dropCards.ts'
import { ageNoticeHtml, needsAge } from './maturityNotice.ts'
import { proseOf } from '#platform/pages/pageProse.ts'
import { videoHead } from './videoHead.ts'
import { aboutHtml, chaptersHtml, playerHtml, titleOf } from './videoParts.ts'

/** The input of the pages of a video. */
export const videoInput = closed({
  playbackId: idOf(playbackPrefix, { description: 'The video.' }),
  token: Type.Optional(line(2000, { description: 'A viewer token, for a closed video.' })),
  ticket: Type.Optional(line(200, { description: 'The code of a ticket, as in links that come by mail.' })),
  lang: Type.Optional(
    languageTag({ description: 'Language of title and text; as the browser prefers when left out.' }),
  ),
  startSeconds: Type.Optional(real(0, 604_800, { description: 'Start position of a recorded video.' })),
  ofAge: Type.Optional(flag({ description: 'The viewer has confirmed the age for a video for adults.' })),
  autoplay: Type.Optional(flag({ description: 'Whether it begins by itself.' })),
  muted: Type.Optional(flag({ description: 'Whether it begins without audio.' })),
  controls: Type.Optional(flag({ description: 'Whether it shows controls.' })),
  theme: Type.Optional(oneOf(['auto', 'dark', 'light'], { description: 'auto: as the visitor’s system.' })),
  accentColor: Type.Optional(hexColor({ description: 'Colour of what is active.' })),
})
/** The parameters of the address of a video's page. */
export type VideoAddress = Static<typeof videoInput>

/** Pages of one video: its page, its player alone, and a clip by the id of its record. */
export const pages = [
  page('livestream.watch', {
    route: 'GET /watch/{playbackId}',
    title: 'Watch',
    description: 'A stream or a recorded video at one address, before, while and after it is live.',
    input: videoInput,
    form: accessForm,
    handle: (ctx, address, visitor) => respond(ctx, { address, visitor, isEmbedded: false }),
  }),
  page('livestream.embed', {
    route: 'GET /embed/video/{playbackId}',
    title: 'Player',
    description: 'The player alone, for frames on other pages. The id of a channel stands for its live stream.',
    input: videoInput,
    handle: (ctx, address, visitor) => respond(ctx, { address, visitor, isEmbedded: true }),
  }),
  page('livestream.clip', {
    route: 'GET /clip/{staticId}',
    title: 'Clip',
    description: 'Redirects to the page of a clip, or of any recorded video.',
    input: closed({ staticId: idOf(staticVideo.prefix, { description: 'The clip.' }) }),
    handle: async (_ctx, { staticId }) => ({ redirect: `/watch/${playbackIdOf(staticId)}` }),
  }),
]

type PageRequest = { address: VideoAddress; visitor: Visitor; isEmbedded: boolean }

async function respond(ctx: Ctx, request: PageRequest): Promise<PageResponse> {
  const { address, isEmbedded } = request
  const locale = address.lang ?? request.visitor.languages[0]
  const found = await readVideoPage(ctx, { playbackId: address.playbackId, token: address.token, locale })
  if ('movedTo' in found)
    return { redirect: `${isEmbedded ? '/embed/video' : '/watch'}/${found.movedTo}${queryOf(address)}` }
  return videoPage(ctx, { ...request, found, locale: locale ?? found.state.language })
}

type VideoRequest = PageRequest & { found: PlaybackPage; locale: string }

/** The page of a video, or its player alone. */
export async function videoPage(ctx: Ctx, request: VideoRequest): Promise<HtmlResponse> {
  return request.isEmbedded ? embedPage(ctx, request) : watchPage(ctx, request)
}

async function watchPage(ctx: Ctx, request: VideoRequest): Promise<HtmlResponse> {
  const { found } = request
  const { state, about } = found
  if (state.status === 'removed') return removedPage()
  const prose = await proseOf(state.description)
  const ageNotice = ageNoticeOf(request)
  const accessForm = accessFormHtml(state, request.address, request.visitor)
  const parts = { about, prose, isVeiled: ageNotice !== undefined, locale: request.locale }
  const drops = await dropCardsHtml(ctx, about.drops, { ...dropPathsOf(ctx, request), locale: request.locale })
  return {
    html: html`${siteHeader()}
      <main class="watch">
        <div class="stage">${playerHtml(state, { accessForm, ageNotice })}</div>
        <div class="drops" data-part="drops">${drops}</div>
        <p class="unseen" role="status" data-news></p>
        <div class="about">${aboutHtml(state, parts)}</div>
        <div class="side" data-part="side">${chaptersHtml(state)}</div>
      </main>
      ${pageBlock(ctx, request)}`,
    title: `${titleOf(state)} · Fairground`,
    language: 'en',
    head: videoHead(ctx, { state, about, frame: found.frame, text: prose?.text }),
    island: 'watch',
    isIndexed: found.isListed,
    ...themeOf(request.address),
  }
}

function embedPage(ctx: Ctx, request: VideoRequest): HtmlResponse {
  const { found } = request
  const obstacles = { accessForm: watchLink(request), ageNotice: ageNoticeOf(request) }
  return {
    html: html`<main class="embed">${playerHtml(found.state, obstacles)}</main>${pageBlock(ctx, request)}`,
    title: titleOf(found.state),
    language: 'en',
    head: html`<link rel="canonical" href="${ctx.settings.publicUrl}/watch/${found.state.playbackId}">`,
    island: 'watch',
    look: 'framed',
    isIndexed: false,
    frameAncestors: found.frameAncestors,
    ...themeOf(request.address),
  }
}

/** The notice before an adult video; undefined for others, for its owner, and once the viewer has confirmed the age. */
function ageNoticeOf({ found, address, isEmbedded }: VideoRequest): Html | undefined {
  if (!needsAge(found.state) || address.ofAge === true || found.isOwner) return undefined
  const path = isEmbedded ? '/embed/video' : '/watch'
  return ageNoticeHtml(found.state, `${path}/${found.state.playbackId}${queryOf({ ...address, ofAge: true })}`)
}

/** The link from an embedded player to the page, where a closed video opens without scripts (0032). */
function watchLink({ found, address }: VideoRequest): Html | undefined {
  if (found.state.access === null) return undefined
  const path = `/watch/${found.state.playbackId}${queryOf({ playbackId: address.playbackId, token: address.token })}`
  return html`<p class="plain"><a href="${path}" target="_blank" rel="noopener">Open the video</a></p>`
}

function removedPage(): HtmlResponse {
  const title = 'This video was removed'
  const text = 'Its publisher has removed it.'
  const action = html`<a class="button" href="/live">What is live now</a>`
  return {
    html: html`${siteHeader()}${noticePage({ title, text, action })}`,
    title: `${title} · Fairground`,
    language: 'en',
    status: 410,
    isIndexed: false,
  }
}

function dropPathsOf(ctx: Ctx, { found, address, locale }: VideoRequest) {
  return dropPaths(ctx, { path: `/watch/${found.state.playbackId}${queryOf(address)}`, locale })
}

/** The data of the page's script: `WatchPage` of `packages/audience`. */
function pageBlock(ctx: Ctx, request: VideoRequest): Html {
  const { found, address, isEmbedded, locale } = request
  const { publicUrl } = ctx.settings
  const { state } = found
  const embedUrl = `${publicUrl}/embed/video/${state.playbackId}`
  const value = {
    state,
    locale,
    token: address.token ?? null,
    ticket: address.ticket ?? null,
    viewToken: issueViewToken(ctx, state.playbackId, 'own').text,
    servedAtMs: ctx.now().getTime(),
    isEmbedded,
    options: {
      autoplay: address.autoplay ?? !isEmbedded,
      muted: address.muted ?? false,
      controls: address.controls ?? true,
      ofAge: address.ofAge ?? false,
      needsConsent: !found.isOwner,
      startSeconds: address.startSeconds ?? null,
      accentColor: address.accentColor ?? null,
    },
    drops: dropPathsOf(ctx, request),
    watchUrl: `${publicUrl}/watch/${state.playbackId}`,
    embedCode: playerFrame({ embedUrl, title: titleOf(state), width: 640, height: 360, isFluid: true }),
  }
  return dataBlock({ type: 'application/json', id: 'page', value })
}

function themeOf({ theme = 'auto' }: VideoAddress): Pick<HtmlResponse, 'theme'> {
  return theme === 'auto' ? {} : { theme }
}

function queryOf({ playbackId: _playbackId, ...rest }: VideoAddress): string {
  const given = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const query = new URLSearchParams(given)
  return query.size === 0 ? '' : `?${query}`
}
