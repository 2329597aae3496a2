import { on } from '#audience/dom.ts'
import { refreshParts } from '#audience/refresh.ts'

const typingMs = 300
const pollMs = 2_000
/** Polls per request to the provider, whose report may be late. */
const pollsPerRefresh = 5
const pollsMax = 300

const choice = document.querySelector<HTMLElement>('[data-choice]')
const payer = document.querySelector<HTMLFormElement>('form[data-pay]')
const waiting = document.querySelector<HTMLElement>('[data-poll]')
if (choice !== null && payer !== null) openChoice(choice, payer)
if (waiting !== null) void poll(waiting)

/** The price follows the choice; a payment of a price that is not shown yet is held back. */
function openChoice(chosen: HTMLElement, paying: HTMLFormElement): void {
  const button = chosen.querySelector<HTMLButtonElement>('[data-scriptless]')
  if (button !== null) button.hidden = true
  const fields = [...chosen.querySelectorAll('input')]
  let timer: number | undefined
  let typedCount = 0
  /** Value of `typedCount` to which the shown price belongs. */
  let pricedCount = 0
  let isSent = false
  const update = async () => {
    window.clearTimeout(timer)
    const count = typedCount
    const query = new URLSearchParams(fields.map(({ name, value }) => [name, value]))
    const source = paying.querySelector<HTMLInputElement>('input[name=source]')
    if (source !== null) query.set('source', source.value)
    const address = `${location.pathname}?${query}`
    history.replaceState(null, '', address)
    paying.action = address
    const isFetched = await refreshParts()
    if (isFetched && count === typedCount) pricedCount = count
    for (const each of fields) markWrong(each)
    return isFetched
  }
  const updateOrOpen = async () => {
    if (!(await update())) location.reload()
  }
  const updateComplete = () => {
    if (fields.every((each) => each.reportValidity())) void updateOrOpen()
  }
  on(chosen, 'input', () => {
    typedCount += 1
    window.clearTimeout(timer)
    if (fields.every((each) => each.checkValidity())) timer = window.setTimeout(() => void update(), typingMs)
  })
  // The Enter key in a field of the choice shows the price, and pays nothing.
  on(chosen, 'keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    updateComplete()
  })
  on(paying, 'submit', (event) => {
    const isStale = typedCount !== pricedCount
    // A code that gives nothing is marked too; the price without it may be paid.
    const isPriced = paying.querySelector('input[name=priced]') !== null
    const wrong = isPriced ? undefined : fields.find((each) => each.ariaInvalid === 'true')
    if (isSent || isStale || wrong !== undefined) event.preventDefault()
    if (isStale) updateComplete()
    else if (wrong === undefined) isSent = true
    else wrong.focus()
  })
  // A page that comes back from the history would send its attempt again.
  on(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) location.reload()
  })
}

/** A field is invalid while the page complains about it. */
function markWrong(field: HTMLInputElement): void {
  const described = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  field.ariaInvalid = (described?.querySelector('.complaint') ?? null) === null ? null : 'true'
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
