/** Texts of the wallet of an audience member. */
export type WalletWords = {
  language: string
  title(account: string): string
  known(address: string): string
  signOut: string
  /** `perk`: name of the perk that was taken, where it is known. */
  taken(perk?: string): string
  /** Refusals by reason. */
  refusals: Readonly<Record<string, string>>
  balances: string
  noBalances: string
  pending(amount: string): string
  held(amount: string): string
  expiring(amount: string): string
  coupons: string
  noCoupons: string
  former: string
  used: string
  expired: string
  receipts: string
  refunded(money: string): string
  code: string
  from: string
  until: string
  qr(code: string): string
  perks: string
  cost(amount: string, token: string): string
  take: string
  tooFew: string
  soldOut: string
  takenOften: string
  /** Refusal for any other reason. */
  failed: string
  history: string
  noHistory: string
  kinds: Readonly<Record<string, string>>
  change: string
  newer: string
  older: string
  when: string
  what: string
  amount: string
}

const english: WalletWords = {
  language: 'en',
  title: (account) => `Your wallet at ${account}`,
  known: (address) => `Signed in as ${address}.`,
  signOut: 'Sign out',
  taken: (perk) => `${perk === undefined ? 'It' : `“${perk}”`} is yours. Show this page where you get it.`,
  refusals: {
    insufficient_balance: 'You have too few for it.',
    sold_out: 'It is sold out.',
    per_contact_limit: 'You have taken it as often as one person may.',
    perk_unavailable: 'It cannot be had at the moment.',
    coupon_not_active: 'It cannot be had at the moment.',
    coupon_expired: 'Its time is over.',
    promotion_not_running: 'It cannot be had at the moment.',
  },
  balances: 'Balance',
  noBalances: 'You have no tokens yet.',
  pending: (amount) => `${amount} more are on their way`,
  held: (amount) => `${amount} are set aside for a purchase`,
  expiring: (amount) => `${amount} expire on`,
  coupons: 'Coupons',
  noCoupons: 'You have no coupons at the moment.',
  former: 'Used and expired coupons',
  used: 'Used on',
  expired: 'Expired on',
  receipts: 'Receipts',
  refunded: (money) => `${money} refunded`,
  code: 'Code',
  from: 'Valid from',
  until: 'Valid until',
  qr: (code) => `QR code of ${code}`,
  perks: 'What you can get',
  cost: (amount, token) => `${amount} ${token}`,
  take: 'Get it',
  tooFew: 'You have too few for it.',
  soldOut: 'Sold out',
  takenOften: 'You have it: one person cannot take more.',
  failed: 'That did not work. Please try again.',
  history: 'History',
  noHistory: 'Nothing has happened yet.',
  kinds: {
    grant: 'Received',
    rule: 'Earned',
    offer: 'From a purchase',
    spend: 'Spent',
    transfer: 'Transferred',
    hold: 'Set aside',
    capture: 'Paid with tokens',
    void: 'Given back',
    expire: 'Expired',
    release: 'Available now',
    reverse: 'Taken back',
    giveBack: 'Returned after a refund',
    merge: 'Moved together',
  },
  change: 'Change',
  newer: 'Newer',
  older: 'Older',
  when: 'Day',
  what: 'What',
  amount: 'Amount',
}

const german: WalletWords = {
  language: 'de',
  title: (account) => `Deine Wallet bei ${account}`,
  known: (address) => `Angemeldet als ${address}.`,
  signOut: 'Abmelden',
  taken: (perk) => `${perk === undefined ? 'Es' : `„${perk}“`} gehört dir. Zeig diese Seite dort, wo du es bekommst.`,
  refusals: {
    insufficient_balance: 'Dafür hast du zu wenig.',
    sold_out: 'Es ist vergriffen.',
    per_contact_limit: 'Du hast es so oft geholt, wie eine Person darf.',
    perk_unavailable: 'Das gibt es zurzeit nicht.',
    coupon_not_active: 'Das gibt es zurzeit nicht.',
    coupon_expired: 'Seine Zeit ist vorbei.',
    promotion_not_running: 'Das gibt es zurzeit nicht.',
  },
  balances: 'Guthaben',
  noBalances: 'Du hast noch keine Token.',
  pending: (amount) => `${amount} weitere sind unterwegs`,
  held: (amount) => `${amount} sind für einen Kauf zurückgelegt`,
  expiring: (amount) => `${amount} verfallen am`,
  coupons: 'Gutscheine',
  noCoupons: 'Du hast zurzeit keine Gutscheine.',
  former: 'Eingelöste und abgelaufene Gutscheine',
  used: 'Eingelöst am',
  expired: 'Abgelaufen am',
  receipts: 'Belege',
  refunded: (money) => `${money} erstattet`,
  code: 'Code',
  from: 'Gültig ab',
  until: 'Gültig bis',
  qr: (code) => `QR-Code von ${code}`,
  perks: 'Was du bekommen kannst',
  cost: (amount, token) => `${amount} ${token}`,
  take: 'Holen',
  tooFew: 'Dafür hast du zu wenig.',
  soldOut: 'Vergriffen',
  takenOften: 'Du hast es schon: Mehr gibt es nicht pro Person.',
  failed: 'Das hat nicht geklappt. Bitte versuch es noch einmal.',
  history: 'Verlauf',
  noHistory: 'Noch ist nichts geschehen.',
  kinds: {
    grant: 'Erhalten',
    rule: 'Verdient',
    offer: 'Aus einem Kauf',
    spend: 'Ausgegeben',
    transfer: 'Übertragen',
    hold: 'Zurückgelegt',
    capture: 'Mit Token bezahlt',
    void: 'Zurückgegeben',
    expire: 'Verfallen',
    release: 'Jetzt verfügbar',
    reverse: 'Zurückgenommen',
    giveBack: 'Nach einer Erstattung zurück',
    merge: 'Zusammengelegt',
  },
  change: 'Änderung',
  newer: 'Neuere',
  older: 'Ältere',
  when: 'Tag',
  what: 'Was',
  amount: 'Menge',
}

/** Texts in the language of a tag; English for a language without texts. */
export function walletWords(language: string): WalletWords {
  return /^de\b/i.test(language) ? german : english
}
