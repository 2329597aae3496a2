import { el, on } from './dom.ts'
import { icon } from './icons.ts'

/** Opens a dialog with a title; it goes when it is closed. What had the focus gets it back. */
export function openDialog(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const close = el('button', { type: 'button', class: 'tool', 'aria-label': 'Close' }, icon('close'))
  const head = el('header', {}, el('h2', { id: 'dialog-title' }, title), close)
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' }, head, ...content)
  on(close, 'click', () => dialog.close())
  // A click beside the dialog is one on the dialog element itself.
  on(dialog, 'click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  on(dialog, 'close', () => dialog.remove())
  const place = document.fullscreenElement ?? document.body
  place.append(dialog)
  dialog.showModal()
  return dialog
}
