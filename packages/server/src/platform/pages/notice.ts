import { html, type Html } from '#kit/values/html.ts'

/** The content of a notice: an error, or a removed record. */
type Notice = { title: string; text: string; action?: Html | undefined; small?: Html }

/** The main part of a page that shows one notice. */
export function noticePage({ title, text, action, small }: Notice): Html {
  return html`<main class="notice">
    ${tent}
    <h1>${title}</h1>
    <p>${text}</p>
    ${action === undefined ? '' : html`<p>${action}</p>`}
    ${small === undefined ? '' : html`<p class="small">${small}</p>`}
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
