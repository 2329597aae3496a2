import type { Role } from './roles.ts'

/** A mail around a link: its subject, and the paragraphs before and behind the address. */
export type LinkMailText = { subject: string; before: string[]; after: string }

/** Texts of the mails to people in one language. */
export type MailTexts = {
  passwordReset: LinkMailText
  emailChange: LinkMailText
  invitation: (account: string, role: Role) => LinkMailText
  /** To the former address of a person; `address`: the new one, hidden in part. */
  addressChanged: (address: string) => { subject: string; paragraphs: string[] }
}

const english: MailTexts = {
  passwordReset: {
    subject: 'A new password for Fairground',
    before: ['A new password was requested for this e-mail address.', 'Open this link. It is valid for an hour, once:'],
    after: 'If that was not you, ignore this mail: the password stays as it is.',
  },
  emailChange: {
    subject: 'Confirm your e-mail address for Fairground',
    before: [
      'This address is to become the sign-in address of a person.',
      'Open this link. It is valid for an hour, once:',
    ],
    after: 'If you do not know why, ignore this mail: without the link nothing happens.',
  },
  invitation: (account, role) => ({
    subject: `Join ${account} on Fairground`,
    before: [
      `You are invited to ${account} as ${role}.`,
      'Open this link to accept. It is valid for seven days, once:',
    ],
    after: 'If you do not know the account, ignore this mail: without the link nothing happens.',
  }),
  addressChanged: (address) => ({
    subject: 'Your e-mail address for Fairground has changed',
    paragraphs: [
      `You sign in as ${address} from now on, no longer by this address.`,
      'If that was not you, write to an owner of the account or to the operator of the server at once.',
    ],
  }),
}

const germanRoles: Record<Role, string> = {
  owner: 'Eigentümer',
  developer: 'Entwickler',
  operator: 'Betreiber',
  analyst: 'Analyst',
  reader: 'Leser',
}

const german: MailTexts = {
  passwordReset: {
    subject: 'Ein neues Passwort für Fairground',
    before: [
      'Für diese E-Mail-Adresse wurde ein neues Passwort angefordert.',
      'Öffne diesen Link. Er gilt eine Stunde lang, einmal:',
    ],
    after: 'Wenn du das nicht warst, ignoriere diese Mail: Das Passwort bleibt, wie es ist.',
  },
  emailChange: {
    subject: 'Bestätige deine E-Mail-Adresse für Fairground',
    before: [
      'Mit dieser Adresse soll sich eine Person künftig anmelden.',
      'Öffne diesen Link. Er gilt eine Stunde lang, einmal:',
    ],
    after: 'Wenn du nicht weißt, warum, ignoriere diese Mail: Ohne den Link geschieht nichts.',
  },
  invitation: (account, role) => ({
    subject: `Einladung zu ${account} auf Fairground`,
    before: [
      `Du bist zu ${account} eingeladen. Deine Rolle: ${germanRoles[role]}.`,
      'Öffne diesen Link, um anzunehmen. Er gilt sieben Tage lang, einmal:',
    ],
    after: 'Wenn du das Konto nicht kennst, ignoriere diese Mail: Ohne den Link geschieht nichts.',
  }),
  addressChanged: (address) => ({
    subject: 'Deine E-Mail-Adresse für Fairground hat sich geändert',
    paragraphs: [
      `Du meldest dich ab jetzt als ${address} an. Mit dieser Adresse meldet sich niemand mehr an.`,
      'Wenn du das nicht warst, schreib sofort einem Eigentümer des Kontos oder dem Betreiber des Servers.',
    ],
  }),
}

/** The texts of a language tag such as `de-AT`; English for a language without texts. */
export function mailTextsOf(languageTag: string): MailTexts {
  return /^de(-|$)/i.test(languageTag) ? german : english
}

/** The plain text of a mail around the address of a link. */
export function linkMailText({ before, after }: LinkMailText, address: string): string {
  return [...before.slice(0, -1).flatMap((each) => [each, '']), before.at(-1), address, '', after].join('\n')
}
