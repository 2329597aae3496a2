/** Help of fields of payments in German, by the description of the API. */
export const paymentsHelp: Readonly<Record<string, string>> = {
  'State it should have, in place of an action.': 'Zustand, in den er wechselt.',
  'Title of the page and of the payment at the provider.': 'Titel der Seite und der Zahlung beim Anbieter.',
  'Text below the title.': 'Text unter dem Titel.',
  'fixed: the lines make the price. customer: the payer chooses an amount.':
    'Fest: Die Positionen ergeben den Preis. Frei: Die zahlende Person wählt den Betrag.',
  'Currency of all amounts of the link.': 'Währung aller Beträge des Links.',
  'Products of a link with amountMode fixed.': 'Was bezahlt wird, Position für Position.',
  'Price of one, in minor units of the currency.': 'Preis eines Stücks.',
  'Number of pieces; 1 when left out.': 'Anzahl der Stücke. Leer: eines.',
  'Your name for the product, which promotions compare.': 'Deine Artikelnummer; Aktionen vergleichen sie.',
  'Bounds within which the payer chooses the quantity.': 'In diesen Grenzen wählt die zahlende Person die Menge.',
  'Fewest pieces.': 'Mindestens so viele Stücke.',
  'Most pieces.': 'Höchstens so viele Stücke.',
  'Address of its image.': 'Adresse des Bilds.',
  'Bounds of the amount with amountMode customer.': 'Grenzen des Betrags, den die zahlende Person wählt.',
  'Least amount.': 'Kleinster Betrag.',
  'Largest amount; no bound when left out.': 'Größter Betrag. Leer: keine Grenze.',
  'Amount that the page suggests.': 'Betrag, den die Seite vorschlägt.',
  'Payments it takes at most; 1 for a one-time link.': 'So viele Zahlungen höchstens; 1 für einen einmaligen Link.',
  'Time from which it takes no payments.': 'Ab dann nimmt er keine Zahlungen an.',
  'Whether the payer may enter codes of coupons.': 'Auf der Seite gibt es ein Feld für Gutscheincodes.',
  'Whether active promotions apply by themselves.': 'Laufende Aktionen gelten von selbst.',
  'Tokens as part payment, for payers who are signed in.': 'Token als Teil der Zahlung, für angemeldete Personen.',
  'Token that pays a part, such as POINTS.': 'Art der Token, etwa POINTS.',
  'Minor units of the currency that one token pays.': 'So viel zahlt ein Token, in der kleinsten Einheit der Währung.',
  'Largest part of the price that tokens may pay.': 'Größter Teil des Preises, den Token zahlen, in Prozent.',
  'Data of the payer beside the mail address.': 'Angaben der zahlenden Person neben der Mailadresse.',
  'Whether the payer enters a name.': 'Die Seite fragt nach dem Namen.',
  'Whether the payer enters a phone number.': 'Die Seite fragt nach der Telefonnummer.',
  'Whether the payer enters a postal address.': 'Die Seite fragt nach der Anschrift.',
  'Questions to the payer, up to five.': 'Bis zu fünf Fragen an die zahlende Person.',
  'Name of the answer in a payment.': 'Name der Antwort in der Zahlung.',
  'Question that the payer reads.': 'Die Frage auf der Seite.',
  'Type of the answer; text when left out.': 'Art der Antwort. Leer: Text.',
  'Whether a payment needs an answer.': 'Ohne Antwort keine Zahlung.',
  'Either an address or a text for the time after a payment.': 'Nach der Zahlung: eine Adresse oder ein Text.',
  'Address that the payer is sent to, by https, on this server or an origin of a public key.':
    'Dorthin geht es nach der Zahlung: auf diesen Server oder die Adresse eines öffentlichen Schlüssels.',
  'Text on the page after the payment.': 'Text auf der Seite nach der Zahlung.',
  'Contact of the payer, for a link to one person.': 'Nur für diese Person.',
  'Provider that takes the money; the default of the account when left out.':
    'Wer das Geld annimmt. Leer: der Anbieter des Kontos.',
  'Live stream that it belongs to: its page shows the link, and offers and payments name the stream.':
    'Livestream, zu dem er gehört: Dessen Seite zeigt den Link.',
  'Tag of its payments, such as a place of publication; `source` of the address replaces it.':
    'Kennzeichen der Zahlungen, etwa der Ort, an dem der Link steht.',
  'Company: the built-in sandbox, which moves no money, or Stripe.':
    'Die eingebaute Sandbox bewegt kein Geld; Stripe schon.',
  'Whether payments go through it where a link names no provider. The first one is.':
    'Zahlungen laufen darüber, wenn ein Link keinen Anbieter nennt.',
  'Keys of Stripe; those that are sent replace the stored ones.': 'Schlüssel von Stripe; neue ersetzen die alten.',
  'Secret or restricted key, `sk_…` or `rk_…`.': 'Geheimer oder eingeschränkter Schlüssel: sk_… oder rk_….',
  'Signing secret of the webhook endpoint, `whsec_…`; without it the server registers an endpoint.':
    'Geheimnis des Webhooks, whsec_…. Leer: Der Server meldet seinen Webhook selbst an.',
  'Form of the code; a button when left out.': 'Form des Codes. Leer: ein Knopf.',
  'Text of the button or link; in the language of the account when left out.':
    'Text des Knopfs oder Links. Leer: in der Sprache des Kontos.',
  'Amount in minor units; all that is left when left out.': 'Betrag. Leer: alles, was übrig ist.',
  'Your reason.': 'Dein Grund.',
  'Deletes a payment link. Its payments stay; open sessions of payers end at the provider.':
    'Löscht den Link. Seine Zahlungen bleiben; wer gerade bezahlt, kann es nicht mehr.',
  'Deletes a payment provider by which no payment went and that no link names. Disable others: refunds need them.':
    'Löscht einen Anbieter ohne Zahlungen und Links. Andere nur ausschalten: Erstattungen brauchen sie.',
  ['Checks the keys of a payment provider at its company. Keys that are refused move it to `error`, and keys ' +
  'that work to `active`; `lastError` says why. A company that is not reached changes no state. A webhook ' +
  'endpoint that the server registers is put right as well.']:
    'Prüft die Schlüssel bei der Firma, und den Webhook: Der Anbieter wird aktiv, oder er zeigt den Fehler.',
  'payments go through it again, once its keys work.': 'Zahlungen laufen wieder darüber, sobald die Schlüssel gelten.',
  'no new payment goes through it.': 'Keine neue Zahlung läuft darüber.',
  'it is settled; a comparison that finds the difference of its day again opens it.':
    'Sie ist geklärt. Findet ein Vergleich sie wieder, ist sie wieder offen.',
  'it takes no payments.': 'Er nimmt keine Zahlungen an.',
  'it takes payments, while it has time and payments left.':
    'Er nimmt Zahlungen an, solange Zeit und Zahlungen übrig sind.',
  'Lets payers pay in parts, on a one-time link of fixed lines without coupons, promotions and tokens.':
    'Der Preis darf in Teilen bezahlt werden: nur bei einmaligen Links, ohne Gutscheine, Aktionen und Token.',
  'Least amount of the first part, in minor units.': 'So viel muss der erste Teil mindestens sein.',
  'Mails of an open link to its contact, each once: after the creation of the link or before its end.':
    'Mails an den Kontakt, solange der Link offen ist: nach dem Anlegen oder vor dem Ablauf, jede einmal.',
  'Time after the creation of the link.': 'Zeit nach dem Anlegen des Links.',
  'Time before the end of the link.': 'Zeit vor dem Ablauf des Links.',
}
