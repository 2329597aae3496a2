import type { SandboxCard } from '#platform/pay/sandbox/sandboxCards.ts'

const english = {
  language: 'en',
  title: 'Test payment',
  notice: 'Test provider: no money moves.',
  card: 'Number of a test card',
  cardHint: '4242 4242 4242 4242 succeeds.',
  pay: 'Pay',
  cancel: 'Cancel and go back',
  cards: 'Test cards',
  extraStep: 'The bank of the card wants to know that it is you.',
  approve: 'Approve',
  refuse: 'Refuse',
  paid: 'This payment has been made.',
  ended: 'This payment page has ended.',
  back: 'Back to the shop',
  cardText: (card: SandboxCard) => {
    if (card.outcome === 'declines') return `is declined: ${card.code ?? ''}`
    if (card.outcome === 'needsAction') return 'needs an extra step'
    if (card.outcome === 'isDelayed') return 'succeeds after a minute'
    if (card.dispute !== undefined) return `succeeds, then a dispute is ${card.dispute}`
    if (card.refund !== undefined) return card.refund === 'fails' ? 'succeeds, refunds fail' : 'succeeds, refunds wait'
    return 'succeeds'
  },
}

/** Words of the sandbox's page. */
export type SandboxWords = typeof english

const german: SandboxWords = {
  language: 'de',
  title: 'Testzahlung',
  notice: 'Testanbieter: Es fließt kein Geld.',
  card: 'Nummer einer Testkarte',
  cardHint: '4242 4242 4242 4242 gelingt.',
  pay: 'Bezahlen',
  cancel: 'Abbrechen und zurück',
  cards: 'Testkarten',
  extraStep: 'Die Bank der Karte möchte wissen, ob du es bist.',
  approve: 'Bestätigen',
  refuse: 'Ablehnen',
  paid: 'Diese Zahlung ist erfolgt.',
  ended: 'Diese Zahlungsseite ist beendet.',
  back: 'Zurück zum Shop',
  cardText: (card) => {
    if (card.outcome === 'declines') return `wird abgelehnt: ${card.code ?? ''}`
    if (card.outcome === 'needsAction') return 'braucht eine Bestätigung'
    if (card.outcome === 'isDelayed') return 'gelingt nach einer Minute'
    if (card.dispute !== undefined) return `gelingt, dann folgt eine Anfechtung: ${card.dispute}`
    if (card.refund !== undefined)
      return card.refund === 'fails' ? 'gelingt, Erstattungen scheitern' : 'gelingt, Erstattungen dauern'
    return 'gelingt'
  },
}

/** The words in the language of the visitor: German, else English. */
export function sandboxWords(language: string): SandboxWords {
  return language.toLowerCase().startsWith('de') ? german : english
}
