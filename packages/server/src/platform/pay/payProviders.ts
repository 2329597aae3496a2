import { PayRefused, type PayConnection, type PayProvider, type PayProviderKind } from './payProviderPort.ts'

/** The port over all providers: the kind of a connection chooses the provider. */
export function openPayProviders(byKind: Readonly<Partial<Record<PayProviderKind, PayProvider>>>): PayProvider {
  const of = ({ kind }: PayConnection): PayProvider => {
    const found = byKind[kind]
    if (found === undefined) throw new PayRefused('kind_unknown', `This server has no payments by ${kind}.`)
    return found
  }
  return {
    open: async (ctx, to, session) => of(to).open(ctx, to, session),
    retrieve: async (ctx, to, reference) => of(to).retrieve(ctx, to, reference),
    expire: async (ctx, to, reference) => of(to).expire(ctx, to, reference),
    refund: async (ctx, to, request) => of(to).refund(ctx, to, request),
    totals: async (ctx, to, day) => of(to).totals(ctx, to, day),
    oldestDay: (to, now) => of(to).oldestDay(to, now),
    check: async (ctx, to) => of(to).check(ctx, to),
    registerHook: async (ctx, to, request) => of(to).registerHook(ctx, to, request),
    removeHook: async (ctx, to, reference) => of(to).removeHook(ctx, to, reference),
    readEvent: async (to, call, now) => of(to).readEvent(to, call, now),
  }
}
