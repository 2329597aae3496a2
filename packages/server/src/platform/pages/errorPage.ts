import { html } from '#kit/values/html.ts'
import type { HtmlResponse } from '#kit/nouns/page.ts'
import type { Problem } from '#kit/call/problem.ts'
import { noticePage } from './notice.ts'

type Words = { title: string; text: string }
type Notice = { en: Words; de: Words; isWorthRetry?: true }

const unknown: Notice = {
  en: {
    title: 'There is nothing here',
    text: 'The address may be mistyped, or what was here has moved or is gone.',
  },
  de: {
    title: 'Hier ist nichts',
    text: 'Die Adresse ist vielleicht falsch geschrieben, oder das Gesuchte ist umgezogen oder nicht mehr da.',
  },
}
const broken: Notice = {
  en: {
    title: 'Something went wrong on our side',
    text: 'It is not your fault, and we have written it down. Please try again in a moment.',
  },
  de: {
    title: 'Bei uns ist etwas schiefgegangen',
    text: 'Es liegt nicht an dir, und wir haben es notiert. Bitte versuche es gleich noch einmal.',
  },
  isWorthRetry: true,
}
const notices: Readonly<Record<number, Notice>> = {
  400: {
    en: {
      title: 'This address is not complete',
      text: 'Something in it cannot be read. Open the link once more from where you found it.',
    },
    de: {
      title: 'Diese Adresse ist nicht vollständig',
      text: 'Etwas darin ist nicht lesbar. Öffne den Link noch einmal dort, wo du ihn gefunden hast.',
    },
  },
  403: {
    en: { title: 'This is not open to you', text: 'Its owner has closed it.' },
    de: { title: 'Das ist nicht für dich offen', text: 'Wem es gehört, hat es geschlossen.' },
  },
  404: unknown,
  429: {
    en: { title: 'A moment, please', text: 'Too many pages were opened from your network just now.' },
    de: { title: 'Einen Moment, bitte', text: 'Aus deinem Netz wurden gerade zu viele Seiten geöffnet.' },
    isWorthRetry: true,
  },
  500: broken,
  503: {
    en: {
      title: 'We will be right back',
      text: 'The server cannot answer at this moment. Please try again shortly.',
    },
    de: {
      title: 'Wir sind gleich wieder da',
      text: 'Der Server kann im Moment nicht antworten. Bitte versuche es in Kürze noch einmal.',
    },
    isWorthRetry: true,
  },
}
const labels = {
  en: { retry: 'Try again', request: 'Number of this request' },
  de: { retry: 'Noch einmal versuchen', request: 'Nummer dieser Anfrage' },
} as const

/** The language of an error page: the first one of the browser that the page has, else English. */
function languageOf(languages: readonly string[]): 'en' | 'de' {
  const known = languages.map((each) => each.toLowerCase().split('-')[0])
  return known.find((each) => each === 'de' || each === 'en') === 'de' ? 'de' : 'en'
}

/** The page that a browser shows for a refused request, in a language of the browser. */
export function errorPage(
  why: Pick<Problem, 'status'>,
  { requestId, languages }: { requestId: string; languages: readonly string[] },
): HtmlResponse {
  const notice = notices[why.status] ?? (why.status >= 500 ? broken : unknown)
  const language = languageOf(languages)
  const { title, text } = notice[language]
  const { retry, request } = labels[language]
  return {
    html: noticePage({
      title,
      text,
      // An empty reference is the address of this page. A path such as `//evil.example` would be another host.
      action: notice.isWorthRetry ? html`<a class="button" href="">${retry}</a>` : undefined,
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
