import { post, Refusal } from '#audience/api.ts'
import { digitsOf } from '#audience/currencyDigits.ts'
import { el, on } from '#audience/dom.ts'
import { icon } from '#audience/icons.ts'
import { viewerId } from '#audience/memory.ts'
import type { Playback } from '#audience/playback.ts'
import { wordButton, type Panel } from '#audience/player/scene.ts'
import { zonedMomentText } from '#audience/time.ts'

/** A proof that opens a closed video: a typed password, a ticket code, or the token of a signed address. */
export type Proof = { password: string } | { ticket: string } | { token: string }

/** Requests access to a video. Resolves to a token, or null when none is needed. Throws Refusal. */
export async function openWith(playbackId: string, proof: Proof): Promise<string | null> {
  const input = 'password' in proof ? proof : { ...proof, viewerId: viewerId() }
  const { token } = await post('/public/video/access', { playbackId, ...input })
  return typeof token === 'string' ? token : null
}

type Form = { title: string; text: string; field: string; type: string; send: string; proof(text: string): Proof }

const forms: Record<'password' | 'ticket', Form> = {
  password: {
    title: 'This video has a password',
    text: 'The person who shared it with you knows the password.',
    field: 'Password',
    type: 'password',
    send: 'Open',
    proof: (password) => ({ password }),
  },
  ticket: {
    title: 'This video needs a ticket',
    text: 'Type the code of your ticket, or open the link that came with it by mail.',
    field: 'Ticket code',
    type: 'text',
    send: 'Enter',
    proof: (ticket) => ({ ticket }),
  },
}

/** Input of a panel: `token` came with the address, `onOpen` receives the token that opens the video. */
export type Visitor = { token: string | null; onOpen(token: string | null): void }

/** A panel with the form for password or ticket. */
export function gatePanel(state: Playback, { token, onOpen }: Visitor): Panel {
  const required = state.access?.required ?? 'signature'
  if (required === 'session' && token !== null) return sessionPanel(() => openWith(state.playbackId, { token }), onOpen)
  if (required === 'signature' || required === 'session') return signaturePanel()
  const form = forms[required]
  const input = el('input', {
    type: form.type,
    required: true,
    maxlength: 200,
    autocomplete: 'off',
    autocapitalize: 'off',
  })
  const complaint = el('p', { class: 'complaint', role: 'alert', hidden: true })
  const button = el('button', { class: 'button' }, form.send)
  const fields = el('form', {}, el('label', { class: 'field' }, form.field, input), complaint, button)
  on(fields, 'submit', (event) => {
    event.preventDefault()
    button.disabled = true
    complaint.hidden = true
    openWith(state.playbackId, form.proof(input.value.trim()))
      .then(onOpen)
      .catch((error: unknown) => {
        complain(error)
        input.select()
      })
      .finally(() => (button.disabled = false))
  })
  const head = [icon('lock'), el('p', { class: 'panel-title' }, form.title), el('p', {}, form.text)]
  return { kind: 'gate', content: el('div', { class: 'panel' }, ...head, fields, saleOf(state.access)) }
}

/** The shop and the price of a ticket; undefined without both. */
function saleOf(access: Playback['access']): HTMLElement | undefined {
  const { ticketUrl = null, ticketPrice = null } = access ?? {}
  const price = ticketPrice === null ? undefined : priceText(ticketPrice)
  if (ticketUrl === null) return price === undefined ? undefined : el('p', {}, `A ticket costs ${price}.`)
  const words = price === undefined ? 'Get a ticket' : `Get a ticket for ${price}`
  return el('p', {}, el('a', { href: ticketUrl, rel: 'noopener' }, words))
}

/** A price in the viewer's locale. */
export function priceText({ amount, currency }: { amount: number; currency: string }): string {
  const digits = digitsOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const form = new Intl.NumberFormat(undefined, { style: 'currency', currency, ...options })
  return form.format(amount / 10 ** digits)
}

/** Shows the reason of a refusal in the panel, if it is visible. */
export function complain(error: unknown): void {
  const complaint = document.querySelector<HTMLElement>('.scene .complaint')
  if (complaint === null) return
  complaint.textContent = error instanceof Refusal ? refusalText(error) : 'That did not work. Please try again.'
  complaint.hidden = false
}

function refusalText({ message, details }: Refusal): string {
  const { opensAt } = details
  return typeof opensAt === 'string' ? `${message} They open on ${zonedMomentText(opensAt)}.` : message
}

function signaturePanel(): Panel {
  return invitationPanel(
    'It opens with a personal link alone, and that link may have expired. Your invitation can be sent again.',
  )
}

/** A panel for a link with a number of devices. It tries the link at once, and again at the viewer's request. */
function sessionPanel(tryLink: () => Promise<string | null>, onOpen: Visitor['onOpen']): Panel {
  const complaint = el('p', { class: 'complaint', role: 'alert', hidden: true })
  const button = wordButton('Try again', () => attempt())
  const attempt = () => {
    button.hidden = true
    complaint.hidden = true
    tryLink()
      .then(onOpen)
      .catch((error: unknown) => {
        complain(error)
        button.hidden = false
      })
  }
  attempt()
  return invitationPanel('Your link opens it on a limited number of devices at a time.', complaint, button)
}

function invitationPanel(text: string, ...more: HTMLElement[]): Panel {
  const title = el('p', { class: 'panel-title' }, 'This video is by invitation')
  return { kind: 'gate', content: el('div', { class: 'panel' }, icon('lock'), title, el('p', {}, text), ...more) }
}
