import { withScreenTexts } from '#console/texts/texts.ts'

const idleMsMax = 5_000
const laterMs = 2_000

/** Loads the code of lists and records while the browser is idle: a click then waits for data alone. */
export function preloadScreens(): void {
  const load = () =>
    void withScreenTexts(() =>
      Promise.all([import('#console/parts/list/listPage.tsx'), import('#console/parts/record/recordPage.tsx')]),
    ).catch(() => undefined)
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: idleMsMax })
  else setTimeout(load, laterMs)
}
