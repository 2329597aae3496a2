import type { signUpEnglish } from './signUpEnglish.ts'

/** Texts of sign-up forms and of sequences in German. */
export const signUpGerman: Record<keyof typeof signUpEnglish, string> = {
  'signUp.title': 'Anmeldeformular',
  'signUp.text': 'Wer eine Adresse eingibt, öffnet einen Link in einer Mail, die sofort kommt (Double-Opt-in).',
  'signUp.page': 'Fertige Seite',
  'signUp.page.text': 'Verlinke sie auf deiner Website, in einem Profil oder auf einem Plakat.',
  'signUp.code': 'Formular für deine Website',
  'signUp.code.text': 'Füge den Code dort ein, wo das Formular stehen soll. Er braucht keinen Schlüssel.',
  'signUp.topics': 'Themen des Formulars',
  'signUp.topics.text': 'Ohne Auswahl gelten die Themen, die als Standard markiert sind.',
  'signUp.email': 'E-Mail-Adresse',
  'signUp.button': 'Anmelden',
  'signUp.done': 'Sieh in dein Postfach und öffne den Link, um zu bestätigen.',
  'signUp.failed': 'Das hat nicht geklappt. Prüfe die Adresse und versuche es noch einmal.',
  'sequence.mails': 'Mails',
  'sequence.people': 'Kontakte',
  'sequence.mail': 'Mail {number}',
  'sequence.add': 'Mail hinzufügen',
  'sequence.delay.first': 'Warten nach der Aufnahme',
  'sequence.delay': 'Warten nach der Mail davor',
  'sequence.source': 'Text der Mail',
  'sequence.more': 'Zeiten, Bedingung und Variablen',
  'template.new': 'Neue Vorlage',
  'template.new.save': 'Anlegen',
  'template.new.basics': 'Name und Art',
}
