import type { App } from '#app/app.ts'
import { operatorCtx } from '#app/founding.ts'
import { platformAccount } from '#platform/call/callContext.ts'
import type { LiveHost } from '#platform/video/live/liveHost.ts'
import { openStreamHost } from '#products/livestream/stream/streamHost.ts'

/** Opens the product's side of the live engine, as an app does for its engine. */
export function hostOf({ kernel }: Pick<App, 'kernel'>): LiveHost {
  return openStreamHost({
    findAccount: kernel.accounts.find,
    open: (account, name) => operatorCtx(kernel, account, name),
    openOffline: (name) => operatorCtx(kernel, platformAccount, name),
    onFacts: () => undefined,
  })
}
