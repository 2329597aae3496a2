// Entry of every page: loads its island and shows times in the viewer's zone.

import { localiseMoments } from './moments.ts'

const islands: Record<string, () => Promise<unknown>> = {
  watch: () => import('./islands/watch.ts'),
  live: () => import('./islands/live.ts'),
  place: () => import('./islands/place.ts'),
  pay: () => import('./islands/pay.ts'),
}

localiseMoments(document)
void islands[document.documentElement.dataset['island'] ?? '']?.()
