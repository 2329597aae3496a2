/** Texts of the sign-in of an audience: its mail and its pages. */
export type ViewerWords = {
  language: string
  mail(account: string): { subject: string; before: string[]; between: string; after: string }
  start: { title(account: string): string; text: string; email: string; button: string }
  code: { title: string; text: string; code: string; button: string; again: string }
  link: { title(account: string): string; text: string; button: string }
  ended: { title: string; text: string; again: string }
  /** Refusals by reason. */
  refusals: Readonly<Record<string, string>>
  signedIn: { title(account: string): string; text: string; wallet: string; signOut: string }
  signedOut: { title: string; text: string; again: string }
  signOut: { title(account: string): string; button: string }
}

const english: ViewerWords = {
  language: 'en',
  mail: (account) => ({
    subject: `is your code for ${account}`,
    before: [`This code signs you in at ${account}. It is valid for ten minutes, once:`],
    between: 'Or open this link:',
    after: 'If that was not you, ignore this mail: without the code nothing happens. Never give the code away.',
  }),
  start: {
    title: (account) => `Sign in at ${account}`,
    text: 'You get a mail with a code. No password is needed.',
    email: 'E-mail address',
    button: 'Send me a code',
  },
  code: {
    title: 'Look into your mailbox',
    text: 'Type the code of six digits from the mail, or open its link. No mail? Look into the spam folder.',
    code: 'Code',
    button: 'Sign in',
    again: 'Send a new code',
  },
  link: {
    title: (account) => `Sign in at ${account}`,
    text: 'This link signs you in, in this browser.',
    button: 'Sign in',
  },
  ended: {
    title: 'This link is too old',
    text: 'A link is valid for ten minutes and for one sign-in.',
    again: 'Send a new one',
  },
  refusals: {
    wrong_code: 'The code is wrong, too old or used already.',
    codes_sent: 'Several codes were sent to this address already: use the newest one, or wait ten minutes.',
  },
  signedIn: {
    title: (account) => `You are signed in at ${account}`,
    text: 'Pages of this account know you in this browser.',
    wallet: 'Open your wallet',
    signOut: 'Sign out',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Pages of this account no longer know you in this browser.',
    again: 'Sign in again',
  },
  signOut: { title: (account) => `Sign out at ${account}?`, button: 'Sign out' },
}

const german: ViewerWords = {
  language: 'de',
  mail: (account) => ({
    subject: `ist dein Code für ${account}`,
    before: [`Mit diesem Code meldest du dich bei ${account} an. Er gilt zehn Minuten lang, einmal:`],
    between: 'Oder öffne diesen Link:',
    after:
      'Wenn du das nicht warst, ignoriere diese Mail: Ohne den Code geschieht nichts. Gib den Code niemandem weiter.',
  }),
  start: {
    title: (account) => `Bei ${account} anmelden`,
    text: 'Du bekommst eine Mail mit einem Code. Ein Passwort brauchst du nicht.',
    email: 'E-Mail-Adresse',
    button: 'Code schicken',
  },
  code: {
    title: 'Sieh in dein Postfach',
    text: 'Gib den sechsstelligen Code aus der Mail ein oder öffne ihren Link. Keine Mail? Sieh in den Spam-Ordner.',
    code: 'Code',
    button: 'Anmelden',
    again: 'Neuen Code schicken',
  },
  link: {
    title: (account) => `Bei ${account} anmelden`,
    text: 'Dieser Link meldet dich in diesem Browser an.',
    button: 'Anmelden',
  },
  ended: {
    title: 'Dieser Link ist zu alt',
    text: 'Ein Link gilt zehn Minuten lang und für eine Anmeldung.',
    again: 'Neuen schicken',
  },
  refusals: {
    wrong_code: 'Der Code ist falsch, zu alt oder schon benutzt.',
    codes_sent: 'An diese Adresse gingen schon mehrere Codes: Nimm den neuesten oder warte zehn Minuten.',
  },
  signedIn: {
    title: (account) => `Du bist bei ${account} angemeldet`,
    text: 'Seiten dieses Kontos kennen dich in diesem Browser.',
    wallet: 'Deine Wallet öffnen',
    signOut: 'Abmelden',
  },
  signedOut: {
    title: 'Du bist abgemeldet',
    text: 'Seiten dieses Kontos kennen dich in diesem Browser nicht mehr.',
    again: 'Wieder anmelden',
  },
  signOut: { title: (account) => `Bei ${account} abmelden?`, button: 'Abmelden' },
}

/** Texts in the language of a tag; English for a language without texts. */
export function viewerWords(language: string): ViewerWords {
  return /^de\b/i.test(language) ? german : english
}
