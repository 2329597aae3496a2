import { html, type Html } from '#kit/values/html.ts'
import type { PageForm, Visitor } from '#kit/nouns/page.ts'
import { formHtml, type FormField } from '#platform/pages/formHtml.ts'
import { accessVideo } from '#products/livestream/playback/access.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'
import { priceText } from '#platform/pages/pageWords.ts'
import type { VideoAddress } from './videoPage.ts'

/** The form of a closed video for browsers without scripts. It submits the operation that scripts call. */
export const accessForm: PageForm<VideoAddress> = {
  submits: accessVideo,
  fields: ['password', 'ticket'],
  inputOf: ({ playbackId, token }, viewerId) => ({ playbackId, viewerId, ...(token === undefined ? {} : { token }) }),
  pathAfter(output, { playbackId, lang }) {
    const { token } = Object(output)
    return watchPath(playbackId, { token: typeof token === 'string' ? token : undefined, lang })
  },
}

/** Path of the page of a video, in the language that the visitor chose. */
function watchPath(playbackId: string, { token, lang }: Record<'token' | 'lang', string | undefined>): string {
  const query = new URLSearchParams()
  if (token !== undefined) query.set('token', token)
  if (lang !== undefined) query.set('lang', lang)
  return `/watch/${playbackId}${query.size === 0 ? '' : `?${query}`}`
}

type Words = { title: string; text: string; fields: readonly FormField[]; button: string }

const words: Record<NonNullable<PlaybackState['access']>['required'], Words | undefined> = {
  password: {
    title: 'This video has a password',
    text: 'The person who shared it with you knows the password.',
    fields: [{ name: 'password', label: 'Password', type: 'password', autocomplete: 'off', isRequired: true }],
    button: 'Open',
  },
  ticket: {
    title: 'This video needs a ticket',
    text: 'Type the code of your ticket, as in the mail that came with it.',
    fields: [{ name: 'ticket', label: 'Ticket code', type: 'text', autocomplete: 'off', isRequired: true }],
    button: 'Enter',
  },
  session: {
    title: 'This video is by invitation',
    text: 'Your link opens it on a limited number of devices at a time.',
    fields: [],
    button: 'Open on this device',
  },
  signature: undefined,
}

/** The form in the place of the player; undefined for an open video. */
export function accessFormHtml(video: PlaybackState, address: VideoAddress, visitor: Visitor): Html | undefined {
  if (video.access === null) return undefined
  const { required } = video.access
  const texts = words[required]
  if (texts === undefined) {
    return panel('This video is by invitation', html`<p>It opens with a personal link alone.</p>`)
  }
  const token = required === 'session' ? address.token : undefined
  const path = watchPath(video.playbackId, { token, lang: address.lang })
  const state = visitor.form()
  // A mailed link names the ticket, so its code is filled in.
  const values = address.ticket === undefined ? state.values : { ticket: address.ticket, ...state.values }
  const form = formHtml({ path, state: { ...state, values }, fields: texts.fields, button: texts.button })
  return panel(texts.title, html`<p>${texts.text}</p>${form}${offerHtml(video.access)}`)
}

/** The shop and the price of a ticket, for viewers without one. */
function offerHtml({ ticketUrl, ticketPrice }: PlaybackState['access'] & {}): Html | '' {
  const price = ticketPrice === null ? undefined : priceText(ticketPrice)
  if (ticketUrl === null) return price === undefined ? '' : html`<p>A ticket costs ${price}.</p>`
  const words = price === undefined ? 'Get a ticket' : `Get a ticket for ${price}`
  return html`<p><a href="${ticketUrl}" rel="noopener">${words}</a></p>`
}

function panel(title: string, content: Html): Html {
  return html`<div class="plain access"><h2>${title}</h2>${content}</div>`
}
