/**
 * Sentences that the server says in English, in German: advice about automations, findings of the home page, and
 * reasons of wrong rows of an import. `{}` stands for a value. A sentence that is not here is shown as it comes.
 */
export const sentencesGerman: Readonly<Record<string, string>> = {
  'Dead jobs': 'Gescheiterte Aufträge',
  'Every attempt of a background job failed. Mend the cause and run it again.':
    'Jeder Versuch eines Auftrags im Hintergrund ist gescheitert. Behebe die Ursache und starte ihn neu.',
  'Webhook deliveries given up': 'Webhook-Zustellungen aufgegeben',
  'The endpoint refused them for three days. Send them again once it responds.':
    'Der Endpunkt hat sie drei Tage lang abgewiesen. Sende sie noch einmal, sobald er antwortet.',
  'Webhook endpoint does not respond': 'Webhook-Endpunkt antwortet nicht',
  '{} did not respond to its last {} batches of deliveries.':
    '{} hat auf die letzten {} Stapel von Zustellungen nicht geantwortet.',
  'Webhook endpoint is disabled': 'Webhook-Endpunkt ist abgeschaltet',
  '{} gets no facts.': '{} bekommt keine Fakten.',
  'Disk is nearly full': 'Der Speicher ist fast voll',
  'No signal arrives from the encoder.': 'Vom Encoder kommt kein Signal an.',
  'Poor signal: {}': 'Schlechtes Signal: {}',
  'The mail has no topic: a contact can only unsubscribe from everything.':
    'Die Mail hat kein Thema: Ein Kontakt kann nur alles abbestellen.',
  'The body has no link to unsubscribe; the mail gets it in its headers alone.':
    'Der Text hat keinen Link zum Abbestellen; die Mail hat ihn nur in ihren Headern.',
  'There are no quiet hours: messages leave at any hour.':
    'Es gibt keine Ruhezeiten: Nachrichten gehen zu jeder Stunde hinaus.',
  'must be a mail address such as mira@example.com': 'muss eine E-Mail-Adresse wie mira@example.com sein',
  'must be a phone number such as +4940123456': 'muss eine Telefonnummer wie +4940123456 sein',
  'one of email, phone, externalId, viewerId is needed':
    'braucht eine E-Mail-Adresse, Telefonnummer, externe ID oder Zuschauer-ID',
  'must be a moment such as 2026-11-21 or 2026-11-21T09:00:00Z':
    'muss ein Zeitpunkt wie 21.11.2026 oder 2026-11-21T09:00:00Z sein',
  'must be subscribed or unsubscribed': 'muss „abonniert“ oder „abgemeldet“ sein',
  'must be yes or no': 'muss „ja“ oder „nein“ sein',
  'must be a list': 'muss eine Liste sein',
  'must be an object in JSON': 'muss ein Objekt in JSON sein',
  'must be a number such as 12.5': 'muss eine Zahl wie 12,5 sein',
  'must be a number that has no comma before three digits': 'muss eine Zahl ohne Komma vor drei Ziffern sein',
  'must be a smaller number': 'muss eine kleinere Zahl sein',
  'has {} cells and not {}': 'hat {} Zellen statt {}',
  'is no object in JSON': 'ist kein Objekt in JSON',
  'is no JSON': 'ist kein JSON',
  'The file has no row that can be read.': 'Die Datei hat keine lesbare Zeile.',
  'The file has {} columns. It may have {}.': 'Die Datei hat {} Spalten. Sie darf {} haben.',
  'The file has no column “{}”.': 'Die Datei hat keine Spalte „{}“.',
  'The file is no text: it has too many control characters.':
    'Die Datei ist kein Text: Sie hat zu viele Steuerzeichen.',
  'The file has no rows.': 'Die Datei hat keine Zeilen.',
  'The file is a list in JSON. Write one object in each line, without brackets around them.':
    'Die Datei ist eine Liste in JSON. Schreibe ein Objekt je Zeile, ohne Klammern um alle.',
}
