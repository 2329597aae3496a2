/** Texts that contacts read: the mail of the double opt-in, and the pages of consent. */
export type AudienceWords = {
  language: string
  optInMail(account: string): { subject: string; before: string[]; after: string }
  confirm: {
    title: string
    text(account: string, address: string): string
    button: string
    done: string
    doneText(account: string): string
  }
  preferences: {
    title: string
    text(account: string, address: string): string
    topics: string
    all: string
    allHint: string
    save: string
    saved: string
  }
  unsubscribe: {
    title: string
    text(account: string): string
    button: string
    done: string
    doneText(account: string, address: string | null): string
    mistake: string
    undo: string
    choose: string
  }
  subscribe: {
    title(account: string): string
    text: string
    email: string
    firstName: string
    button: string
    done: string
    doneText: string
  }
}

const english: AudienceWords = {
  language: 'en',
  optInMail: (account) => ({
    subject: `Confirm your subscription to ${account}`,
    before: [`Mail from ${account} was requested for this address.`, 'Open this link to confirm it:'],
    after: 'If that was not you, ignore this mail: without the link you get nothing more.',
  }),
  confirm: {
    title: 'Confirm your subscription',
    text: (account, address) => `${account} will write to ${address}.`,
    button: 'Confirm',
    done: 'Your subscription is confirmed',
    doneText: (account) => `${account} writes to you from now on. Each mail has a link to unsubscribe.`,
  },
  preferences: {
    title: 'Your mail preferences',
    text: (account, address) => `What ${account} sends to ${address}.`,
    topics: 'Topics',
    all: 'Send me mail',
    allHint: 'Without it you get nothing, whatever the topics say.',
    save: 'Save',
    saved: 'Your preferences are saved.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    text: (account) => `${account} will send you no more mail.`,
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    doneText: (account, address) => `${account} sends no more mail to ${address ?? 'you'}.`,
    mistake: 'Was that a mistake?',
    undo: 'Undo',
    choose: 'Choose topics',
  },
  subscribe: {
    title: (account) => `Get mail from ${account}`,
    text: 'You get a mail with a link. Open it and confirm: only then you are subscribed.',
    email: 'E-mail address',
    firstName: 'First name',
    button: 'Subscribe',
    done: 'One more step',
    doneText: 'Look into your mailbox and open the link to confirm. No mail? Look into the spam folder.',
  },
}

const german: AudienceWords = {
  language: 'de',
  optInMail: (account) => ({
    subject: `Bestätige dein Abonnement von ${account}`,
    before: [`Für diese Adresse wurden Mails von ${account} bestellt.`, 'Öffne diesen Link, um das zu bestätigen:'],
    after: 'Wenn du das nicht warst, ignoriere diese Mail: Ohne den Link bekommst du nichts mehr.',
  }),
  confirm: {
    title: 'Bestätige dein Abonnement',
    text: (account, address) => `${account} wird an ${address} schreiben.`,
    button: 'Bestätigen',
    done: 'Dein Abonnement ist bestätigt',
    doneText: (account) => `${account} schreibt dir von jetzt an. Jede Mail hat einen Link zum Abbestellen.`,
  },
  preferences: {
    title: 'Deine Mail-Einstellungen',
    text: (account, address) => `Was ${account} an ${address} schickt.`,
    topics: 'Themen',
    all: 'Schickt mir Mails',
    allHint: 'Ohne dies bekommst du nichts, egal welche Themen gewählt sind.',
    save: 'Speichern',
    saved: 'Deine Einstellungen sind gespeichert.',
  },
  unsubscribe: {
    title: 'Abbestellen',
    text: (account) => `${account} wird dir nicht mehr schreiben.`,
    button: 'Abbestellen',
    done: 'Du bist abgemeldet',
    doneText: (account, address) => `${account} schreibt ${address === null ? 'dir' : `an ${address}`} nicht mehr.`,
    mistake: 'War das ein Versehen?',
    undo: 'Rückgängig',
    choose: 'Themen wählen',
  },
  subscribe: {
    title: (account) => `Mails von ${account}`,
    text: 'Du bekommst eine Mail mit einem Link. Öffne ihn und bestätige: Erst dann bist du angemeldet.',
    email: 'E-Mail-Adresse',
    firstName: 'Vorname',
    button: 'Anmelden',
    done: 'Noch ein Schritt',
    doneText: 'Öffne den Link in deinem Postfach, um zu bestätigen. Kommt bald keine Mail, sieh in den Spam-Ordner.',
  },
}

/** Texts in the language of a tag; English for a language without texts. */
export function audienceWords(language: string): AudienceWords {
  return /^de\b/i.test(language) ? german : english
}
