import { html } from '#kit/values/html.ts'
import type { HtmlResponse } from '#kit/nouns/page.ts'
import type { Problem } from '#kit/call/problem.ts'
import { noticePage } from './notice.ts'

type Words = { title: string; text: string; isWorthRetry: boolean }

const unknown: Words = {
  title: 'There is nothing here',
  text: 'The address may be mistyped, or what was here has moved or is gone.',
  isWorthRetry: false,
}
const broken: Words = {
  title: 'Something went wrong on our side',
  text: 'It is not your fault, and we have written it down. Please try again in a moment.',
  isWorthRetry: true,
}
const words: Record<number, Words> = {
  400: {
    title: 'This address is not complete',
    text: 'Something in it cannot be read. Open the link once more from where you found it.',
    isWorthRetry: false,
  },
  403: { title: 'This is not open to you', text: 'Its owner has closed it.', isWorthRetry: false },
  404: unknown,
  429: {
    title: 'A moment, please',
    text: 'Too many pages were opened from your network just now.',
    isWorthRetry: true,
  },
  500: broken,
  503: {
    title: 'We will be right back',
    text: 'The server cannot answer at this moment. Please try again shortly.',
    isWorthRetry: true,
  },
}

/** The page that a browser shows for a refused request. */
export function errorPage(why: Pick<Problem, 'status'>, requestId: string): HtmlResponse {
  const { title, text, isWorthRetry } = words[why.status] ?? (why.status >= 500 ? broken : unknown)
  return {
    html: noticePage({
      title,
      text,
      // An empty reference is the address of this page. A path such as `//evil.example` would be another host.
      action: isWorthRetry ? html`<a class="button" href="">Try again</a>` : undefined,
      small: html`Number of this request: <code>${requestId}</code>`,
    }),
    title: `${title} · Fairground`,
    language: 'en',
    status: why.status,
    look: 'notice-page',
    // Error pages may be framed: they need no protection, and a browser's own message would say less.
    frameAncestors: 'any',
    isIndexed: false,
  }
}
