import { html, type Html } from '#kit/html.ts'
import type { HtmlAnswer } from '#kit/page.ts'
import type { Problem } from '#kit/problem.ts'

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
  403: { title: 'This is not open to you', text: 'Whoever owns it has closed it.', isWorthRetry: false },
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

/** The page that a person sees in place of the one that was asked for. */
export function errorPage(why: Pick<Problem, 'status'>, asked: { requestId: string; url: string }): HtmlAnswer {
  const { title, text, isWorthRetry } = words[why.status] ?? (why.status >= 500 ? broken : unknown)
  return {
    html: noticePage({
      title,
      text,
      action: isWorthRetry ? html`<a class="button" href="${asked.url}">Try again</a>` : undefined,
      small: html`Number of this request: <code>${asked.requestId}</code>`,
    }),
    title: `${title} · Fairground`,
    language: 'en',
    status: why.status,
    look: 'notice-page',
    // Inside a frame a refusal of the browser's would say less, and there is nothing to protect.
    frameAncestors: 'any',
    isIndexed: false,
  }
}

/** A calm page that says one thing: what went wrong, or what is no longer there. */
export function noticePage(said: { title: string; text: string; action?: Html | undefined; small?: Html }): Html {
  return html`<main class="notice">
    ${tent}
    <h1>${said.title}</h1>
    <p>${said.text}</p>
    ${said.action === undefined ? '' : html`<p>${said.action}</p>`}
    ${said.small === undefined ? '' : html`<p class="small">${said.small}</p>`}
  </main>`
}

const tent = html`<svg class="tent" viewBox="0 0 96 80" aria-hidden="true">
  <path class="tent-flag" d="M48 4v10l12-5z" />
  <path class="tent-pole" d="M47 4h2v16h-2z" />
  <path class="tent-roof" d="M48 14 8 44h80z" />
  <path class="tent-wall" d="M14 44h68v30H14z" />
  <path class="tent-stripe" d="m48 14-18 30v30h11V44zM48 14l7 30v30h11V44z" />
  <path class="tent-ground" d="M4 74h88v2H4z" />
</svg>`
