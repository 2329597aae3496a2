/** Texts that a visitor of the form reads. */
type Words = { email: string; button: string; done: string; failed: string }

type Snippet = { origin: string; accountId: string; topics: readonly string[]; words: Words }

/** HTML of a form for any website: it calls the public operation, and needs no key. */
export function signUpSnippet({ origin, accountId, topics, words }: Snippet): string {
  const more = topics.length === 0 ? '' : `, topics: ${scriptText(topics)}`
  return `<form id="fairground-sign-up">
  <label>${htmlText(words.email)} <input type="email" name="email" autocomplete="email" required></label>
  <button>${htmlText(words.button)}</button>
  <p role="status"></p>
</form>
<script>
  document.getElementById('fairground-sign-up').addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const response = await fetch(${scriptText(`${origin}/public/marketing/contact/subscribe`)}, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountId: ${scriptText(accountId)}, email: form.elements.email.value${more} }),
    }).catch(() => undefined)
    form.querySelector('[role=status]').textContent =
      response && response.ok ? ${scriptText(words.done)} : ${scriptText(words.failed)}
  })
</script>`
}

/** A value as a literal within a script element. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
