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
    /** Submits the form of a page by POST, with its hidden inputs. */
    submit: (url: string, page: string, typed: Record<string, string>) =>
      send(url, new URLSearchParams([...hiddenIn(page), ...Object.entries(typed)])),
  }
}

function hiddenIn(page: string): [string, string][] {
  const form = /<form[^>]*method="post"[^]*?<\/form>/.exec(page)?.[0] ?? ''
  return [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
}

/** A page with ordinary spaces in its amounts. */
export function plain(page: string): string {
  return page.replaceAll('\u00a0', ' ')
}
