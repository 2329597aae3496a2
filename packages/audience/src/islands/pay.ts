import { on } from '#audience/dom.ts'
import { refreshParts } from '#audience/refresh.ts'

const typingMs = 300
const pollMs = 2_000
/** Polls per request to the provider, whose report may be late. */
const pollsPerRefresh = 5
const pollsMax = 300

const choice = document.querySelector<HTMLFormElement>('form[data-choice]')
const payer = document.querySelector<HTMLFormElement>('form[data-pay]')
const waiting = document.querySelector<HTMLElement>('[data-poll]')
if (choice !== null && payer !== null) openChoice(choice, payer)
if (waiting !== null) void poll(waiting)

/** The price follows the choice; a payment of a price that is not shown yet is held back. */
function openChoice(chosen: HTMLFormElement, paying: HTMLFormElement): void {
  for (const each of chosen.querySelectorAll<HTMLElement>('[data-scriptless]')) each.hidden = true
  const amount = chosen.querySelector<HTMLInputElement>('input[name=amount]')
  let timer: number | undefined
  let typedCount = 0
  /** Value of `typedCount` to which the shown price belongs. */
  let pricedCount = 0
  let isSent = false
  const update = async () => {
    window.clearTimeout(timer)
    const count = typedCount
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(chosen)) if (typeof value === 'string') query.append(name, value)
    const address = `${location.pathname}?${query}`
    history.replaceState(null, '', address)
    paying.action = address
    const isFetched = await refreshParts()
    if (isFetched && count === typedCount) pricedCount = count
    markAmount(amount)
    return isFetched
  }
  const updateOrOpen = async () => {
    if (!(await update())) location.reload()
  }
  on(chosen, 'input', () => {
    typedCount += 1
    window.clearTimeout(timer)
    if (chosen.checkValidity()) timer = window.setTimeout(() => void update(), typingMs)
  })
  on(chosen, 'submit', (event) => {
    event.preventDefault()
    void updateOrOpen()
  })
  on(paying, 'submit', (event) => {
    const isStale = typedCount !== pricedCount
    const isWrong = amount?.ariaInvalid === 'true'
    if (isSent || isStale || isWrong) event.preventDefault()
    if (isStale && chosen.reportValidity()) void updateOrOpen()
    else if (isWrong) amount.focus()
    isSent ||= !isStale && !isWrong
  })
  // A page that comes back from the history would send its attempt again.
  on(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) location.reload()
  })
}

/** The field of the amount is invalid while the page complains about it. */
function markAmount(amount: HTMLInputElement | null): void {
  const complaint = document.querySelector('#amount-error')?.textContent.trim() ?? ''
  if (amount !== null) amount.ariaInvalid = complaint === '' ? null : 'true'
}

/** Waits for the outcome of a payment, then reloads the page. */
async function poll({ dataset }: HTMLElement): Promise<void> {
  const { poll: paymentId = '', proof = '', status = '' } = dataset
  for (let count = 1; count <= pollsMax; count += 1) {
    await new Promise((resolve) => window.setTimeout(resolve, pollMs))
    const found = await stateOf({ paymentId, proof }, count % pollsPerRefresh === 0).catch(() => undefined)
    if (found !== undefined && found !== status) return location.reload()
  }
}

async function stateOf(of: { paymentId: string; proof: string }, isAsking: boolean): Promise<string | undefined> {
  const response = isAsking
    ? await fetch('/public/pay/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(of),
      })
    : await fetch(`/public/pay/get?${new URLSearchParams(of)}`)
  if (!response.ok) return undefined
  const { data } = Object(await response.json())
  return String(Object(data).status)
}
