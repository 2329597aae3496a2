import { refreshParts } from '#audience/refresh.ts'

// Pages that list what is live: they stay true while they are open and looked at.

const everyMs = 10_000

window.setInterval(() => {
  if (document.visibilityState === 'visible') refreshParts().catch(() => undefined)
}, everyMs)
