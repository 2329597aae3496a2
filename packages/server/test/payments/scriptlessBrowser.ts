import type { OneProcess } from '#test/world/world.ts'

/** A browser without scripts. It keeps cookies. */
export function scriptlessBrowser(w: OneProcess, language = 'en') {
  const cookies = new Map<string, string>()
  const send = async (url: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'accept-language': language }
    const reply = await w.app.server.inject(
      body === undefined
        ? { url, headers }
        : {
            method: 'POST',
            url,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            payload: String(body),
          },
    )
    for (const { name, value } of reply.cookies) cookies.set(name, value)
    return reply
  }
  return {
    open: (url: string) => send(url),
    /** Submits the form of a page by POST, with its inputs as they are, but for those that are typed. */
    submit: (url: string, page: string, typed: Record<string, string>) => {
      const kept = inputsIn(page).filter(([name]) => !(name in typed))
      return send(url, new URLSearchParams([...kept, ...Object.entries(typed)]))
    },
  }
}

/** Inputs of the form that is posted: those within it, and those that name it as theirs. */
function inputsIn(page: string): [string, string][] {
  const form = /<form[^>]*method="post"[^]*?<\/form>/.exec(page)?.[0] ?? ''
  const id = /^<form[^>]* id="([^"]+)"/.exec(form)?.[1]
  const beside = id === undefined ? [] : page.replace(form, '').match(new RegExp(`<input[^>]* form="${id}"[^>]*>`, 'g'))
  return [...(form.match(/<input[^>]*>/g) ?? []), ...(beside ?? [])].flatMap((tag) => {
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    const value = valueOf('value')?.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
    return [[valueOf('name') ?? '', value ?? '']] satisfies [string, string][]
  })
}

/** A page with ordinary spaces in its amounts. */
export function plain(page: string): string {
  return page.replaceAll('\u00a0', ' ')
}
