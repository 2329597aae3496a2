import { html } from '#kit/values/html.ts'

/** The tent of Fairground, in the colours of the style sheet. */
export const brandMark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path class="tent-roof" d="M16 4 2 15h28z" />
  <path class="tent-wall" d="M5 15h22v13H5z" /><path class="tent-stripe" d="m16 4-5 11v13h10V15z" />
  <path class="tent-flag" d="M16 0v5l4-2z" /></svg>`
