import { uuidv7 } from '#kit/values/ids.ts'
import { writeVtt } from '#products/livestream/details/vtt.ts'
import { storeTexts } from '#products/livestream/details/captions.ts'
import { details } from '#products/livestream/details/details.ts'
import { finishRecording } from '#products/livestream/static/staticMedia.ts'
import type { Filling } from './demo.ts'
import { readLoop } from './demoLoop.ts'
import { addRecording, recordLoop, type LoopRecording } from './loopRecording.ts'
import {
  captionLines,
  categories,
  channels,
  chapterTitles,
  languages,
  pierStream,
  videos,
  type DemoVideo,
  type Language,
} from './videoData.ts'

const dayMs = 86_400_000
const loopSeconds = 20
const captionSeconds = 4.5
/** Chapters of a video, each one round of the loop. A video without chapters is a single round. */
const chapterCount = chapterTitles.en.length

/** Creates categories, channels, recorded videos with details in two languages, and a stream. */
export async function fillLivestream(filling: Filling): Promise<void> {
  const { make } = filling
  const categoryIds = new Map<string, string>()
  for (const { name, color, subCategories } of categories) {
    const categoryId = await make('livestream.category.create', `category:${name}`, { name, color })
    categoryIds.set(name, categoryId)
    for (const each of subCategories) {
      await make('livestream.subCategory.create', `subCategory:${each}`, { categoryId, name: each })
    }
  }
  const channelIds: string[] = []
  for (const { category, ...channel } of channels) {
    const input = { ...channel, categoryId: categoryIds.get(category) }
    channelIds.push(await make('livestream.channel.create', `channel:${channel.name}`, input))
  }
  await makeVideos(filling, channelIds)
  await makeStream(filling, channelIds[0])
}

/** Creates videos as drafts and adds the loop as media; those that are no drafts are then published or scheduled. */
async function makeVideos(filling: Filling, channelIds: readonly string[]): Promise<void> {
  const { make, call, now } = filling
  const loop = await readLoop()
  const startsAtMs = now().getTime() - dayMs
  const long = recordLoop(loop, { rounds: chapterCount, startsAtMs })
  const short = recordLoop(loop, { rounds: 1, startsAtMs })
  for (const [at, video] of videos.entries()) {
    const channelId = channelIds[video.channel]
    const staticId = await make('livestream.static.create', `video:${at}`, { channelId, ...videoInput(video, now()) })
    if (video.isDraft === true) continue
    const { title, german } = video
    await addVideoMedia(filling, staticId, german === undefined ? short : long)
    // Publishing and scheduling need media.
    await call('livestream.static.create', { staticId, allowDownload: german !== undefined })
    if (german !== undefined) await finishVideo(filling, staticId, { en: title, de: german })
  }
}

async function addVideoMedia({ ctx, files, now }: Filling, staticId: string, recording: LoopRecording): Promise<void> {
  await addRecording(ctx, files, { staticId, assetUuid: uuidv7(now().getTime()), recording })
}

/** Adds chapters and captions in two languages. A task adds a media file and, with ffmpeg, poster and storyboard. */
async function finishVideo(filling: Filling, staticId: string, titles: Record<Language, string>): Promise<void> {
  const { ctx, make, now } = filling
  await ctx.atomic(async (inner) => inner.later(finishRecording, { staticId, attempt: 1 }, now()))
  for (const locale of languages) {
    const chapters = chapterTitles[locale].map((title, at) => ({ startSeconds: at * loopSeconds, title }))
    const sheet = { targetType: 'static', targetId: staticId, locale, title: titles[locale], chapters }
    const reference = `details:${staticId}:${locale}`
    const detailsId = await make('livestream.details.create', reference, { ...sheet, licence: 'CC-BY-4.0' })
    await addCaptions(filling, detailsId)
  }
}

function videoInput({ title, category, subCategory, tags, daysAhead }: DemoVideo, now: Date) {
  const day = new Date(now.getTime() + (daysAhead ?? 0) * dayMs).toISOString().slice(0, 10)
  return {
    title,
    category,
    subCategory,
    tags,
    description: `${title}. Recorded at the Harbour Lights Festival.`,
    ...(daysAhead === undefined ? {} : { scheduleDate: day, scheduleTime: '19:30:00', timezone: 'Europe/Berlin' }),
  }
}

/** Adds captions in both languages, written directly: fetching them from an address needs a network. */
async function addCaptions({ ctx }: Filling, detailsId: string): Promise<void> {
  const captions = languages.map((language) => ({
    language,
    label: language === 'de' ? 'Deutsch' : 'English',
    kind: 'captions' as const,
    url: `https://media.harbour-lights.example/captions/${language}.vtt`,
  }))
  await ctx.atomic(async (inner) => {
    await inner.store.update(details, detailsId, { patch: { captions }, isSilent: true })
    await storeTexts(inner, detailsId, { captions, texts: languages.map(captionText) })
  })
}

function captionText(language: Language): string {
  const cues = Array.from({ length: chapterCount }, (_, round) =>
    captionLines[language].map(([second, text]) => {
      const startMs = (round * loopSeconds + second) * 1000
      return { startMs, endMs: startMs + captionSeconds * 1000, settings: '', text: [text] }
    }),
  )
  return writeVtt(cues.flat())
}

/** Creates the stream without recording and with a window of two minutes, since it is live as long as the server. */
async function makeStream({ make }: Filling, channelId: string | undefined): Promise<void> {
  const { reference, german, ...draft } = pierStream
  const streamId = await make('livestream.stream.create', reference, {
    ...draft,
    channelId,
    latencyMode: 'low',
    record: false,
    isRewardsEnabled: true,
    dvrWindowSeconds: 120,
    maxDurationSeconds: 7 * 86_400,
  })
  const sheet = { targetType: 'stream', targetId: streamId, locale: 'de', ...german }
  await make('livestream.details.create', `details:${reference}:de`, sheet)
}
