import type { FormState } from '#kit/nouns/page.ts'
import { html, type Html } from '#kit/values/html.ts'

/** One field of a form. `hint` is a sentence below the label. */
export type FormField = {
  name: string
  label: string
  type: 'text' | 'password' | 'email'
  autocomplete: string
  hint?: string
  isRequired?: boolean
}

/** A form: its path, its state, its fields and the text of its button. */
export type FormParts = { path: string; state: FormState; fields: readonly FormField[]; button: string }

/**
 * A form that works without scripts. Errors stand beside their fields and are tied to them for screen readers; the
 * focus goes to the first wrong field, else to the message.
 */
export function formHtml({ path, state, fields, button }: FormParts): Html {
  const firstWrong = fields.find(({ name }) => state.errors[name] !== undefined)?.name
  return html`<form class="form" method="post" action="${path}" accept-charset="utf-8">
    <input type="hidden" name="csrf" value="${state.csrf}">
    ${state.message === undefined ? '' : html`<p class="complaint" role="alert" tabindex="-1">${state.message}</p>`}
    ${fields.map((field) => fieldHtml(field, state, field.name === firstWrong))}
    <button class="button">${button}</button>
  </form>`
}

function fieldHtml({ name, label, type, autocomplete, ...field }: FormField, state: FormState, isFirst: boolean): Html {
  const error = state.errors[name]
  const required = field.isRequired === true ? html` required` : ''
  const described = error === undefined ? '' : html` aria-invalid="true" aria-describedby="${name}-error"`
  const focus = isFirst ? html` autofocus` : ''
  const value = state.values[name] ?? ''
  return html`<label class="field"
      >${label}${field.hint === undefined ? '' : html`<small>${field.hint}</small>`}
      <input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
        ${required}${described}${focus}>
    </label>
    ${error === undefined ? '' : html`<p class="complaint" id="${name}-error">${error}</p>`}`
}
