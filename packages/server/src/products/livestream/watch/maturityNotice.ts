import { html, type Html } from '#kit/values/html.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'

type Rated = Pick<PlaybackState, 'maturityRating' | 'contentWarnings'>

/** Names of ratings in lists and beside titles; undefined for everyone. */
export const ratingNames: Record<PlaybackState['maturityRating'], string | undefined> = {
  everyone: undefined,
  teen: 'Teen',
  mature: 'Mature',
  adult: 'Adults only',
}

/** Whether the page requires a confirmation of the age before it shows the player. */
export function needsAge({ maturityRating }: Pick<Rated, 'maturityRating'>): boolean {
  return maturityRating === 'adult'
}

/** The notice in the place of an adult video, for browsers without scripts. `path`: the page with the confirmation. */
export function ageNoticeHtml(rated: Rated, path: string): Html {
  return html`<div class="plain access">
    <h2>For adults only</h2>
    <p>Confirm that you are 18 or older to watch it.</p>
    ${warningsHtml(rated)}
    <p class="actions">
      <a class="button" href="${path}" rel="nofollow">I am 18 or older</a>
      <a class="button quiet" href="/live">Leave</a>
    </p>
  </div>`
}

/** The notice above a video without scripts, which begins at the viewer's own request; empty without a reason. */
export function warningNoticeHtml(rated: Rated): Html | '' {
  const { maturityRating, contentWarnings } = rated
  if (maturityRating !== 'mature' && contentWarnings.length === 0) return ''
  const sentence = maturityRating === 'mature' ? html`<p>This video is for mature audiences.</p>` : ''
  return html`<div class="plain caution">${sentence}${warningsHtml(rated)}</div>`
}

function warningsHtml({ contentWarnings }: Rated): Html | '' {
  if (contentWarnings.length === 0) return ''
  return html`<p>It contains:</p>
    <ul>
      ${contentWarnings.map((each) => html`<li>${each}</li>`)}
    </ul>`
}
