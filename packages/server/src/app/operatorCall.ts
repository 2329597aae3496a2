import type { App } from './app.ts'
import type { Account } from '#kit/call/context.ts'
import { looseId } from '#kit/values/ids.ts'
import { openCall, systemActor } from '#platform/call/callContext.ts'
import { checkInput } from '#platform/http/inputCheck.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'

/** Runs an operation on an account. Returns its `data`; throws Problem as the operation does. */
export type OperatorCall = (
  account: Account,
  operationId: string,
  input: Record<string, unknown>,
) => Promise<Record<string, unknown>>

/** Operations for the operator, under a name and without a key. `now` replaces the app's clock. */
export function operatorCaller(app: App, name: string, now: () => Date = app.kernel.now): OperatorCall {
  const operations = new Map(app.products.flatMap((product) => product.operations).map((each) => [each.id, each]))
  const kernel = { ...app.kernel, now }
  return async (account, operationId, input) => {
    const of = operations.get(operationId)
    if (of === undefined) throw new Error(`there is no operation ${operationId}`)
    const { ctx, finish } = openCall(kernel, {
      account,
      actor: systemActor(name),
      requestId: looseId('req', Date.now()),
      cause: of.id,
      emits: of.emits,
      isSilent: of.isLenient,
    })
    const output = await of.handle(ctx, checkInput(of, input, ctx.port(outboundPort)))
    await finish()
    return Object(output)
  }
}
