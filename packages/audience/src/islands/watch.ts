import { on, setText } from '#audience/dom.ts'
import { keep, recall } from '#audience/memory.ts'
import { readBlock, type Playback, type WatchPage } from '#audience/playback.ts'
import { toolButton } from '#audience/player/controls.ts'
import type { Deck } from '#audience/player/deck.ts'
import { Player } from '#audience/player/player.ts'
import { refreshParts } from '#audience/refresh.ts'
import { canClip, openClip } from '#audience/watch/clipDialog.ts'
import { follow } from '#audience/watch/follow.ts'
import { complain, gatePanel, openWith } from '#audience/watch/accessForm.ts'
import { markMoments } from '#audience/watch/currentMoment.ts'
import { Drops } from '#audience/watch/drops.ts'
import { openShare } from '#audience/watch/share.ts'

// Script of a video's page and of the embedded player.

const page = readBlock<WatchPage>('page')
const { playbackId } = page.state
const tokenName = `token.${playbackId}`
let state = page.state
let token = page.token ?? recall(tokenName) ?? null
const drops = page.isEmbedded ? undefined : new Drops(page)
let unfollow = () => {}

const root = document.getElementById('player')
if (root !== null) start(root)

function start(root: HTMLElement): void {
  const { accentColor } = page.options
  if (accentColor !== null) document.documentElement.style.setProperty('--player-accent', accentColor)
  const player = new Player({
    page,
    root,
    token: () => token,
    gate: (gated) => gatePanel(gated, { token, onOpen: (opened) => open(opened) }),
    extra: (deck) => [clipButton(deck)],
  })
  const open = (opened: string | null) => {
    token = opened
    keep(tokenName, opened)
    connect()
  }
  const connect = () => {
    unfollow()
    unfollow = follow(
      { playbackId, token, locale: page.locale },
      {
        onState: (next) => take(player, next),
        onViewers: showViewers,
        onPayLinks: showPaid,
        onDrops: (items) => drops?.take(items),
        onRevoked(reason) {
          keep(tokenName, null)
          if (page.state.access?.required !== 'session' || token === page.token) return player.revoke(reason)
          // The session of this device has ended: the token of the address may open another.
          token = page.token
          connect()
        },
      },
    )
  }
  connect()
  listenForPageButtons(player)
  listenForMoments(player.deck)
  markMoments(player.deck, () => state)
  if (page.options.ofAge) forgetAge()
  if (page.ticket !== null) useMagicLink(page.ticket, open)
}

/** Drops a token that no longer opens the video: the access form appears again. */
function take(player: Player, next: Playback): void {
  if (next.access !== null && token !== null) keep(tokenName, null)
  const hasNewWords = wordsOf(next) !== wordsOf(state)
  state = next
  player.show(next)
  showStatus()
  if (hasNewWords && !page.isEmbedded) refreshParts().catch(() => undefined)
}

function wordsOf({ title, description, channel, chapters, status, startedAt, ...details }: Playback): string {
  const { maturityRating, detailsVersion } = details
  return JSON.stringify([title, description, channel, chapters, status, startedAt, maturityRating, detailsVersion])
}

function showStatus(): void {
  if (state.viewers !== null) showViewers(state.viewers)
}

function showViewers(count: number): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-viewers]')) {
    each.hidden = count === 0
    setText(each, `${new Intl.NumberFormat().format(count)} watching`)
  }
}

/** Shows the numbers of payments. A link that begins or ends renders the list again. */
function showPaid(items: readonly { url: string; succeeded: number }[]): void {
  if (page.isEmbedded) return
  const shown = [...document.querySelectorAll<HTMLElement>('[data-paid]')]
  const numbers = new Map(items.map(({ url, succeeded }) => [url, succeeded]))
  for (const each of shown) {
    const count = numbers.get(each.dataset['paid'] ?? '') ?? 0
    each.hidden = count === 0
    const { lang } = each.closest<HTMLElement>('[lang]') ?? document.documentElement
    setText(each, (each.dataset['words'] ?? '').replace('{count}', new Intl.NumberFormat(lang).format(count)))
  }
  const isSame = shown.length === items.length && shown.every(({ dataset }) => numbers.has(dataset['paid'] ?? ''))
  if (!isSame) refreshParts().catch(() => undefined)
}

function clipButton(deck: Deck): HTMLElement {
  const button = toolButton('Make a clip', 'clip')
  on(button, 'click', () => clip(deck))
  window.setInterval(() => (button.hidden = !state.allowsClips || !canClip(deck)), 500)
  button.hidden = true
  return button
}

function clip(deck: Deck): void {
  openClip({ deck, playbackId, token: () => token, title: () => state.title })
}

/** Shows and handles the buttons beside the title, which the server renders hidden: they need this script. */
function listenForPageButtons(player: Player): void {
  const { watchUrl, embedCode } = page
  const { deck } = player
  on(document, 'click', ({ target }) => {
    const act = target instanceof Element ? target.closest('[data-act]')?.getAttribute('data-act') : undefined
    if (act === 'share') openShare({ watchUrl, embedCode })
    if (act === 'clip') clip(deck)
  })
  const show = () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-act]')) {
      const { act } = button.dataset
      if (act === 'download') button.hidden = player.isVeiled()
      else button.hidden = act === 'clip' && (!state.allowsClips || !canClip(deck))
    }
  }
  window.setInterval(show, 500)
  show()
}

/** Makes links to times, such as those of chapters, seek in the player in place of loading the page. */
function listenForMoments(deck: Deck): void {
  on(document, 'click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-start]') : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || deck.engine() === undefined) return
    event.preventDefault()
    deck.seekTo(Number(link.getAttribute('data-start')))
    void deck.play()
  })
}

/** Removes the confirmation of the age from the address before it is shared. */
function forgetAge(): void {
  const clean = new URL(location.href)
  clean.searchParams.delete('ofAge')
  history.replaceState(null, '', clean)
}

/** Opens the video with the ticket code of a mailed link, and removes the code from the address before it is shared. */
function useMagicLink(ticket: string, open: (token: string | null) => void): void {
  const clean = new URL(location.href)
  clean.searchParams.delete('ticket')
  history.replaceState(null, '', clean)
  openWith(playbackId, { ticket }).then(open, complain)
}
