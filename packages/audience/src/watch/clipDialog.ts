import { post, Refusal } from '#audience/api.ts'
import { openDialog } from '#audience/dialog.ts'
import { el, on } from '#audience/dom.ts'
import type { Deck } from '#audience/player/deck.ts'
import { keep, recall, viewerId } from '#audience/memory.ts'
import { spokenTime } from '#audience/time.ts'
import { clipLengths, lengthDefaultSeconds } from './clipLengths.ts'
import { copyField } from './share.ts'

/** Parts of the clip dialog. */
export type ClipParts = { deck: Deck; playbackId: string; token(): string | null; title(): string | null }

const titleLengthMax = 140
const nameLengthMax = 40

/** Whether the current position can be clipped: it needs a programme time, and enough video before it. */
export function canClip(deck: Deck): boolean {
  return deck.engine()?.programTime() !== undefined && clipLengths(availableSeconds(deck)).length > 0
}

/** Seconds of video before the current position, from the start of the window on. */
function availableSeconds(deck: Deck): number {
  return deck.video.currentTime - deck.range().start
}

/** Opens the dialog for a clip of the last seconds before it was opened. */
export function openClip(parts: ClipParts): void {
  const end = parts.deck.engine()?.programTime()
  if (end === undefined) return
  const lengths = clipLengths(availableSeconds(parts.deck))
  const radios = lengths.map((seconds) => {
    const isChosen = seconds === Math.min(lengthDefaultSeconds, lengths.at(-1) ?? lengthDefaultSeconds)
    const input = el('input', { type: 'radio', name: 'seconds', value: seconds, checked: isChosen })
    return el('label', {}, input, el('span', {}, spokenTime(seconds)))
  })
  const title = el('input', {
    name: 'title',
    maxlength: titleLengthMax,
    value: parts.title()?.slice(0, titleLengthMax),
  })
  const name = el('input', {
    name: 'authorName',
    maxlength: nameLengthMax,
    autocomplete: 'nickname',
    value: recall(nameKey),
  })
  const complaint = el('p', { class: 'complaint', role: 'alert', hidden: true })
  const button = el('button', { class: 'button' }, 'Make the clip')
  const form = el(
    'form',
    { class: 'clip' },
    el('fieldset', { class: 'lengths' }, el('legend', {}, 'The last'), ...radios),
    el('label', { class: 'field' }, 'Title', title),
    el('label', { class: 'field' }, 'Your name (optional)', name),
    complaint,
    button,
  )
  const dialog = openDialog('Make a clip', form)
  on(form, 'submit', (event) => {
    event.preventDefault()
    button.disabled = true
    complaint.hidden = true
    const seconds = Number(new FormData(form).get('seconds') ?? lengthDefaultSeconds)
    keep(nameKey, name.value.trim() || null)
    make(parts, { end, seconds, title: title.value.trim(), name: name.value.trim() })
      .then((made) => form.replaceWith(madeElement(made)))
      .catch((error: unknown) => {
        complaint.textContent = error instanceof Refusal ? error.message : 'That did not work. Please try again.'
        complaint.hidden = false
        button.disabled = false
      })
  })
  // In full screen the dialog lies above the video, which continues.
  dialog.querySelector<HTMLInputElement>('input:checked')?.focus()
}

/** Name under which the browser keeps the viewer's name. */
const nameKey = 'clip.name'

type ClipDraft = { end: Date; seconds: number; title: string; name: string }

async function make(parts: ClipParts, { end, seconds, title, name }: ClipDraft): Promise<string> {
  const { clipUrl } = await post('/public/video/clip', {
    playbackId: parts.playbackId,
    token: parts.token() ?? undefined,
    startTime: new Date(end.getTime() - seconds * 1000).toISOString(),
    endTime: end.toISOString(),
    title: title === '' ? undefined : title,
    viewerId: viewerId(),
    authorName: name === '' ? undefined : name,
  })
  return String(clipUrl)
}

function madeElement(url: string): HTMLElement {
  return el(
    'div',
    { class: 'clip', role: 'status' },
    el('p', {}, 'Your clip is ready. It stays, also when the stream is over.'),
    el('p', {}, 'Share its link: the channel shows it once its publisher features it.'),
    copyField('Link', new URL(url, location.href).href),
    el('p', {}, el('a', { class: 'button', href: url, target: '_blank', rel: 'noopener' }, 'Open it')),
  )
}
