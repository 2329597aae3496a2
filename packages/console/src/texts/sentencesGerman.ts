/**
 * Sentences that the server says in English, in German: advice about automations, and findings of the home page. `{}`
 * stands for a value. A sentence that is not here is shown as it comes.
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
}
