import type { Recipe } from '#test/conformance/recipe.ts'
import { giveMedia } from '#test/video/givenMedia.ts'

/** Tickets come with their event; media come from an encoder or an import. */
export const recipe: Recipe = {
  happen: {
    'livestream.ticket': async (scene, _stage, count) => {
      for (let made = 0; made < count; made++) await scene.make('livestream.ticketingEvent')
    },
  },
  give: { 'livestream.static media': giveMedia, 'livestream.stream media': giveMedia },
  // keyedCommands.test.ts: they need an encoder.
  testedApart: { 'livestream.stream.update': ['goLive', 'end'] },
  computedSorts: {
    'livestream.channel viewers': null,
    'livestream.stream scheduledAt': 'scheduleKey',
    'livestream.stream viewers': null,
  },
}
