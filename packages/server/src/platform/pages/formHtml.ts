import type { FormState } from '#kit/nouns/page.ts'
import { html, type Html } from '#kit/values/html.ts'

/** One field of a form. `hint` is a sentence below the label. */
export type FormField = {
  name: string
  label: string
  type: 'text' | 'password' | 'email' | 'tel'
  autocomplete: string
  hint?: string
  inputMode?: 'numeric' | 'decimal'
  isRequired?: boolean
}

/** A form: its path, its state, its fields, values that no one types, and the text of its button. */
export type FormParts = {
  path: string
  state: FormState
  fields: readonly FormField[]
  hidden?: Readonly<Record<string, string>>
  button: string
}

/**
 * A form that works without scripts. Errors stand beside their fields and describe them to screen readers. After a
 * refusal the first wrong field has the focus. A general message describes the first field, which then has the focus; a
 * form without fields focuses the message.
 */
export function formHtml({ path, state, fields, hidden = {}, button }: FormParts): Html {
  return html`<form class="form" method="post" action="${path}" accept-charset="utf-8">
    <input type="hidden" name="csrf" value="${state.csrf}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${formFields(state, fields)}
    <button class="button">${button}</button>
  </form>`
}

/**
 * Message and fields of a form, for a form with parts of its own. `focus`: the element in focus after a refusal where
 * no field is wrong. `none`: a part beside these fields has the focus, though one of them be wrong.
 */
export function formFields(
  state: FormState,
  fields: readonly FormField[],
  focus: 'field' | 'message' | 'none' = 'field',
): Html {
  const wrong = fields.find(({ name }) => state.errors[name] !== undefined)
  const first = state.message === undefined || focus === 'message' ? undefined : fields[0]
  const focused = focus === 'none' ? undefined : (wrong ?? first)
  const marksOf = (field: FormField) => {
    const isFocused = field === focused
    return { isFocused, isDescribed: isFocused && state.message !== undefined }
  }
  const isMessageFocused = focused === undefined && focus !== 'none'
  return html`${messageHtml(state, isMessageFocused)}
    ${fields.map((field) => fieldHtml(field, state, marksOf(field)))}`
}

function messageHtml({ message }: FormState, isFocused: boolean): Html | '' {
  if (message === undefined) return ''
  const focus = isFocused ? html` tabindex="-1" autofocus` : ''
  return html`<p class="complaint" id="form-error" role="alert"${focus}>${message}</p>`
}

type Marks = { isFocused: boolean; isDescribed: boolean }

function fieldHtml({ name, label, type, autocomplete, ...field }: FormField, state: FormState, marks: Marks): Html {
  const error = state.errors[name]
  const required = field.isRequired === true ? html` required` : ''
  const invalid = error === undefined ? '' : html` aria-invalid="true"`
  const ids = [marks.isDescribed ? 'form-error' : [], error === undefined ? [] : `${name}-error`].flat().join(' ')
  const described = ids === '' ? '' : html` aria-describedby="${ids}"`
  const focus = marks.isFocused ? html` autofocus` : ''
  const mode = field.inputMode === undefined ? '' : html` inputmode="${field.inputMode}"`
  const value = type === 'password' ? '' : (state.values[name] ?? '')
  return html`<label class="field"
      >${label}${field.hint === undefined ? '' : html`<small>${field.hint}</small>`}
      <input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
        ${mode}${required}${invalid}${described}${focus}>
    </label>
    ${error === undefined ? '' : html`<p class="complaint" id="${name}-error">${error}</p>`}`
}
