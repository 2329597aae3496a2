import { loyaltyHelp } from './loyaltyHelpGerman.ts'
import { paymentsHelp } from './paymentsHelpGerman.ts'
import { placesHelp } from './placesHelpGerman.ts'
import { videoHelp } from './videoHelpGerman.ts'

/** Help of fields in German, by the description of the API. Other fields keep the words of the API. */
export const fieldHelp: Readonly<Record<string, string>> = {
  ...loyaltyHelp,
  ...paymentsHelp,
  ...placesHelp,
  ...videoHelp,
  'Mail address; unique, whatever its case.':
    'Ein Kontakt je Adresse; Groß- und Kleinschreibung macht keinen Unterschied.',
  'Phone number (E.164).': 'Mit Landesvorwahl, etwa +49 40 123456.',
  'Id of the person in a system of yours; unique.': 'Nummer der Person in deinem Shop, deiner Kasse oder deinem CRM.',
  'Id of the person as a viewer, from a viewer token; unique.': 'Nummer der Person als Zuschauer deiner Videos.',
  'Language (BCP 47).': 'Sprache, die die Person liest.',
  'IANA time zone.': 'Danach richten sich Mails zu einer Ortszeit.',
  'Country, ISO 3166-1 alpha-2.': 'Land der Person.',
  'Attributes of your own: up to 200 keys, 16 KB, three levels.':
    'Alles, was du sonst weißt, etwa den Tarif oder die Schuhgröße. Segmente und Mails können es nutzen.',
  'Keys of the topics that the contact subscribes to.': 'Themen, zu denen der Kontakt Mails bekommt.',
  'Whether opens and clicks of the contact are not recorded.':
    'Öffnungen und Klicks des Kontakts werden nicht erfasst.',
  'Initial state.': 'Zustand am Anfang.',
  'Initial state; `active` when left out.': 'Ein Entwurf sendet nichts.',
  'Your own name for it, unique per account and noun; makes a repeated create safe.':
    'Ein eigener Name für Programme, die die API nutzen.',
  'Up to 50 pairs of your own.': 'Notizen für Programme, die die API nutzen: bis zu 50 Paare.',
  'Evidence that the person agreed to get mail.': 'Nachweis, dass die Person Mails zugestimmt hat.',
  'Source of the agreement: a form, an import, a till.':
    'Herkunft der Zustimmung: ein Formular, ein Import, eine Kasse.',
  'Time of the agreement; now when left out.': 'Zeitpunkt der Zustimmung. Leer: jetzt.',
  'Address of the device, as evidence.': 'Adresse des Geräts im Internet, als Nachweis.',
  'Wording that the person agreed to.': 'Wortlaut, dem die Person zugestimmt hat.',
  'If the contact exists: `error` (409), `merge` what was sent into it, or `ignore` and return it.':
    'Für eine Adresse, die es schon gibt: ablehnen, die Angaben ergänzen oder den Kontakt belassen, wie er ist.',
  'Refuses an address whose domain receives no mail by its MX records. It is accepted when no name server responds.':
    'Lehnt eine Adresse ab, deren Domain keine Mails empfängt.',
  'Tags to add.': 'Schlagwörter, die hinzukommen.',
  'Tags to remove.': 'Schlagwörter, die wegfallen.',
  'A contact that is the same person.': 'Ein Kontakt, der dieselbe Person ist.',
  'Name, unique whatever its case.': 'Groß- und Kleinschreibung macht keinen Unterschied: Kein Name steht zweimal.',
  'Purpose of the segment.': 'Wozu das Segment dient.',
  '`dynamic` follows its filter, `snapshot` took it once, `static` has the contacts that you put in.':
    'Dynamisch: folgt dem Filter. Momentaufnahme: einmal gefiltert. Statisch: die Kontakte, die du hineinlegst.',
  'Filter of contacts; needed unless the segment is static.': 'Filter der Kontakte; nötig, außer bei statischen.',
  'Members of a static segment.': 'Mitglieder eines statischen Segments.',
  'Contacts to put into a static segment.': 'Kontakte, die in ein statisches Segment kommen.',
  'Contacts to take out of a static segment.': 'Kontakte, die ein statisches Segment verlassen.',
  'Use; `page` is a layout of others.': 'Eine Seite ist ein Rahmen um andere Vorlagen.',
  'Format of `body`.': 'MJML hat Blöcke und passt auf jeden Bildschirm. Markdown und Text sind für schlichte Briefe.',
  'Subject of the mail; Liquid.': '`{{ contact.firstName }}` setzt den Vornamen ein.',
  'Subject; Liquid.': '`{{ contact.firstName }}` setzt den Vornamen ein.',
  'Subject; Liquid. With `body`.': '`{{ contact.firstName }}` setzt den Vornamen ein.',
  'Text beside the subject in a list of mails; Liquid.': 'Steht im Posteingang hinter dem Betreff.',
  'Text beside the subject; Liquid.': 'Steht im Posteingang hinter dem Betreff.',
  'Body in its format, with Liquid.': '`{{ contact.firstName }}` setzt den Vornamen ein.',
  'Body; Liquid. In place of a template.': '`{{ contact.firstName }}` setzt den Vornamen ein.',
  'Text part; made from the body when left out. Liquid.': 'Für Leser ohne HTML. Leer: aus dem Inhalt gemacht.',
  'Text part; made from the body when left out.': 'Für Leser ohne HTML. Leer: aus dem Inhalt gemacht.',
  'Template of type `page` with `{{ content }}` around the body.':
    'Eine Vorlage der Art Seite; der Inhalt steht anstelle ihres `{{ content }}`.',
  'Values that a campaign or an automation gives, as `{{ name }}`.':
    'Lücken, die jede Kampagne füllt, geschrieben als `{{ name }}`.',
  'Name in the texts.': 'Das Wort zwischen den Klammern in den Texten.',
  'Type of the value.': 'Art des Werts.',
  'Value where none is given.': 'Gilt, wo eine Kampagne nichts angibt.',
  'Whether no mail leaves without it, unless it has a default.':
    'Ohne ihn geht keine Mail hinaus, es sei denn, er hat eine Vorgabe.',
  'Values for previews.': 'Erfundene Werte für die Vorschau.',
  'Key of the topic of its mails, where a campaign or an automation names none.':
    'Gilt, wo eine Kampagne oder Automation kein Thema nennt.',
  'Name, for you alone.': 'Name, nur für dich.',
  'Way to the contacts.': 'Mail, SMS oder ein Aufruf eines anderen Systems.',
  'Members of any of these segments.': 'Mitglieder eines dieser Segmente.',
  'Members of these segments get nothing.': 'Mitglieder dieser Segmente bekommen nichts.',
  'Contacts with any of these tags.': 'Kontakte mit einem dieser Schlagwörter.',
  'Contacts that satisfy this filter.': 'Kontakte, die diesen Filter erfüllen.',
  'Sender; the operator’s own when left out.': 'Leer: der Absender des Servers.',
  'Name of the sender.': 'Name des Absenders.',
  'Address of the sender.': 'Adresse des Absenders.',
  'Address for answers.': 'Adresse für Antworten.',
  'Address for answers; that of the sender when left out.': 'Adresse für Antworten. Leer: die des Absenders.',
  'Key of the topic; only its subscribers get the mail.': 'Nur wer das Thema abonniert, bekommt die Mail.',
  'Time of a scheduled start.': 'Zeitpunkt eines geplanten Starts.',
  'Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H.':
    'Sie startet nicht mehr, wenn der Server so lange nach ihrer Zeit aus war.',
  'Hours of the contact outside of which no mail leaves; it waits for them.':
    'Stunden des Kontakts, außerhalb derer keine Mail hinausgeht; sie wartet darauf.',
  'Days; all when left out.': 'Leer: jeden Tag.',
  'Mails a second at most.': 'Höchstens so viele Mails je Sekunde.',
  'Mails an hour at most.': 'Höchstens so viele Mails je Stunde.',
  'Mails a minute at most to the addresses of one domain.':
    'Höchstens so viele Mails je Minute an die Adressen einer Domain.',
  'Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`.':
    'Kontakte, die im Zeitraum so viele Nachrichten hatten, werden ausgelassen.',
  'Event that counts as a conversion. The last touch gets it when several campaigns count it.':
    'Ereignis, das als Abschluss zählt. Zählen es mehrere Kampagnen, bekommt es die letzte Berührung.',
  'Event of a contact that counts, `shop.order.placed`.': 'Name des Ereignisses, etwa `shop.order.placed`.',
  'Time after the mail in which it counts; P7D when left out.': 'Zeit nach der Mail, in der es zählt. Leer: 7 Tage.',
  'Touch that begins the time; the click when left out.': 'Womit die Zeit beginnt. Leer: mit dem Klick.',
  'Property with the amount in the smallest unit of `currency`; `amountMinor` when left out.':
    'Eigenschaft des Ereignisses mit dem Betrag in Cent. Für Bestellungen deines Shops bleibt sie leer.',
  'Whether opens are counted; true when left out.': 'Zählt, wer die Mail öffnet. Leer: ja.',
  'Whether clicks are counted; true when left out.': 'Zählt, wer in der Mail klickt. Leer: ja.',
  'Parameters for the links of the mail that do not have them.': 'Parameter für Links der Mail, die keine haben.',
  'Mails whose sending was interrupted: left out, or sent again.':
    'Mails, deren Versand unterbrochen wurde: auslassen oder noch einmal senden.',
  'Occurrence that begins runs.': 'Anlass, mit dem Durchläufe beginnen.',
  'Content of the message itself, in place of a template.': 'Eigener Text der Mail, anstelle einer Vorlage.',
  'Integration that sends; the default one when left out.': 'Dienst, der sendet. Leer: dein vorausgewählter.',
  'Subscription topic of the mail.': 'Nur wer das Thema abonniert, bekommt die Mails.',
  'Sender; that of the integration when left out.': 'Leer: der Absender der Integration.',
  'Address, of a domain that the integration has verified.': 'Eine Adresse einer deiner Absenderdomains.',
  'Values of the variables of the template.': 'Werte der Variablen der Vorlage.',
  'Mails, in order.': 'Mails in ihrer Reihenfolge.',
  'Answers of a contact that end its enrolment.': 'Danach bekommt der Kontakt keine weitere Mail der Sequenz.',
  'Whether a reply ends it.': 'Eine Antwort auf eine der Mails.',
  'Whether a click on a link ends it.': 'Ein Klick auf einen Link in einer der Mails.',
  'Whether an unsubscription, a bounce or a complaint ends it; true when left out.':
    'Der Kontakt meldet sich ab oder beschwert sich, oder die Adresse geht nicht. Leer: ja.',
  'Goal: a contact that matches is done.': 'Ziel: Wer es erfüllt, ist fertig.',
  'Contacts to enrol: at most one of a segment, contacts and a trigger.':
    'Ein Weg hinein: die Mitglieder eines Segments, einzelne Kontakte oder etwas, das geschieht.',
  'Members of this segment, those to come as well.': 'Seine Mitglieder jetzt und alle, die später dazukommen.',
  'These contacts.': 'Einzelne Kontakte beim Namen.',
  'Clock of send windows; `contact` when left out.':
    'Nach wessen Uhr die Sendezeiten gehen. Leer: nach der des Kontakts.',
  'Whether a contact may be enrolled again; `never` when left out.':
    'Ob ein Kontakt die Sequenz ein zweites Mal bekommen kann. Leer: nie.',
  'Name for the people of the account.': 'Name für die Leute des Kontos.',
  'Host of the server.': 'Name des Servers.',
  'Port; that of the protocol when left out.': 'Leer: der übliche.',
  'TLS from the start, or STARTTLS, which is required then.':
    'Wie es dein Anbieter sagt: verschlüsselt von Anfang an (oft Port 465) oder nach STARTTLS (oft 587).',
  'Name that signs in.': 'Benutzername beim Server.',
  'Folder of the mailbox; INBOX when left out.': 'Leer: der Posteingang.',
  'Region of the provider, such as eu-central-1.': 'Region des Anbieters, etwa eu-central-1.',
  'Sending domain at the provider.': 'Absenderdomain beim Anbieter.',
  'Id of the access key of Amazon.': 'ID des Zugangsschlüssels von Amazon.',
  'ARN of the SNS topic that reports bounces; others are refused.':
    'ARN des SNS-Themas, das Rückläufer meldet; andere werden abgelehnt.',
  'Message stream of Postmark.': 'Message-Stream von Postmark.',
  'Provider behind an SMTP server that reports bounces.': 'Anbieter hinter einem SMTP-Server, der Rückläufer meldet.',
  'Address that is called; with a mail provider, that of its API.':
    'Adresse, die aufgerufen wird; bei einem Mailanbieter die seiner API.',
  'Body of the request, in Liquid.': 'Inhalt der Anfrage, in Liquid.',
  'Media type of the body; JSON when left out. It decides how values are escaped.':
    'Wie es das andere System erwartet. Leer: JSON.',
  'Sender of mails that name none; the operator’s own when left out.':
    'Für Mails, die keinen Absender nennen. Leer: der Absender des Servers.',
  'Mails per second.': 'Mails je Sekunde.',
  'Mails per hour.': 'Mails je Stunde.',
  'Mails per day.': 'Mails je Tag.',
  'Connections at once.': 'Gleichzeitige Verbindungen.',
  'Slow begin of a new sender, up to the limits.': 'Langsamer Anfang eines neuen Absenders, bis zu den Grenzen.',
  'Mails of the first day; twice as many each later day.': 'Mails des ersten Tags; an jedem weiteren doppelt so viele.',
  'Begin of the first day.': 'Beginn des ersten Tags.',
  'Password of SMTP or IMAP.': 'Passwort für SMTP oder IMAP.',
  'Key of the provider’s API; with Amazon the secret access key.':
    'Schlüssel der API des Anbieters; bei Amazon der geheime Zugangsschlüssel.',
  'Key by which the provider signs its reports.': 'Schlüssel, mit dem der Anbieter seine Meldungen signiert.',
  'Contacts that get the campaign, beside those of `filter`; each gets one mail.':
    'Alle von diesen bekommen eine Mail, auch wer mehrfach vorkommt.',
  'Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms.':
    'Dienst, der sie sendet. Leer: dein vorausgewählter für Mail.',
  'Template of the mail, in place of `body`.': 'Vorlage der Mail.',
  'Values of the template’s variables.': 'Werte der Variablen der Vorlage.',
  'Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`.':
    'Sofort oder zu einer Uhrzeit bei jedem Kontakt.',
  'Time of day of each contact, `09:00`. With the mode `localTime`.': 'Uhrzeit bei jedem Kontakt.',
  'Begin, `09:00`.': 'Anfang, etwa `09:00`.',
  'End, `17:00`.': 'Ende, etwa `17:00`.',
  'Period before the start, `P7D`.': 'Tage vor dem Start.',
  'Two to five variants of the mail, with `abTest`. Each leaves out what it shares with the campaign.':
    'Zwei bis fünf Varianten der Mail. Was eine leer lässt, ist das der Kampagne.',
  'Name, unique in the campaign.': 'Name; eindeutig in der Kampagne.',
  'Share of the sample, relative to the other weights.':
    'Anteil an der Stichprobe, im Verhältnis zu den anderen Gewichten.',
  'Template in place of the texts of the campaign.': 'Vorlage anstelle der Texte der Kampagne.',
  'Test of `variants` on a sample.': 'Ein Teil der Empfänger bekommt die Varianten, die übrigen die bessere.',
  'Share of the audience that gets a variant first.': 'Anteil der Empfänger, der zuerst eine Variante bekommt.',
  'Rate of people by which the winner is chosen.': 'Quote, nach der der Gewinner gewählt wird.',
  'Time after the start when the winner is chosen, `PT4H`; the rest gets it then.':
    'Zeit nach dem Start, zu der die bessere gewählt wird und an die übrigen geht.',
  'Whether nothing is kept.': 'Ob nichts gespeichert wird.',
  'Name of the step within the sequence.': 'Name der Mail in der Sequenz.',
  'Time after the step before, or after the enrolment.': 'Zeit nach dem Schritt davor oder nach der Aufnahme.',
  'Condition of the mail: contacts that do not match go on to the next step.':
    'Bedingung der Mail: Wer sie nicht erfüllt, geht zum nächsten Schritt.',
  'Hours of the contact in which the message leaves; it waits for them.':
    'Stunden des Kontakts, in denen die Nachricht hinausgeht; sie wartet darauf.',
  'Subject in place of that of the template.': 'Leer: der Betreff der Vorlage.',
  'Hours between two readings of a feed; 6 when left out.': 'Stunden zwischen zwei Abrufen. Leer: 6.',
  'Event that a call records; webhook.received when left out.':
    'Name des Ereignisses, das jeder Aufruf dem Kontakt gibt. Leer: webhook.received.',
  'Path to the mail address of the person; email when left out.': 'Wo im Aufruf die Mailadresse steht. Leer: email.',
  'Path to your id of the person; externalId when left out.':
    'Wo im Aufruf deine Nummer der Person steht. Leer: externalId.',
  'Path to the phone number of the person; phone when left out.': 'Wo im Aufruf die Telefonnummer steht. Leer: phone.',
  'Path to the name of the event in the payload, such as data.type.':
    'Pfad zum Namen des Ereignisses in den Daten, etwa data.type.',
  'Path to an object whose members become attributes of the contact.':
    'Pfad zu einem Objekt, dessen Einträge Attribute des Kontakts werden.',
  'Name of the header with the secret `apiKey`; Authorization when left out.':
    'Header mit dem Schlüssel, wie es das andere System sagt. Leer: Authorization.',
  'Initial state; `draft` when left out.': 'Ein Entwurf tut noch nichts.',
  'Body, with Liquid.': '`{{ contact.firstName }}` setzt den Vornamen ein.',
  'Plain text part; made from the body when left out.': 'Für Leser ohne HTML. Leer: aus dem Inhalt gemacht.',
  'Body; Liquid.': '`{{ contact.firstName }}` setzt den Vornamen ein.',
  ['Whether scheduled campaigns keep the version that they have; true when left out. To change them ' +
  'needs the scope `marketing.campaign:send`.']: 'Geplante Kampagnen behalten ihren Text. Aus: Sie senden den neuen.',
  'Key in `topics` of contacts and in campaigns: small letters, digits and hyphens.':
    'Kurzer Name, der bleibt: Kleinbuchstaben, Ziffern und Bindestriche, etwa produkt-neues.',
  'Name that contacts read.': 'Steht für Kontakte in Formularen und in ihren Einstellungen.',
  'Content of the mails, for contacts.': 'Worum es geht und wie oft Mails kommen, für Kontakte.',
  'Whether contacts see it in their preferences.': 'Kontakte sehen es in ihren Einstellungen und können es wählen.',
  'Whether new contacts of forms subscribe to it at once.':
    'Wer sich über ein Formular anmeldet, bekommt es, ohne es zu wählen, wenn Kontakte es sehen.',
  'Domain of senders. Capitals become small, and letters beyond ASCII the form of the DNS (`xn--`).':
    'Der Teil deiner Absenderadresse hinter dem @, etwa news.example.com.',
  'Path to the object with the properties of the event; the whole payload when left out.':
    'Wo im Aufruf steht, was geschah. Leer: alles, was er hat.',
  'Path to the id of the call: a repeat with the same one counts once.':
    'Wo im Aufruf seine ID steht: Ein zweiter mit derselben zählt nicht.',
  'Currency (ISO 4217) of prices of a feed that name none; without it they are left out.':
    'Für Preise des Feeds ohne Währung. Leer: Sie fallen weg.',
  'Whether the service is checked; true when left out. Unchecked, it is active at once.':
    'Meldet sich beim Dienst an, um zu sehen, ob er geht. Keine Mail wird gesendet.',
  'Whether mail leaves by it where no other one is named.': 'Mails gehen über ihn hinaus, wo kein anderer genannt ist.',
  'Bounds of the provider.': 'Was dein Anbieter dich senden lässt.',
  'Settings of the type.': 'Angaben zum Dienst.',
  'Secrets; those that are sent replace the stored ones.': 'Geheimnisse; neue ersetzen die gespeicherten.',
  'Kind of the service.': 'Art des Dienstes.',
  'Name, such as that of the file.': 'Name, etwa der der Datei.',
  'Format; detected when left out.': 'Leer: an der Datei erkannt.',
  'Encoding; detected when left out.': 'Leer: an der Datei erkannt.',
  'Separator of cells; detected when left out.': 'Leer: an der Datei erkannt.',
  'Whether the first row has names; detected when left out.': 'Die erste Zeile hat die Namen der Spalten.',
  'Columns to import, each with a field or an attribute; guessed from the names when left out.':
    'Spalten und was aus ihnen wird. Leer: nach ihren Namen geraten.',
  'Name of the column, as in `columns`.': 'Name der Spalte.',
  'Part of the contact that the column fills.': 'Teil des Kontakts, den die Spalte füllt.',
  'Key of the attribute that it fills instead.': 'Oder ein eigenes Attribut, das sie füllt.',
  'Type of the attribute; `text` when left out.': 'Leer: Text.',
  ['Contacts that exist: `skip` leaves them, `merge` takes values of the file and adds tags and topics, ' +
  '`overwrite` clears what is empty in the file as well.']:
    'Für vorhandene Kontakte: belassen, mit Werten der Datei ergänzen oder überschreiben, auch mit leeren Zellen.',
  'State of new contacts. When left out: subscribed with `consent`, else unsubscribed.':
    'Leer: abonniert, wenn du die Quelle ihrer Zustimmung nennst, sonst abgemeldet.',
  'Tags that every contact of the file gets.': 'Schlagwörter, die jeder Kontakt der Datei bekommt.',
  'Topics that every contact of the file gets.': 'Themen, die jeder Kontakt der Datei bekommt.',
  'Evidence that the people of the file agreed to get mail. Columns of the file come first.':
    'Nachweis, dass die Leute der Datei Mails zugestimmt haben. Spalten der Datei gehen vor.',
  'Source of the agreement: a form, a till, another system.':
    'Herkunft der Zustimmung: ein Formular, eine Kasse, ein anderes System.',
  'Time of the agreement; that of the import when left out.': 'Zeitpunkt der Zustimmung. Leer: der des Imports.',
  'Wording that the people agreed to.': 'Wortlaut, dem die Leute zugestimmt haben.',
  'Static segment that the contacts are put into.': 'Statisches Segment, in das die Kontakte kommen.',
  'Name of the event, of type `event`.': 'Name des Ereignisses.',
  'Segment, of types `segmentEntered` and `segmentExited`.': 'Segment, in das der Kontakt kommt oder das er verlässt.',
  'Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`.':
    'Feld mit dem Datum, oder das Feld, das sich änderte.',
  'Duration after the date, or before it with a sign, of type `dateAttribute`.': 'Zeit vor oder nach dem Datum.',
  'Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`.': 'Tage und Uhrzeiten.',
  'Zone of dates and recurrences; that of `settings` when left out.': 'Leer: die Zeitzone der Automation.',
  'Name of the threshold, of type `scoreCrossed`; any when left out.': 'Leer: jede Schwelle.',
  'Direction of the crossing; either when left out.': 'Nach oben oder unten. Leer: beides.',
  'Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`.':
    'Ob ein Kontakt ein zweites Mal hineinkommen kann. Leer: nie.',
  'Concurrent runs of one contact; 1 when left out.': 'Wie oft ein Kontakt zugleich darin sein kann. Leer: einmal.',
  'Zone of a contact without one; that of the account when left out.':
    'Für Kontakte ohne Zeitzone. Leer: die des Kontos.',
  'Clock that counts; that of the contact when left out.': 'Leer: die Uhr des Kontakts.',
  'Running contacts, with `paused` or `archived`.': 'Was mit Kontakten geschieht, die darin sind.',
  'Held runs whose time has passed: go on, or end. Default `runNow`.':
    'Kontakte, deren Zeit in der Pause verstrich: Sie gehen jetzt weiter oder verlassen sie.',
  'Scores to set, in place of `delta`.': 'Punktestände, die gelten sollen, anstelle von Punkten dazu.',
  'Moment at which the points of `delta` are gone.': 'Zeitpunkt, zu dem die Punkte verfallen.',
  'Whether `inboundUrl` gets a new secret.': 'Die Adresse für Aufrufe bekommt ein neues Geheimnis.',
  'it gets mail; unless it was pending or bounced, this needs `consent`.': 'Der Kontakt bekommt wieder Mails.',
  'it gets no mail.': 'Der Kontakt bekommt keine Mails mehr.',
  'it is put away and leaves all segments.': 'Er wird weggelegt und verlässt alle Segmente. Du kannst ihn zurückholen.',
  'back from the archive; it gets no mail yet.':
    'Er kommt aus dem Archiv zurück und bekommt erst Mails, wenn er abonniert.',
  'its filter is evaluated for all contacts, and it follows them.':
    'Alle Kontakte werden neu geprüft; Mitglieder kommen und gehen von nun an.',
  'it keeps its members, and follows contacts no longer.': 'Es behält seine Mitglieder; keine kommen oder gehen mehr.',
  'it may be sent.': 'Kampagnen und Automationen können sie senden.',
  'it is a draft again.': 'Wieder ein Entwurf: Nichts wird gesendet.',
  'it is put away.': 'Wird weggelegt.',
  'it starts at `sendAt`.': 'Sie startet zur gewählten Zeit.',
  'it starts now.': 'Sie startet jetzt.',
  'no further mail leaves.': 'Keine weitere Mail geht hinaus, bis du sie fortsetzt.',
  'it goes on.': 'Sie geht weiter, wo sie war.',
  'it ends for good.': 'Keine weitere Mail geht hinaus, und sie kann nicht weitergehen. Gesendete bleiben.',
  'it is used again, once it works.': 'Sie wird geprüft und wieder benutzt, sobald sie geht.',
  'nothing leaves by it.': 'Nichts geht mehr über sie hinaus.',
  'Deletes a segment. One that others refer to is refused, unless `force` is sent.':
    'Seine Kontakte bleiben. Ein Segment, das eine Kampagne, eine Automation oder ein anderes Segment ' +
    'nutzt, wird nicht gelöscht.',
  'Deletes a sequence. Enrolments stop, or get the rest of their mails with `inFlight: finish`.':
    'Kontakte, die darin sind, bekommen keine weitere Mail.',
  'Deletes a template. One that others refer to is refused, unless `force` is sent.':
    'Bleibt, solange Automation, Sequenz, noch nicht gestartete Kampagne oder, als Layout, eine Vorlage sie nutzt.',
  ['Deletes a draft, or a campaign that has ended; cancel another one first. Messages that it sent stay ' +
  'in the time lines of their contacts.']:
    'Ihr Bericht ist weg. Gesendete Mails bleiben bei den Aktivitäten ihrer Kontakte.',
  'Deletes one of topics: kinds of mail that contacts subscribe to one by one.':
    'Kontakte sehen es nicht mehr in Formularen und Einstellungen. Neue Mails können es nicht haben.',
  'Deletes a sending domain with its key. Mail from its addresses waits from then on.':
    'Ihr Schlüssel ist weg, und Mails von ihren Adressen warten. Neu angelegt braucht sie neue DNS-Einträge.',
  'Deletes an import with its file and its list of errors. Contacts that were imported stay.':
    'Die Datei und die Liste fehlerhafter Zeilen sind weg. Importierte Kontakte bleiben.',
  'Deletes an automation. Its runs end, or go on to their end with `inFlight: continue`.':
    'Kontakte, die darin sind, verlassen sie und bekommen keine weitere Mail.',
}
