import type { profileEnglish } from './profileEnglish.ts'

/** Texts of the profile of a contact, in German. */
export const profileGerman: Record<keyof typeof profileEnglish, string> = {
  'profile.mail': 'Themen und Zustimmung',
  'profile.suppressed': 'Gesperrt',
  'profile.suppressed.text': 'Die Adresse bekommt keine Mail, gleich welcher Zustand und welche Themen.',
  'profile.noMail': 'Der Kontakt bekommt keine Mail: {status}.',
  'profile.subscribe': 'Abonnieren',
  'profile.subscribe.title': '{name} als Abonnent eintragen?',
  'profile.subscribe.text': 'Mails brauchen die Zustimmung der Person. Ihre Herkunft wird als Nachweis gespeichert.',
  'profile.subscribe.source': 'Herkunft der Zustimmung',
  'profile.subscribe.source.text': 'Etwa ein Formular, ein Anruf oder eine Kasse.',
  'profile.subscribe.wording': 'Wortlaut der Zustimmung',
  'profile.subscribed': 'Der Kontakt hat abonniert.',
  'profile.topics': 'Themen',
  'profile.evidence': 'Nachweis der Zustimmung',
  'profile.evidence.none': 'Es gibt keinen Nachweis.',
  'profile.person': 'Person',
  'profile.merge': 'Mit anderem Kontakt zusammenführen',
  'profile.merge.text':
    'Verlauf, Nachrichten, Nachweise und Scores des anderen Kontakts kommen hierher, er selbst ist endgültig weg. ' +
    'Leere Felder füllen sich. Wer sich in einem von beiden abgemeldet hat, bleibt abgemeldet.',
  'profile.merge.other': 'Der andere Kontakt',
  'profile.merge.same': 'Das ist der Kontakt selbst.',
  'profile.merge.table': 'Beide Kontakte nebeneinander',
  'profile.merge.field': 'Feld',
  'profile.merge.stays': '{name} (bleibt)',
  'profile.merge.goes': '{name} (geht)',
  'profile.merge.after': 'Danach',
  'profile.merge.button': 'Zusammenführen',
  'profile.merged': 'Beide Kontakte sind einer.',
  'profile.erase': 'Löschen',
  'profile.erase.title': '{name} löschen?',
  'profile.erase.text':
    'Name, Adresse, Verlauf, Nachrichten und Nachweise gehen sofort und endgültig; Zahlen von Kampagnen bleiben. ' +
    'Die Adresse bekommt keine Mail mehr, auch wenn ein späterer Import sie enthält.',
  'profile.erase.type': 'Zur Bestätigung {name} eintippen',
  'profile.erase.button': 'Endgültig löschen',
  'profile.erased': 'Der Kontakt ist gelöscht.',
  'profile.messages': 'Nachrichten',
  'profile.messages.none': 'Der Kontakt hat keine Nachricht bekommen.',
  'profile.messages.at': 'Zeit',
  'profile.messages.channel': 'Kanal',
  'profile.messages.state': 'Zustand',
  'profile.messages.happened': 'Geschehen',
}
