/** Texts of the cards of live drops. Numbers and times stand in braces: the script fills them in. */
export type DropWords = {
  language: string
  /** Name of the section. */
  title: string
  quantity: string
  left: string
  opens: string
  ends: string
  take: string
  signIn: string
  mine: string
  wallet: string
  full: string
  ended: string
  refused: string
  failed: string
  /** Announcement of an open drop for screen readers. */
  news: string
}

const english: DropWords = {
  language: 'en',
  title: 'Live drops',
  quantity: '{quantity} coupons',
  left: '{left} of {quantity} left',
  opens: 'opens in {time}',
  ends: 'closes in {time}',
  take: 'Get the coupon',
  signIn: 'Sign in to get it',
  mine: 'It is yours: the coupon is in your wallet.',
  wallet: 'Open your wallet',
  full: 'All {quantity} are taken.',
  ended: 'The time is over.',
  refused: 'The coupon cannot be had at the moment.',
  failed: 'That did not work. Please try again.',
  news: 'Live drop: {name}. {left} of {quantity} coupons left.',
}

const german: DropWords = {
  language: 'de',
  title: 'Live-Drops',
  quantity: '{quantity} Gutscheine',
  left: 'noch {left} von {quantity}',
  opens: 'öffnet in {time}',
  ends: 'schließt in {time}',
  take: 'Gutschein holen',
  signIn: 'Anmelden und holen',
  mine: 'Er gehört dir: Der Gutschein liegt in deiner Wallet.',
  wallet: 'Wallet öffnen',
  full: 'Alle {quantity} sind vergeben.',
  ended: 'Die Zeit ist um.',
  refused: 'Den Gutschein gibt es zurzeit nicht.',
  failed: 'Das hat nicht geklappt. Bitte versuch es noch einmal.',
  news: 'Live-Drop: {name}. Noch {left} von {quantity} Gutscheinen.',
}

/** Texts in the language of a tag; English for a language without texts. */
export function dropWords(language: string): DropWords {
  return /^de\b/i.test(language) ? german : english
}
