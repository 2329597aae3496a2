import { openDialog } from '#audience/dialog.ts'
import { el, on } from '#audience/dom.ts'

/** A read-only field with a button that copies its text. */
export function copyField(label: string, text: string): HTMLElement {
  const isLong = text.length > 120
  const field = isLong
    ? el('textarea', { readonly: true, rows: 4 }, text)
    : el('input', { readonly: true, value: text })
  const button = el('button', { type: 'button', class: 'button quiet' }, 'Copy')
  on(field, 'focus', () => field.select())
  on(button, 'click', () => void copy(field, button))
  return el('div', { class: 'copy' }, el('label', { class: 'field' }, label, field), button)
}

/** Opens the dialog with the address of a video and the embed code of its player. */
export function openShare({ watchUrl, embedCode }: { watchUrl: string; embedCode: string }): void {
  openDialog('Share', copyField('Link', watchUrl), copyField('Player for your own page', embedCode))
}

async function copy(field: HTMLInputElement | HTMLTextAreaElement, button: HTMLButtonElement): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  )
  if (isCopied !== true) {
    // Without access to the clipboard the text is selected, to be copied by hand.
    field.focus()
    return
  }
  button.textContent = 'Copied'
  window.setTimeout(() => (button.textContent = 'Copy'), 2_000)
}
