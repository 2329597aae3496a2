import type { ticketEnglish } from './ticketEnglish.ts'

/** Texts of tickets and their events in German. */
export const ticketGerman: Readonly<Record<keyof typeof ticketEnglish, string>> = {
  'ticket.door': 'Code prüfen',
  'ticket.door.text': 'Gib den Code eines Tickets ein oder scanne ihn. Nichts wird geändert.',
  'ticket.code': 'Code',
  'ticket.check': 'Prüfen',
  'ticket.opens': 'Öffnet das Video',
  'ticket.notOpenYet': 'Noch nicht offen',
  'ticket.notOpenYet.text': 'Öffnet {at}.',
  'ticket.closed': 'Geschlossen',
  'ticket.closed.text': 'Geschlossen seit {at}.',
  'ticket.revoked': 'Entzogen',
  'ticket.unknown': 'Kein Ticket dieser Veranstaltung hat diesen Code',
  'ticket.noName': 'Ohne Namen',
  'ticket.open': 'Ticket öffnen',
  'ticket.resend': 'Code noch einmal senden',
  'ticket.resend.done': 'Der Code ist unterwegs zu {email}.',
  'ticket.resend.none': 'Das Ticket hat keine Mailadresse.',
  'ticket.valid.one': '{count} gültiges Ticket',
  'ticket.valid.other': '{count} gültige Tickets',
  'ticket.synced': 'Vom Anbieter gelesen {at}.',
}
