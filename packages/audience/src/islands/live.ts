import { refreshParts } from '#audience/refresh.ts'

// Script of pages that list live streams: refreshes their parts while the page is visible.

const everyMs = 10_000

window.setInterval(() => {
  if (document.visibilityState === 'visible') refreshParts().catch(() => undefined)
}, everyMs)
