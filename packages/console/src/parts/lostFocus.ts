/**
 * Focuses another element once the focused one is gone, as a button that its own action removes; else the content. Call
 * it when the page is about to be drawn without that element.
 */
export function catchFocus(find: () => Element | null | undefined): void {
  const look = () => {
    const focused = document.activeElement
    // A browser takes the focus from what is disabled or inert a little later.
    const isLost = focused === null || focused === document.body || focused.matches(':disabled, [inert] *')
    if (!isLost) return
    const found = find() ?? document.getElementById('content')
    if (found instanceof HTMLElement) found.focus()
  }
  // React draws before the second frame.
  requestAnimationFrame(() => requestAnimationFrame(look))
}
