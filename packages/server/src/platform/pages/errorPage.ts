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

type Language = 'en' | 'de'

/** Texts of the same pages in German, by their English title. */
const german: Readonly<Record<string, { title: string; text: string }>> = {
  [unknown.title]: {
    title: 'Hier ist nichts',
    text: 'Die Adresse ist vielleicht falsch geschrieben, oder das Gesuchte ist umgezogen oder nicht mehr da.',
  },
  [broken.title]: {
    title: 'Bei uns ist etwas schiefgegangen',
    text: 'Es liegt nicht an dir, und wir haben es notiert. Bitte versuche es gleich noch einmal.',
  },
  'This address is not complete': {
    title: 'Diese Adresse ist nicht vollständig',
    text: 'Etwas darin ist nicht lesbar. Öffne den Link noch einmal dort, wo du ihn gefunden hast.',
  },
  'This is not open to you': {
    title: 'Das ist nicht für dich offen',
    text: 'Wem es gehört, hat es geschlossen.',
  },
  'A moment, please': {
    title: 'Einen Moment, bitte',
    text: 'Aus deinem Netz wurden gerade zu viele Seiten geöffnet.',
  },
  'We will be right back': {
    title: 'Wir sind gleich wieder da',
    text: 'Der Server kann im Moment nicht antworten. Bitte versuche es in Kürze noch einmal.',
  },
}
const labels: Readonly<Record<Language, { retry: string; request: string }>> = {
  en: { retry: 'Try again', request: 'Number of this request' },
  de: { retry: 'Noch einmal versuchen', request: 'Nummer dieser Anfrage' },
}

/** The language of an error page: the first one of the browser that the page has, else English. */
function languageOf(languages: readonly string[]): Language {
  const known = languages.map((each) => each.toLowerCase().split('-')[0])
  return known.find((each) => each === 'de' || each === 'en') === 'de' ? 'de' : 'en'
}

/** The page that a browser shows for a refused request, in a language of the browser. */
export function errorPage(
  why: Pick<Problem, 'status'>,
  { requestId, languages }: { requestId: string; languages: readonly string[] },
): HtmlResponse {
  const english = words[why.status] ?? (why.status >= 500 ? broken : unknown)
  const language = languageOf(languages)
  const { isWorthRetry, title, text } = { ...english, ...(language === 'de' ? german[english.title] : {}) }
  const { retry, request } = labels[language]
  return {
    html: noticePage({
      title,
      text,
      // An empty reference is the address of this page. A path such as `//evil.example` would be another host.
      action: isWorthRetry ? html`<a class="button" href="">${retry}</a>` : undefined,
      small: html`${request}: <code>${requestId}</code>`,
    }),
    title: `${title} · Fairground`,
    language,
    status: why.status,
    look: 'notice-page',
    // Error pages may be framed: they need no protection, and a browser's own message would say less.
    frameAncestors: 'any',
    isIndexed: false,
  }
}
