import { sendInBackground } from '#audience/api.ts'
import { refreshParts } from '#audience/refresh.ts'

// Script of the page of a place: its state and live streams follow the clock while the page is visible.

const everyMs = 60_000

const refresh = () => {
  if (document.visibilityState === 'visible') refreshParts().catch(() => undefined)
}

window.setInterval(refresh, everyMs)
document.addEventListener('visibilitychange', refresh)

const placeId = document.querySelector<HTMLElement>('#place')?.dataset['place']
if (placeId !== undefined) sendInBackground('/public/place/visit', { placeId })
