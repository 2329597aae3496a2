import type { Filling } from './demo.ts'
import { categories, channels, videos, type DemoVideo } from './videoData.ts'

const dayMs = 86_400_000
const media = 'https://media.harbour-lights.example'

/** Categories, channels, recorded videos and what is written about them in two languages. */
export async function fillLivestream({ make, now }: Filling): Promise<void> {
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
  for (const [at, video] of videos.entries()) {
    const channelId = channelIds[video.channel]
    const staticId = await make('livestream.static.create', `video:${at}`, { channelId, ...videoInput(video, now()) })
    await describe(make, staticId, video)
  }
}

function videoInput({ title, category, subCategory, tags, daysAhead, isDraft }: DemoVideo, now: Date) {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const day = new Date(now.getTime() + (daysAhead ?? 0) * dayMs).toISOString().slice(0, 10)
  return {
    ...{ title, category, subCategory, tags, description: `${title}. Recorded at the Harbour Lights Festival.` },
    coverPhotoUrl: `${media}/covers/${slug}.jpg`,
    importMode: 'link',
    ...(isDraft ? {} : { videoUrl: `${media}/videos/${slug}.mp4` }),
    ...(daysAhead === undefined ? {} : { scheduleDate: day, scheduleTime: '19:30:00', timezone: 'Europe/Berlin' }),
  }
}

async function describe(make: Filling['make'], targetId: string, video: DemoVideo): Promise<void> {
  const texts =
    video.german === undefined
      ? []
      : [
          { locale: 'en', title: video.title, parts: ['Opening', 'First part', 'Encore'] },
          { locale: 'de', title: video.german, parts: ['Auftakt', 'Erster Teil', 'Zugabe'] },
        ]
  for (const { locale, title, parts } of texts) {
    const chapters = parts.map((part, at) => ({ startSeconds: at * 420, title: part }))
    const input = { targetType: 'static', targetId, locale, title, chapters, licence: 'CC-BY-4.0' }
    await make('livestream.details.create', `details:${targetId}:${locale}`, input)
  }
}
