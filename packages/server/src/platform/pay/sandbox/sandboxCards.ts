/** Behaviour of a test card. */
export type SandboxCard = {
  brand: string
  outcome: 'succeeds' | 'declines' | 'needsAction' | 'isDelayed'
  /** Code of a decline. */
  code?: string
  /** Decision of a dispute that follows the payment. */
  dispute?: 'won' | 'lost'
  /** Behaviour of refunds: succeeded at once when left out. */
  refund?: 'isDelayed' | 'fails'
}

/** Test cards by number; the numbers are those of Stripe where it has one with this behaviour. */
export const sandboxCards: Readonly<Record<string, SandboxCard>> = {
  '4242424242424242': { brand: 'visa', outcome: 'succeeds' },
  '5555555555554444': { brand: 'mastercard', outcome: 'succeeds' },
  '4000000000000002': { brand: 'visa', outcome: 'declines', code: 'card_declined' },
  '4000000000009995': { brand: 'visa', outcome: 'declines', code: 'insufficient_funds' },
  '4000000000000069': { brand: 'visa', outcome: 'declines', code: 'expired_card' },
  '4000002500003155': { brand: 'visa', outcome: 'needsAction' },
  '4000000000000077': { brand: 'visa', outcome: 'isDelayed' },
  '4000000000000259': { brand: 'visa', outcome: 'succeeds', dispute: 'lost' },
  '4000000000001976': { brand: 'visa', outcome: 'succeeds', dispute: 'won' },
  '4000000000007726': { brand: 'visa', outcome: 'succeeds', refund: 'isDelayed' },
  '4000000000005126': { brand: 'visa', outcome: 'succeeds', refund: 'fails' },
}

/** The card of a typed number; undefined for a number that is no test card. */
export function cardOf(typed: string): { number: string; card: SandboxCard } | undefined {
  const number = typed.replace(/[\s-]/g, '')
  const card = Object.hasOwn(sandboxCards, number) ? sandboxCards[number] : undefined
  return card === undefined ? undefined : { number, card }
}
