// What every page loads: which island the page is, and moments in the zone of whoever looks.

import { localiseMoments } from './moments.ts'

const islands: Record<string, () => Promise<unknown>> = {
  watch: () => import('./islands/watch.ts'),
  live: () => import('./islands/live.ts'),
}

localiseMoments(document)
void islands[document.documentElement.dataset['island'] ?? '']?.()
