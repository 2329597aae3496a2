import { post, Refusal } from '#audience/api.ts'
import { on, setText } from '#audience/dom.ts'
import type { DropCount, WatchPage } from '#audience/playback.ts'
import { refreshParts } from '#audience/refresh.ts'
import { clockOffsetMs } from '#audience/serverClock.ts'
import { clockText } from '#audience/time.ts'

const paintEveryMs = 250

/** State of a card: that of its drop by the clock, or `mine` for a viewer who claimed it. */
type CardState = DropCount['status'] | 'mine'

/**
 * Cards of live drops: counts down, shows the coupons that are left, and claims one at a tap. The server renders the
 * cards; a refreshed part is painted again from here.
 */
export class Drops {
  readonly #page: WatchPage
  readonly #offsetMs: number
  readonly #counts = new Map<string, DropCount>()
  readonly #mine = new Set<string>()
  /** Texts of refusals that a further tap may lift. */
  readonly #refusals = new Map<string, string>()
  /** Drops that were announced as open. */
  readonly #announced = new Set<string>()
  /** Drops whose claim is on its way. */
  readonly #taking = new Set<string>()

  constructor(page: WatchPage) {
    this.#page = page
    this.#offsetMs = clockOffsetMs(page)
    on(document, 'click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button[data-take]') : null
      const card = button?.closest<HTMLElement>('[data-drop]')
      if (card !== null && card !== undefined) void this.#claim(card)
    })
    window.setInterval(() => this.#paintAll(), paintEveryMs)
    this.#paintAll()
  }

  /** Takes the current numbers. A drop that begins or ends renders the cards again. */
  take(items: readonly DropCount[]): void {
    this.#counts.clear()
    for (const each of items) this.#counts.set(each.dropId, each)
    this.#paintAll()
    const shown = cards().map(({ dataset }) => dataset['drop'] ?? '')
    const isSame = shown.length === items.length && shown.every((dropId) => this.#counts.has(dropId))
    if (!isSame) refreshParts().catch(() => undefined)
  }

  async #claim(card: HTMLElement): Promise<void> {
    const drop = this.#countOf(card)
    const { dropId } = drop
    if (this.#taking.has(dropId)) return
    const isByKey = document.activeElement?.matches(':focus-visible') === true
    this.#taking.add(dropId)
    this.#refusals.delete(dropId)
    this.#paint(card)
    try {
      await post('/public/loyalty/wallet/claimDrop', { accountId: this.#page.drops.accountId, dropId })
      this.#mine.add(dropId)
      this.#say(this.#text('mine'))
    } catch (error) {
      this.#refuse(drop, error)
    }
    this.#taking.delete(dropId)
    this.#paintAll()
    // The button has gone with the focus in it.
    if (isByKey) document.querySelector<HTMLElement>(`[data-drop="${dropId}"] [data-wallet]`)?.focus()
  }

  #refuse(drop: DropCount, error: unknown): void {
    const { dropId, quantity } = drop
    const reason = error instanceof Refusal ? error.reason : ''
    if (reason === 'viewer_needed') return location.assign(this.#page.drops.signInPath)
    const status = reason === 'drop_full' ? 'full' : reason === 'drop_ended' ? 'ended' : undefined
    const text = this.#text(status ?? (/^(coupon|promotion)_/.test(reason) ? 'refused' : 'failed'), {
      quantity: this.#number(quantity),
    })
    // The next event has the new state too.
    if (status === undefined) this.#refusals.set(dropId, text)
    else this.#counts.set(dropId, { ...drop, status })
    this.#say(text)
  }

  #paintAll(): void {
    for (const each of cards()) this.#paint(each)
  }

  #paint(card: HTMLElement): void {
    const drop = this.#countOf(card)
    const { dropId, quantity, claimed } = drop
    const state = this.#stateOf(card, drop)
    const numbers = { quantity: this.#number(quantity), left: this.#number(Math.max(0, quantity - claimed)) }
    const isOver = state !== 'scheduled' && state !== 'open'
    card.dataset['state'] = state
    show(card, '[data-left]', isOver ? '' : this.#text(state === 'scheduled' ? 'quantity' : 'left', numbers))
    show(card, '[data-clock]', isOver ? '' : this.#clock(state, drop))
    show(card, '[data-result]', isOver ? this.#text(state, numbers) : (this.#refusals.get(dropId) ?? ''))
    const bar = card.querySelector('progress')
    if (bar !== null) bar.value = claimed
    this.#paintButtons(card, state)
    if (state === 'open' && !this.#announced.has(dropId)) this.#announce(card, dropId, numbers)
  }

  #clock(state: 'scheduled' | 'open', { opensAt, endsAt }: DropCount): string {
    const at = state === 'scheduled' ? opensAt : endsAt
    const time = clockText(Math.ceil((new Date(at).getTime() - this.#nowMs()) / 1000))
    return this.#text(state === 'scheduled' ? 'opens' : 'ends', { time })
  }

  /** A viewer may sign in before a drop opens; the button appears with its opening. */
  #paintButtons(card: HTMLElement, state: CardState): void {
    const take = card.querySelector<HTMLElement>('[data-take]')
    const wallet = card.querySelector<HTMLElement>('[data-wallet]')
    if (take !== null) take.hidden = state !== 'open' && !(state === 'scheduled' && take instanceof HTMLAnchorElement)
    if (take instanceof HTMLButtonElement) take.disabled = this.#taking.has(card.dataset['drop'] ?? '')
    if (wallet !== null) wallet.hidden = state !== 'mine'
  }

  #announce(card: HTMLElement, dropId: string, numbers: Record<string, string>): void {
    this.#announced.add(dropId)
    this.#say(this.#text('news', { name: card.querySelector('h2')?.textContent ?? '', ...numbers }))
  }

  /** Announces a text to screen readers, once. */
  #say(text: string): void {
    const news = document.querySelector('[data-news]')
    news?.setAttribute('lang', this.#page.drops.words['language'] ?? 'en')
    if (news !== null) setText(news, text)
  }

  /** The newest numbers of a card, at first those that the server rendered. */
  #countOf({ dataset }: HTMLElement): DropCount {
    const dropId = dataset['drop'] ?? ''
    const status = dataset['status']
    return (
      this.#counts.get(dropId) ?? {
        dropId,
        status: status === 'full' || status === 'ended' || status === 'open' ? status : 'scheduled',
        quantity: Number(dataset['quantity']),
        claimed: Number(dataset['claimed']),
        opensAt: dataset['opens'] ?? '',
        endsAt: dataset['ends'] ?? '',
      }
    )
  }

  #stateOf({ dataset }: HTMLElement, { dropId, status, opensAt, endsAt }: DropCount): CardState {
    if (this.#mine.has(dropId) || dataset['mine'] !== undefined) return 'mine'
    if (status === 'full' || status === 'ended') return status
    const now = this.#nowMs()
    if (new Date(endsAt).getTime() <= now) return 'ended'
    return new Date(opensAt).getTime() <= now ? 'open' : 'scheduled'
  }

  #nowMs(): number {
    return Date.now() + this.#offsetMs
  }

  #number(count: number): string {
    return new Intl.NumberFormat(this.#page.drops.words['language']).format(count)
  }

  #text(name: string, values: Readonly<Record<string, string>> = {}): string {
    const template = this.#page.drops.words[name] ?? ''
    return template.replaceAll(/\{(\w+)\}/g, (_, each: string) => values[each] ?? '')
  }
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-drop]')]
}

/** Shows a text in an element of a card; an empty one hides it. */
function show(card: HTMLElement, selector: string, text: string): void {
  const element = card.querySelector<HTMLElement>(selector)
  if (element === null) return
  setText(element, text)
  element.hidden = text === ''
}
