import { el } from '#audience/dom.ts'
import { icon } from '#audience/icons.ts'
import { keepInTab, recallInTab } from '#audience/memory.ts'
import type { Playback, WatchPage } from '#audience/playback.ts'
import { wordButton, type Panel } from './scene.ts'

type Options = Pick<WatchPage['options'], 'ofAge' | 'needsConsent'>
type Rated = Pick<Playback, 'playbackId' | 'maturityRating' | 'contentWarnings'>

/** The viewer's consent to videos that are not for everyone. It holds for the tab. */
export type Consent = {
  /** The reason for a panel before playback; undefined when there is none, or the viewer has consented. */
  reason(state: Rated): Reason | undefined
  /** Keeps the consent to the video as it is rated now; the age holds for all videos. */
  give(state: Rated): void
}

type Reason = 'adult' | 'mature' | 'warnings'

/**
 * Opens the consent of this tab. `ofAge`: the address says that the viewer has confirmed the age. `needsConsent`: not
 * for the owner, whose control room shows the stream as it is.
 */
export function openConsent({ ofAge: isOfAge, needsConsent }: Options): Consent {
  let isAdult = isOfAge || recallInTab('ofAge') !== undefined
  let warned: string | undefined
  if (isOfAge) keepInTab('ofAge', 'yes')
  return {
    reason(state) {
      const { maturityRating, contentWarnings } = state
      if (!needsConsent) return undefined
      if (maturityRating === 'adult' && !isAdult) return 'adult'
      const known = warned ?? recallInTab(`warned.${state.playbackId}`)
      if (known === ratedAs(state)) return undefined
      if (maturityRating === 'mature') return 'mature'
      return contentWarnings.length > 0 ? 'warnings' : undefined
    },
    give(state) {
      warned = ratedAs(state)
      keepInTab(`warned.${state.playbackId}`, warned)
      if (state.maturityRating !== 'adult') return
      isAdult = true
      keepInTab('ofAge', 'yes')
    },
  }
}

function ratedAs({ maturityRating, contentWarnings }: Rated): string {
  return JSON.stringify([maturityRating, ...contentWarnings])
}

const words: Record<Reason, { title: string; text: string; button: string }> = {
  adult: {
    title: 'For adults only',
    text: 'Confirm that you are 18 or older to watch it.',
    button: 'I am 18 or older',
  },
  mature: { title: 'For mature audiences', text: 'This video may not suit everyone.', button: 'Watch' },
  warnings: { title: 'Before you watch', text: '', button: 'Watch' },
}

/** A panel with the rating and the warnings of a video, and the button that plays it. */
export function consentPanel(reason: Reason, state: Rated & Pick<Playback, 'language'>, act: Act): Panel {
  const { title, text, button } = words[reason]
  const { contentWarnings, language } = state
  const list = el('ul', { class: 'warnings', lang: language }, ...contentWarnings.map((each) => el('li', {}, each)))
  const leave = el('a', { class: 'button quiet', href: '/live' }, 'Leave')
  const content = el(
    'div',
    { class: 'panel', role: 'group', 'aria-label': title },
    icon('warning'),
    el('p', { class: 'panel-title' }, title),
    text === '' ? undefined : el('p', {}, text),
    contentWarnings.length === 0 ? undefined : el('p', {}, 'It contains:'),
    contentWarnings.length === 0 ? undefined : list,
    el('div', { class: 'choices' }, wordButton(button, act.onConsent), act.mayLeave ? leave : undefined),
  )
  return { kind: 'gate', content }
}

/** `mayLeave`: the page offers another one; a frame has none. */
type Act = { onConsent(): void; mayLeave: boolean }
