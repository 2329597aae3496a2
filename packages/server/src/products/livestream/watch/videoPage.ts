import type { Ctx } from '#kit/call/context.ts'
import { flag, hexColor, idOf, languageTag, line, oneOf, real } from '#kit/values/fields.ts'
import { dataBlock, html, type Html } from '#kit/values/html.ts'
import { page, type HtmlAnswer, type PageAnswer, type Visitor } from '#kit/nouns/page.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { noticePage } from '#platform/pages/notice.ts'
import { playbackIdOf, playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import type { PlaybackPage } from '#products/livestream/playback/playbackRead.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { playerFrame } from '#products/livestream/stream/embedCode.ts'
import { readVideoPage } from './watchData.ts'
import { accessForm, accessFormHtml } from './accessFormHtml.ts'
import { siteHeader } from './pageLayout.ts'
import { videoHead } from './videoHead.ts'
import { aboutHtml, chaptersHtml, playerHtml, wordOf } from './videoParts.ts'

/** The input of the pages of a video. */
export const videoInput = closed({
  playbackId: idOf(playbackPrefix, { description: 'The video.' }),
  token: Type.Optional(line(2000, { description: 'A viewer token, for a closed video.' })),
  ticket: Type.Optional(line(200, { description: 'The code of a ticket, as in links that come by mail.' })),
  lang: Type.Optional(
    languageTag({ description: 'Language of title and text; as the browser prefers when left out.' }),
  ),
  startSeconds: Type.Optional(real(0, 604_800, { description: 'Where a recorded video begins.' })),
  autoplay: Type.Optional(flag({ description: 'Whether it begins by itself.' })),
  muted: Type.Optional(flag({ description: 'Whether it begins without audio.' })),
  controls: Type.Optional(flag({ description: 'Whether it shows controls.' })),
  theme: Type.Optional(oneOf(['auto', 'dark', 'light'], { description: 'auto: as the visitor’s system.' })),
  accentColor: Type.Optional(hexColor({ description: 'Colour of what is active.' })),
})
/** What may stand in the address of a video's page. */
export type VideoAddress = Static<typeof videoInput>

/** Pages of one video: its page, its player alone, and a clip by the id of its record. */
export const pages = [
  page('livestream.watch', {
    route: 'GET /watch/{playbackId}',
    title: 'Watch',
    description: 'A stream or a recorded video at one address, before, while and after it is live.',
    input: videoInput,
    form: accessForm,
    answer: (ctx, asked, visitor) => answerVideo(ctx, { asked, visitor, isEmbedded: false }),
  }),
  page('livestream.embed', {
    route: 'GET /embed/video/{playbackId}',
    title: 'Player',
    description: 'The player alone, for frames on other pages. The id of a channel means what is live there.',
    input: videoInput,
    answer: (ctx, asked, visitor) => answerVideo(ctx, { asked, visitor, isEmbedded: true }),
  }),
  page('livestream.clip', {
    route: 'GET /clip/{staticId}',
    title: 'Clip',
    description: 'Leads to the page of a clip, or of any recorded video.',
    input: closed({ staticId: idOf(staticVideo.prefix, { description: 'The clip.' }) }),
    answer: async (_ctx, { staticId }) => ({ redirect: `/watch/${playbackIdOf(staticId)}` }),
  }),
]

type Opened = { asked: VideoAddress; visitor: Visitor; isEmbedded: boolean }

async function answerVideo(ctx: Ctx, opened: Opened): Promise<PageAnswer> {
  const { asked, isEmbedded } = opened
  const locale = asked.lang ?? opened.visitor.languages[0]
  const found = await readVideoPage(ctx, { playbackId: asked.playbackId, token: asked.token, locale })
  if ('movedTo' in found)
    return { redirect: `${isEmbedded ? '/embed/video' : '/watch'}/${found.movedTo}${queryOf(asked)}` }
  return videoAnswer(ctx, { ...opened, found, locale: locale ?? found.state.language })
}

type Shown = Opened & { found: PlaybackPage; locale: string }

/** The page of a video, or its player alone, for what is known of the video. */
export function videoAnswer(ctx: Ctx, shown: Shown): HtmlAnswer {
  return shown.isEmbedded ? embedPage(ctx, shown) : watchPage(ctx, shown)
}

function watchPage(ctx: Ctx, shown: Shown): HtmlAnswer {
  const { found } = shown
  const { state } = found
  if (state.status === 'removed') return removedPage()
  const chapters = chaptersHtml(state)
  return {
    html: html`${siteHeader()}
      <main class="watch${chapters === undefined ? '' : ' with-side'}">
        <div class="stage">${playerHtml(state, accessFormHtml(state, shown.asked, shown.visitor))}</div>
        <div class="about">${aboutHtml(state)}</div>
        ${chapters === undefined ? '' : html`<aside class="side" data-part="chapters">${chapters}</aside>`}
      </main>
      ${pageBlock(ctx, shown)}`,
    title: `${wordOf(state)} · Fairground`,
    language: 'en',
    head: videoHead(ctx, state),
    island: 'watch',
    isIndexed: found.isListed,
    ...themeOf(shown.asked),
  }
}

function embedPage(ctx: Ctx, shown: Shown): HtmlAnswer {
  const { found } = shown
  return {
    html: html`<main class="embed">${playerHtml(found.state, watchLink(found.state))}</main>${pageBlock(ctx, shown)}`,
    title: wordOf(found.state),
    language: 'en',
    head: html`<link rel="canonical" href="${ctx.settings.publicUrl}/watch/${found.state.playbackId}">`,
    island: 'watch',
    look: 'framed',
    isIndexed: false,
    frameAncestors: found.frameAncestors,
    ...themeOf(shown.asked),
  }
}

/** Without scripts a closed video opens on its page: browsers send no cookies of ours from frames on other sites. */
function watchLink({ access, playbackId }: PlaybackPage['state']): Html | undefined {
  if (access === null) return undefined
  return html`<p class="plain"><a href="/watch/${playbackId}" target="_blank" rel="noopener">Open the video</a></p>`
}

function removedPage(): HtmlAnswer {
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

/** What the script needs to know, in the form that it declares. */
function pageBlock(ctx: Ctx, { found, asked, isEmbedded, locale }: Shown): Html {
  const { publicUrl } = ctx.settings
  const { state } = found
  const embedUrl = `${publicUrl}/embed/video/${state.playbackId}`
  const value = {
    state,
    locale,
    token: asked.token ?? null,
    ticket: asked.ticket ?? null,
    servedAtMs: ctx.now().getTime(),
    isEmbedded,
    options: {
      autoplay: asked.autoplay ?? !isEmbedded,
      muted: asked.muted ?? false,
      controls: asked.controls ?? true,
      startSeconds: asked.startSeconds ?? null,
      accentColor: asked.accentColor ?? null,
    },
    watchUrl: `${publicUrl}/watch/${state.playbackId}`,
    embedCode: playerFrame({ embedUrl, title: wordOf(state), width: 640, height: 360, isFluid: true }),
  }
  return dataBlock({ type: 'application/json', id: 'page', value })
}

function themeOf({ theme = 'auto' }: VideoAddress): Pick<HtmlAnswer, 'theme'> {
  return theme === 'auto' ? {} : { theme }
}

function queryOf({ playbackId: _playbackId, ...rest }: VideoAddress): string {
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? '' : `?${query}`
}
