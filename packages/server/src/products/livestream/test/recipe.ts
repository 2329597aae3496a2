import type { Recipe } from '#test/conformance/recipe.ts'
import { addMedia, startSession } from '#test/video/addedMedia.ts'
import { addAuthor } from '#test/video/viewerClips.ts'

/** Tickets, which follow from their event, and media, which an encoder or an import creates. */
export const recipe: Recipe = {
  happen: {
    'livestream.ticket': async (scene, _stage, count) => {
      for (let made = 0; made < count; made++) await scene.make('livestream.ticketingEvent')
    },
  },
  give: {
    'livestream.static author': addAuthor,
    'livestream.static media': addMedia,
    'livestream.stream media': addMedia,
    'livestream.stream live': startSession,
  },
  // Fields tested with an encoder in keyedCommands.test.ts.
  testedApart: { 'livestream.stream.update': ['goLive', 'end'] },
  computedSorts: {
    'livestream.channel viewers': null,
    'livestream.stream scheduledAt': 'scheduleKey',
    'livestream.stream viewers': null,
  },
}
