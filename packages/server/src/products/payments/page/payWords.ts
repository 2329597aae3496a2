/** Texts that payers read: the page of a payment link, the page after it, and the receipt. */
export type PayWords = {
  language: string
  test: string
  order: string
  quantity(name: string): string
  each(price: string): string
  free: string
  amount: string
  amountHint(least: string, most: string | null): string
  code: string
  tokens(token: string): string
  tokensHint(most: string): string
  /** Note at more tokens than may pay. */
  fewerTokens(used: string): string
  signInForTokens(token: string): string
  signInForCodes: string
  update: string
  price: string
  subtotal: string
  total: string
  due: string
  details: string
  email: string
  emailHint: string
  name: string
  phone: string
  phoneHint: string
  address: string
  optional: string
  pay(price: string): string
  confirm: string
  payNow: string
  redirected: string
  rejected(code: string, reason: string): string
  tooSmall(least: string): string
  /** Amounts of a link that takes its price in parts. */
  part: { price: string; paid: string; held: string; open: string }
  /** The amount that was read, the one that the text is in other languages, and how to type that one here. */
  otherAmount(read: string, other: string, typed: string): string
  wrong: {
    missing: string
    email: string
    phone: string
    number: string
    amount: string
    /** A part that leaves a rest too small to be paid. `open`: all that is left. */
    rest(open: string): string
    quantity(min: number, max: number): string
    nothing: string
    tokens: string
  }
  /** Refusals by their reason; `other` for the rest. */
  refusals: Readonly<Record<string, string>> & { other: string }
  closed: Readonly<
    Record<
      'inactive' | 'expired' | 'completed' | 'busy' | 'paid' | 'paidInFull' | 'restBusy',
      { title: string; text: string }
    >
  >
  after: {
    waiting: { title: string; text: string }
    opening: { title: string; text: string }
    open: { title: string; text: string }
    succeeded: { title: string; text(price: string, email: string): string }
    failed: { title: string; text: string }
    unreached: { title: string; text: string }
    cancelled: { title: string; text: string }
    expired: { title: string; text: string }
    goOn: string
    cancel: string
    again: string
    receipt: string
    shop: string
  }
  receipt: {
    title: string
    number: string
    date: string
    seller: string
    payer: string
    method: string
    tokens: string
    refunded: string
    refundedAll: string
    left: string
    payRest: string
  }
}

const english: PayWords = {
  language: 'en',
  test: 'Test payment: no money moves.',
  order: 'Your order',
  quantity: (name) => `Quantity of ${name}`,
  each: (price) => `${price} each`,
  free: 'Free',
  amount: 'Amount',
  amountHint: (least, most) => (most === null ? `At least ${least}` : `From ${least} to ${most}`),
  code: 'Promotion code',
  tokens: (token) => `Pay with ${token}`,
  tokensHint: (most) => `You may use up to ${most}.`,
  fewerTokens: (used) => `You cannot use more than ${used} here.`,
  signInForTokens: (token) => `Sign in to pay with your ${token}`,
  signInForCodes: 'Sign in to use coupons of your own',
  update: 'Update price',
  price: 'Price',
  subtotal: 'Subtotal',
  total: 'Total',
  due: 'To pay',
  details: 'Your details',
  email: 'E-mail address',
  emailHint: 'The receipt goes to this address.',
  name: 'Name',
  phone: 'Phone number',
  phoneHint: 'With country code, such as +44 20 7946 0958.',
  address: 'Address',
  optional: 'optional',
  pay: (price) => `Pay ${price}`,
  confirm: 'Confirm',
  payNow: 'Pay now',
  redirected: 'You pay on the secure page of the payment provider, and come back here.',
  tooSmall: (least) => `The least amount that can be paid is ${least}. Please choose more, or use fewer discounts.`,
  part: { price: 'Whole price', paid: 'Paid so far', held: 'Being paid right now', open: 'Still open' },
  rejected: (code, reason) => `${code}: ${englishReasons[reason] ?? 'this code does not apply here.'}`,
  otherAmount: (read, other, typed) => `You pay ${read}. For ${other}, write ${typed}.`,
  wrong: {
    missing: 'Please fill this in.',
    email: 'This is no e-mail address.',
    phone: 'Please write the number with its country code, such as +44 20 7946 0958.',
    number: 'Please write a number.',
    amount: 'This amount is not possible here.',
    rest: (open) => `This amount leaves a rest that is too small to be paid. You can pay all of it: ${open}.`,
    quantity: (min, max) => `Please choose a whole number from ${min} to ${max}.`,
    nothing: 'Please choose at least one piece.',
    tokens: 'Please write a whole number of tokens.',
  },
  refusals: {
    quote_changed: 'Nothing was charged yet. Please check the new price, then pay.',
    amount_too_small: 'This amount is too small to be paid.',
    payment_link_closed: 'This page takes no payments at this time.',
    payment_link_exhausted: 'The last one has just been taken.',
    provider_not_active: 'Payments are not possible at this moment. Please try again later.',
    provider_unreachable: 'The payment provider does not answer. Nothing was charged. Please try again in a moment.',
    form_expired: 'This page was open for too long, or cookies are off. Please try again.',
    validation_failed: 'Please check your entries.',
    other: 'That did not work. Please check your entries and try again.',
  },
  closed: {
    inactive: { title: 'This page takes no payments', text: 'Its owner has switched it off for now.' },
    expired: { title: 'This offer is over', text: 'Its time has run out.' },
    completed: { title: 'This is sold out', text: 'The last one has been taken.' },
    paid: { title: 'This is paid', text: 'This page was for one payment, and it has arrived.' },
    busy: {
      title: 'The last ones are being paid right now',
      text: 'If one of these payments is not completed, there is a chance in a few minutes. Please try again then.',
    },
    paidInFull: { title: 'This is paid in full', text: 'There is nothing left to pay here.' },
    restBusy: {
      title: 'The rest is being paid right now',
      text: 'If that payment is not completed, the rest is open again in a few minutes. Please try again then.',
    },
  },
  after: {
    waiting: { title: 'Your payment is being confirmed', text: 'This takes a moment. You may leave this page open.' },
    opening: { title: 'One moment', text: 'The page of the payment provider opens.' },
    open: { title: 'Your payment is not completed', text: 'Nothing was charged. Continue, or cancel the payment.' },
    succeeded: {
      title: 'Thank you!',
      text: (price, email) => `Your payment of ${price} has arrived. The receipt goes to ${email}.`,
    },
    failed: { title: 'The payment did not work', text: 'Nothing was charged.' },
    unreached: {
      title: 'The payment provider does not answer',
      text: 'Nothing was charged. Please try again in a moment.',
    },
    cancelled: { title: 'The payment is cancelled', text: 'Nothing was charged.' },
    expired: { title: 'The time to pay is over', text: 'Nothing was charged.' },
    goOn: 'Continue to payment',
    cancel: 'Cancel payment',
    again: 'Try again',
    receipt: 'Receipt',
    shop: 'Continue',
  },
  receipt: {
    title: 'Receipt',
    number: 'Number',
    date: 'Date',
    seller: 'From',
    payer: 'For',
    method: 'Paid by',
    tokens: 'Paid with tokens',
    refunded: 'Refunded',
    refundedAll: 'This payment was refunded.',
    left: 'After refunds',
    payRest: 'Pay the rest',
  },
}

const englishReasons: Readonly<Record<string, string>> = {
  contact_needed:
    'this code is for certain people. Sign in to see if it is for you; for some codes your e-mail address is enough.',
  exhausted: 'this code was used up.',
  expired: 'this code has expired.',
  min_subtotal: 'the order is too small for this code.',
}

const german: PayWords = {
  language: 'de',
  test: 'Testzahlung: Es fließt kein Geld.',
  order: 'Deine Bestellung',
  quantity: (name) => `Anzahl: ${name}`,
  each: (price) => `je ${price}`,
  free: 'Kostenlos',
  amount: 'Betrag',
  amountHint: (least, most) => (most === null ? `Mindestens ${least}` : `Von ${least} bis ${most}`),
  code: 'Gutscheincode',
  tokens: (token) => `Mit ${token} zahlen`,
  tokensHint: (most) => `Du kannst bis zu ${most} einsetzen.`,
  fewerTokens: (used) => `Mehr als ${used} kannst du hier nicht einsetzen.`,
  signInForTokens: (token) => `Melde dich an, um mit deinen ${token} zu zahlen`,
  signInForCodes: 'Melde dich an, um eigene Gutscheine zu nutzen',
  update: 'Preis aktualisieren',
  price: 'Preis',
  subtotal: 'Zwischensumme',
  total: 'Summe',
  due: 'Zu zahlen',
  details: 'Deine Angaben',
  email: 'E-Mail-Adresse',
  emailHint: 'An diese Adresse geht der Beleg.',
  name: 'Name',
  phone: 'Telefonnummer',
  phoneHint: 'Mit Landesvorwahl, etwa +49 30 901820.',
  address: 'Anschrift',
  optional: 'freiwillig',
  pay: (price) => `${price} zahlen`,
  confirm: 'Bestätigen',
  payNow: 'Jetzt zahlen',
  redirected: 'Du zahlst auf der sicheren Seite des Zahlungsanbieters und kommst danach zurück.',
  tooSmall: (least) => `Mindestens ${least} lassen sich bezahlen. Bitte wähle mehr, oder nutze weniger Nachlass.`,
  part: { price: 'Gesamtpreis', paid: 'Schon bezahlt', held: 'Wird gerade bezahlt', open: 'Noch offen' },
  rejected: (code, reason) => `${code}: ${germanReasons[reason] ?? 'Dieser Code gilt hier nicht.'}`,
  otherAmount: (read, other, typed) => `Du zahlst ${read}. Für ${other} schreibe ${typed}.`,
  wrong: {
    missing: 'Bitte fülle das aus.',
    email: 'Das ist keine E-Mail-Adresse.',
    phone: 'Bitte schreibe die Nummer mit Landesvorwahl, etwa +49 30 901820.',
    number: 'Bitte schreibe eine Zahl.',
    amount: 'Dieser Betrag geht hier nicht.',
    rest: (open) => `Der Rest wäre zu klein, um bezahlt zu werden. Du kannst alles zahlen: ${open}.`,
    quantity: (min, max) => `Bitte wähle eine ganze Zahl von ${min} bis ${max}.`,
    nothing: 'Bitte wähle mindestens ein Stück.',
    tokens: 'Bitte schreibe eine ganze Zahl.',
  },
  refusals: {
    quote_changed: 'Noch wurde nichts abgebucht. Bitte prüfe den neuen Preis und zahle dann.',
    amount_too_small: 'Dieser Betrag ist zu klein, um bezahlt zu werden.',
    payment_link_closed: 'Diese Seite nimmt im Moment keine Zahlungen an.',
    payment_link_exhausted: 'Das letzte Stück wurde gerade vergeben.',
    provider_not_active: 'Im Moment sind keine Zahlungen möglich. Bitte versuche es später noch einmal.',
    provider_unreachable:
      'Der Zahlungsanbieter antwortet nicht. Es wurde nichts abgebucht. Bitte versuche es gleich noch einmal.',
    form_expired: 'Diese Seite war zu lange offen, oder Cookies sind aus. Bitte versuche es noch einmal.',
    validation_failed: 'Bitte prüfe deine Angaben.',
    other: 'Das hat nicht geklappt. Bitte prüfe deine Angaben und versuche es noch einmal.',
  },
  closed: {
    inactive: { title: 'Diese Seite nimmt keine Zahlungen an', text: 'Sie ist zurzeit abgeschaltet.' },
    expired: { title: 'Dieses Angebot ist vorbei', text: 'Seine Zeit ist abgelaufen.' },
    completed: { title: 'Ausverkauft', text: 'Das letzte Stück ist vergeben.' },
    paid: { title: 'Schon bezahlt', text: 'Diese Seite war für eine einzige Zahlung, und sie ist eingegangen.' },
    busy: {
      title: 'Die letzten werden gerade bezahlt',
      text: 'Wird eine dieser Zahlungen nicht abgeschlossen, gibt es in ein paar Minuten noch eine Gelegenheit.',
    },
    paidInFull: { title: 'Hier ist alles bezahlt', text: 'Es ist nichts mehr offen.' },
    restBusy: {
      title: 'Der Rest wird gerade bezahlt',
      text: 'Wird diese Zahlung nicht abgeschlossen, ist der Rest in ein paar Minuten wieder offen.',
    },
  },
  after: {
    waiting: {
      title: 'Deine Zahlung wird bestätigt',
      text: 'Das dauert einen Moment. Du kannst diese Seite offen lassen.',
    },
    opening: { title: 'Einen Moment', text: 'Die Seite des Zahlungsanbieters öffnet sich.' },
    open: {
      title: 'Deine Zahlung ist nicht abgeschlossen',
      text: 'Es wurde nichts abgebucht. Setze sie fort, oder brich sie ab.',
    },
    succeeded: {
      title: 'Vielen Dank!',
      text: (price, email) => `Deine Zahlung von ${price} ist angekommen. Der Beleg geht an ${email}.`,
    },
    failed: { title: 'Die Zahlung hat nicht geklappt', text: 'Es wurde nichts abgebucht.' },
    unreached: {
      title: 'Der Zahlungsanbieter antwortet nicht',
      text: 'Es wurde nichts abgebucht. Bitte versuche es gleich noch einmal.',
    },
    cancelled: { title: 'Die Zahlung ist abgebrochen', text: 'Es wurde nichts abgebucht.' },
    expired: { title: 'Die Zeit zum Zahlen ist um', text: 'Es wurde nichts abgebucht.' },
    goOn: 'Weiter zur Zahlung',
    cancel: 'Zahlung abbrechen',
    again: 'Noch einmal versuchen',
    receipt: 'Beleg',
    shop: 'Weiter',
  },
  receipt: {
    title: 'Beleg',
    number: 'Nummer',
    date: 'Datum',
    seller: 'Von',
    payer: 'Für',
    method: 'Bezahlt mit',
    tokens: 'Mit Tokens bezahlt',
    refunded: 'Erstattet',
    refundedAll: 'Diese Zahlung wurde erstattet.',
    left: 'Nach Erstattungen',
    payRest: 'Den Rest zahlen',
  },
}

const germanReasons: Readonly<Record<string, string>> = {
  contact_needed:
    'Dieser Code gilt für bestimmte Personen. Melde dich dafür an; bei manchen Codes genügt deine E-Mail-Adresse.',
  exhausted: 'Dieser Code ist aufgebraucht.',
  expired: 'Dieser Code ist abgelaufen.',
  min_subtotal: 'Die Bestellung ist für diesen Code zu klein.',
}

/** Words in the first of the languages that there are, and the tag by which amounts and days are written. */
export function payWords(languages: readonly string[]): { words: PayWords; locale: string } {
  for (const tag of languages) {
    const [base] = tag.toLowerCase().split('-')
    if (base === 'de' || base === 'en') return { words: base === 'de' ? german : english, locale: tag }
  }
  return { words: english, locale: 'en' }
}
