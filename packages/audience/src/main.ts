// What every page loads: which island the page is, and moments in the zone of whoever looks.

import { localiseMoments } from './moments.ts'

const islands: Record<string, () => Promise<unknown>> = {
  watch: () => import('#audience/islands/watch.ts'),
  live: () => import('#audience/islands/live.ts'),
}

localiseMoments(document)
void islands[document.documentElement.dataset['island'] ?? '']?.()
