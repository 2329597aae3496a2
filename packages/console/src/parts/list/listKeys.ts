import { useShortcut } from '#console/app/shortcuts.ts'

/** Keys of a list: `j` and `k` move the focus by a row, `x` selects the row; Enter opens it, as a link does. */
export function useListKeys(): void {
  useShortcut('j', () => focusRow(1), 'list.keys.next')
  useShortcut('k', () => focusRow(-1), 'list.keys.previous')
  useShortcut('x', selectRow, 'list.keys.select')
}

function selectRow(): void {
  focusedRow()?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}

function focusedRow(): Element | null | undefined {
  return document.activeElement?.closest('.list-row')
}

/** Focuses a neighbour of the focused row, else the first row in the window. */
function focusRow(step: number): void {
  const current = focusedRow()
  const row =
    current === null || current === undefined
      ? [...document.querySelectorAll('.list-row')].find((each) => each.getBoundingClientRect().top > headPx)
      : document.querySelector(`.list-row[aria-rowindex="${Number(current.getAttribute('aria-rowindex')) + step}"]`)
  row?.querySelector<HTMLElement>('a.list-first')?.focus()
}

/** Height of what covers the top of the window: bar and headings. */
const headPx = 90
