import type { BrowserContext, Page } from 'playwright-core'
import type { ConsoleBench } from './consoleBench.ts'

/** Opens a page of the console in a new context, whose cache is empty. Closes the context afterwards. */
export async function onConsolePage<T>(bench: ConsoleBench, path: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await bench.browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' })
  try {
    const page = await openPage(context, bench)
    await page.goto(`${bench.origin}/console/${bench.accountId}${path}`)
    await page.locator('main h1').first().waitFor()
    return await use(page)
  } finally {
    await context.close()
  }
}

async function openPage(context: BrowserContext, { origin, token }: ConsoleBench): Promise<Page> {
  context.setDefaultTimeout(120_000)
  await context.addCookies([{ name: 'session', value: token, url: origin, sameSite: 'Strict' }])
  return context.newPage()
}
