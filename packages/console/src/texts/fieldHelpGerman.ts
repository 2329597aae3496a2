/** Help of fields of marketing in German, by the description of the API. Other fields keep the words of the API. */
export const fieldHelp: Readonly<Record<string, string>> = {
  'Mail address; unique, whatever its case.': 'Mailadresse; eindeutig, ohne Rücksicht auf Groß- und Kleinschreibung.',
  'Phone number (E.164).': 'Telefonnummer mit Landesvorwahl, etwa +4940123456.',
  'Id of the person in a system of yours; unique.': 'ID der Person in einem deiner Systeme; eindeutig.',
  'Id of the person as a viewer, from a viewer token; unique.':
    'ID der Person als Zuschauer, aus einem Zuschauer-Token; eindeutig.',
  'Language (BCP 47).': 'Sprache als Kürzel, etwa `de` oder `en-GB`.',
  'IANA time zone.': 'Zeitzone, etwa `Europe/Berlin`.',
  'Country, ISO 3166-1 alpha-2.': 'Land mit zwei Buchstaben, etwa `DE`.',
  'Attributes of your own: up to 200 keys, 16 KB, three levels.':
    'Eigene Attribute: bis zu 200 Schlüssel, 16 KB, drei Ebenen.',
  'Keys of the topics that the contact subscribes to.': 'Schlüssel der Themen, die der Kontakt abonniert.',
  'Whether opens and clicks of the contact are not recorded.':
    'Ob Öffnungen und Klicks des Kontakts nicht erfasst werden.',
  'Initial state.': 'Zustand am Anfang.',
  'Initial state; `active` when left out.': 'Zustand am Anfang; ohne Angabe aktiv.',
  'Your own name for it, unique per account and noun; makes a repeated create safe.':
    'Deine eigene Kennung; eindeutig im Konto, macht ein wiederholtes Anlegen sicher.',
  'Up to 50 pairs of your own.': 'Bis zu 50 eigene Paare.',
  'Evidence that the person agreed to get mail.': 'Nachweis, dass die Person Mails zugestimmt hat.',
  'Source of the agreement: a form, an import, a till.':
    'Herkunft der Zustimmung: ein Formular, ein Import, eine Kasse.',
  'Time of the agreement; now when left out.': 'Zeitpunkt der Zustimmung; ohne Angabe jetzt.',
  'Address of the device, as evidence.': 'Adresse des Geräts, als Nachweis.',
  'Wording that the person agreed to.': 'Wortlaut, dem die Person zugestimmt hat.',
  'If the contact exists: `error` (409), `merge` what was sent into it, or `ignore` and return it.':
    'Wenn es den Kontakt gibt: ablehnen, die Angaben zusammenführen oder nichts tun.',
  'Refuses an address whose domain receives no mail by its MX records. It is accepted when no name server responds.':
    'Lehnt eine Adresse ab, deren Domain nach ihren MX-Einträgen keine Mails annimmt. Ohne Antwort gilt sie.',
  'Tags to add.': 'Schlagwörter, die hinzukommen.',
  'Tags to remove.': 'Schlagwörter, die wegfallen.',
  'A contact that is the same person.': 'Ein Kontakt, der dieselbe Person ist.',
  'Name, unique whatever its case.': 'Name; eindeutig, ohne Rücksicht auf Groß- und Kleinschreibung.',
  'Purpose of the segment.': 'Zweck des Segments.',
  '`dynamic` follows its filter, `snapshot` took it once, `static` has the contacts that you put in.':
    'Dynamisch: folgt dem Filter. Momentaufnahme: einmal gefiltert. Statisch: die Kontakte, die du hineinlegst.',
  'Filter of contacts; needed unless the segment is static.': 'Filter der Kontakte; nötig, außer bei statischen.',
  'Members of a static segment.': 'Mitglieder eines statischen Segments.',
  'Contacts to put into a static segment.': 'Kontakte, die in ein statisches Segment kommen.',
  'Contacts to take out of a static segment.': 'Kontakte, die ein statisches Segment verlassen.',
  'Use; `page` is a layout of others.': 'Verwendung; eine Seite ist ein Rahmen für andere.',
  'Format of `body`.': 'Format des Inhalts.',
  'Subject of the mail; Liquid.': 'Betreff der Mail, mit Liquid.',
  'Subject; Liquid.': 'Betreff, mit Liquid.',
  'Subject; Liquid. With `body`.': 'Betreff, mit Liquid.',
  'Text beside the subject in a list of mails; Liquid.': 'Text neben dem Betreff in einer Liste von Mails, mit Liquid.',
  'Text beside the subject; Liquid.': 'Text neben dem Betreff, mit Liquid.',
  'Body in its format, with Liquid.': 'Inhalt in seinem Format, mit Liquid.',
  'Body; Liquid. In place of a template.': 'Inhalt mit Liquid, anstelle einer Vorlage.',
  'Text part; made from the body when left out. Liquid.': 'Textfassung mit Liquid; ohne Angabe aus dem Inhalt gemacht.',
  'Text part; made from the body when left out.': 'Textfassung; ohne Angabe aus dem Inhalt gemacht.',
  'Template of type `page` with `{{ content }}` around the body.':
    'Vorlage der Art Seite, mit `{{ content }}` um den Inhalt.',
  'Values that a campaign or an automation gives, as `{{ name }}`.':
    'Werte, die eine Kampagne oder Automation angibt, als `{{ name }}`.',
  'Name in the texts.': 'Name in den Texten.',
  'Type of the value.': 'Art des Werts.',
  'Value where none is given.': 'Wert, wenn keiner angegeben ist.',
  'Whether no mail leaves without it, unless it has a default.':
    'Ob ohne ihn keine Mail hinausgeht, es sei denn, er hat eine Vorgabe.',
  'Values for previews.': 'Werte für die Vorschau.',
  'Key of the topic of its mails, where a campaign or an automation names none.':
    'Schlüssel des Themas ihrer Mails, wenn eine Kampagne oder Automation keines nennt.',
  'Name, for you alone.': 'Name, nur für dich.',
  'Way to the contacts.': 'Weg zu den Kontakten.',
  'Members of any of these segments.': 'Mitglieder eines dieser Segmente.',
  'Members of these segments get nothing.': 'Mitglieder dieser Segmente bekommen nichts.',
  'Contacts with any of these tags.': 'Kontakte mit einem dieser Schlagwörter.',
  'Contacts that satisfy this filter.': 'Kontakte, die diesen Filter erfüllen.',
  'Sender; the operator’s own when left out.': 'Absender; ohne Angabe der des Betreibers.',
  'Name of the sender.': 'Name des Absenders.',
  'Address of the sender.': 'Adresse des Absenders.',
  'Address for answers.': 'Adresse für Antworten.',
  'Address for answers; that of the sender when left out.': 'Adresse für Antworten; ohne Angabe die des Absenders.',
  'Key of the topic; only its subscribers get the mail.':
    'Schlüssel des Themas; nur wer es abonniert, bekommt die Mail.',
  'Time of a scheduled start.': 'Zeitpunkt eines geplanten Starts.',
  'Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H.':
    'Zeit nach dem geplanten Start, nach der sie als verpasst gilt, etwa PT6H.',
  'Hours of the contact outside of which no mail leaves; it waits for them.':
    'Stunden des Kontakts, außerhalb derer keine Mail hinausgeht; sie wartet darauf.',
  'Days; all when left out.': 'Tage; ohne Angabe alle.',
  'Mails a second at most.': 'Höchstens so viele Mails je Sekunde.',
  'Mails an hour at most.': 'Höchstens so viele Mails je Stunde.',
  'Mails a minute at most to the addresses of one domain.':
    'Höchstens so viele Mails je Minute an die Adressen einer Domain.',
  'Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`.':
    'Kontakte, die in einem Zeitraum so viele Nachrichten hatten, werden ausgelassen.',
  'Event that counts as a conversion. The last touch gets it when several campaigns count it.':
    'Ereignis, das als Abschluss zählt. Zählen es mehrere Kampagnen, bekommt es die letzte Berührung.',
  'Event of a contact that counts, `shop.order.placed`.': 'Ereignis eines Kontakts, das zählt: `shop.order.placed`.',
  'Time after the mail in which it counts; P7D when left out.':
    'Zeit nach der Mail, in der es zählt; ohne Angabe sieben Tage.',
  'Touch that begins the time; the click when left out.': 'Berührung, mit der die Zeit beginnt; ohne Angabe der Klick.',
  'Property with the amount in the smallest unit of `currency`; `amountMinor` when left out.':
    'Eigenschaft mit dem Betrag in der kleinsten Einheit; ohne Angabe `amountMinor`.',
  'Whether opens are counted; true when left out.': 'Ob Öffnungen zählen; ohne Angabe ja.',
  'Whether clicks are counted; true when left out.': 'Ob Klicks zählen; ohne Angabe ja.',
  'Parameters for the links of the mail that do not have them.': 'Parameter für Links der Mail, die keine haben.',
  'Mails whose sending was interrupted: left out, or sent again.':
    'Mails, deren Versand unterbrochen wurde: auslassen oder noch einmal senden.',
  'Occurrence that begins runs.': 'Anlass, mit dem Läufe beginnen.',
  'Content of the message itself, in place of a template.': 'Eigener Inhalt der Nachricht, anstelle einer Vorlage.',
  'Integration that sends; the default one when left out.': 'Integration, die sendet; ohne Angabe die vorausgewählte.',
  'Subscription topic of the mail.': 'Thema der Mail.',
  'Sender; that of the integration when left out.': 'Absender; ohne Angabe der der Integration.',
  'Address, of a domain that the integration has verified.': 'Adresse einer Domain, die die Integration geprüft hat.',
  'Values of the variables of the template.': 'Werte der Variablen der Vorlage.',
  'Mails, in order.': 'Mails in ihrer Reihenfolge.',
  'Answers of a contact that end its enrolment.': 'Reaktionen eines Kontakts, mit denen seine Serie endet.',
  'Whether a reply ends it.': 'Ob eine Antwort sie beendet.',
  'Whether a click on a link ends it.': 'Ob ein Klick auf einen Link sie beendet.',
  'Whether an unsubscription, a bounce or a complaint ends it; true when left out.':
    'Ob eine Abmeldung, ein Rückläufer oder eine Beschwerde sie beendet; ohne Angabe ja.',
  'Goal: a contact that matches is done.': 'Ziel: Wer es erfüllt, ist fertig.',
  'Contacts to enrol: at most one of a segment, contacts and a trigger.':
    'Kontakte, die aufgenommen werden: höchstens eines von Segment, Kontakten und Auslöser.',
  'Members of this segment, those to come as well.': 'Mitglieder dieses Segments, auch künftige.',
  'These contacts.': 'Diese Kontakte.',
  'Clock of send windows; `contact` when left out.': 'Uhr der Sendezeiten; ohne Angabe die des Kontakts.',
  'Whether a contact may be enrolled again; `never` when left out.':
    'Ob ein Kontakt noch einmal aufgenommen werden darf; ohne Angabe nie.',
  'Name for the people of the account.': 'Name für die Leute des Kontos.',
  'Host of the server.': 'Name des Servers.',
  'Port; that of the protocol when left out.': 'Port; ohne Angabe der des Protokolls.',
  'TLS from the start, or STARTTLS, which is required then.': 'TLS von Anfang an, oder STARTTLS, das dann Pflicht ist.',
  'Name that signs in.': 'Name für die Anmeldung.',
  'Folder of the mailbox; INBOX when left out.': 'Ordner des Postfachs; ohne Angabe INBOX.',
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
    'Medientyp des Inhalts; ohne Angabe JSON. Nach ihm werden Werte maskiert.',
  'Sender of mails that name none; the operator’s own when left out.':
    'Absender von Mails, die keinen nennen; ohne Angabe der des Betreibers.',
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
    'Kontakte, die die Kampagne bekommen, neben denen des Filters; jeder bekommt eine Mail.',
  'Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms.':
    'Integration, über die sie hinausgeht: ein ausgehender Webhook, oder SMS über HTTP.',
  'Template of the mail, in place of `body`.': 'Vorlage der Mail, anstelle eines eigenen Inhalts.',
  'Values of the template’s variables.': 'Werte der Variablen der Vorlage.',
  'Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`.':
    'Zeit jeder Mail: sobald das Tempo es zulässt, oder zur gewählten Uhrzeit des Kontakts.',
  'Time of day of each contact, `09:00`. With the mode `localTime`.': 'Uhrzeit bei jedem Kontakt, etwa `09:00`.',
  'Begin, `09:00`.': 'Anfang, etwa `09:00`.',
  'End, `17:00`.': 'Ende, etwa `17:00`.',
  'Period before the start, `P7D`.': 'Zeitraum vor dem Start, etwa `P7D`.',
  'Two to five variants of the mail, with `abTest`. Each leaves out what it shares with the campaign.':
    'Zwei bis fünf Varianten der Mail. Jede nennt nur, was sie von der Kampagne unterscheidet.',
  'Name, unique in the campaign.': 'Name; eindeutig in der Kampagne.',
  'Share of the sample, relative to the other weights.':
    'Anteil an der Stichprobe, im Verhältnis zu den anderen Gewichten.',
  'Template in place of the texts of the campaign.': 'Vorlage anstelle der Texte der Kampagne.',
  'Test of `variants` on a sample.': 'Test der Varianten an einer Stichprobe.',
  'Share of the audience that gets a variant first.': 'Anteil der Empfänger, der zuerst eine Variante bekommt.',
  'Rate of people by which the winner is chosen.': 'Quote, nach der der Gewinner gewählt wird.',
  'Time after the start when the winner is chosen, `PT4H`; the rest gets it then.':
    'Zeit nach dem Start, zu der der Gewinner gewählt wird, etwa `PT4H`; dann bekommen ihn die übrigen.',
  'Whether nothing is kept.': 'Ob nichts gespeichert wird.',
  'Name of the step within the sequence.': 'Name des Schritts in der Serie.',
  'Time after the step before, or after the enrolment.': 'Zeit nach dem Schritt davor oder nach der Aufnahme.',
  'Condition of the mail: contacts that do not match go on to the next step.':
    'Bedingung der Mail: Wer sie nicht erfüllt, geht zum nächsten Schritt.',
  'Hours of the contact in which the message leaves; it waits for them.':
    'Stunden des Kontakts, in denen die Nachricht hinausgeht; sie wartet darauf.',
  'Subject in place of that of the template.': 'Betreff anstelle dessen der Vorlage.',
  'Hours between two readings of a feed; 6 when left out.': 'Stunden zwischen zwei Abrufen; ohne Angabe 6.',
  'Event that a call records; webhook.received when left out.':
    'Ereignis, das ein Aufruf erfasst; ohne Angabe webhook.received.',
  'Path to the mail address of the person; email when left out.': 'Pfad zur Mailadresse der Person; ohne Angabe email.',
  'Path to your id of the person; externalId when left out.': 'Pfad zu deiner ID der Person; ohne Angabe externalId.',
  'Path to the phone number of the person; phone when left out.':
    'Pfad zur Telefonnummer der Person; ohne Angabe phone.',
  'Path to the name of the event in the payload, such as data.type.':
    'Pfad zum Namen des Ereignisses in den Daten, etwa data.type.',
  'Path to an object whose members become attributes of the contact.':
    'Pfad zu einem Objekt, dessen Einträge Attribute des Kontakts werden.',
  'Name of the header with the secret `apiKey`; Authorization when left out.':
    'Name des Headers mit dem Schlüssel; ohne Angabe Authorization.',
}
