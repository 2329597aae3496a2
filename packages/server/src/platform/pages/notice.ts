import { html, type Html } from '#kit/values/html.ts'

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
