import { el, on } from './dom.ts'
import { icon } from './icons.ts'

/** Opens a dialog with a title. Closing removes it, and the browser returns the focus. */
export function openDialog(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const close = el('button', { type: 'button', class: 'tool', 'aria-label': 'Close' }, icon('close'))
  const head = el('header', {}, el('h2', { id: 'dialog-title' }, title), close)
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' }, head, ...content)
  on(close, 'click', () => dialog.close())
  // A click on the backdrop has the dialog element itself as its target.
  on(dialog, 'click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  on(dialog, 'close', () => dialog.remove())
  const parent = document.fullscreenElement ?? document.body
  parent.append(dialog)
  dialog.showModal()
  return dialog
}
