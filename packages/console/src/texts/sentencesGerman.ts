/**
 * Sentences that the server says in English, in German: issues of encoders, advice about automations, findings of the
 * home page, and reasons of wrong rows of an import. `{}` stands for a value. A sentence that is not here is shown as
 * it comes.
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
  'must be the number of tokens that it gives': 'muss die Zahl der Token sein, die sie gibt',
  'must be the fact that gives the tokens': 'muss der Fakt sein, der die Token gibt',
  'must be the contact who gets the tokens': 'muss der Kontakt sein, der die Token bekommt',
  'must be the price of the perk in tokens': 'muss der Preis der Prämie in Token sein',
  'must say what people get for their tokens, such as a coupon':
    'muss sagen, was man für die Token bekommt, etwa einen Gutschein',
  'must be the coupon that people get, unless promotionId is sent':
    'muss der Gutschein sein, den man bekommt, wenn keine Aktion gewählt ist',
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
  'No video has arrived from the encoder for {}.': 'Seit {} kommt vom Encoder kein Video an.',
  'Nothing has arrived from the encoder for {}.': 'Seit {} kommt vom Encoder nichts an.',
  'Check that the encoder is still streaming and that it is connected to the internet.':
    'Prüfe, ob der Encoder noch sendet und mit dem Internet verbunden ist.',
  'The upload stalls: frames arrived up to {} late.': 'Der Upload stockt: Bilder kamen bis zu {} zu spät an.',
  ['Use a cable instead of Wi-Fi, or lower the bitrate to two thirds of your upload speed. In OBS: ' +
  'Settings, Output, Video Bitrate.']:
    'Nimm ein Kabel statt WLAN, oder senke die Bitrate auf zwei Drittel deines Uploads. In OBS: ' +
    'Einstellungen, Ausgabe, Videobitrate.',
  '{} kbit/s are low for this frame size: movement will show blocks.':
    '{} kbit/s sind wenig für diese Bildgröße: Bewegung zeigt Klötzchen.',
  ['Raise the bitrate to {} kbit/s, or lower the resolution. In OBS: Settings, Output, Video Bitrate, ' +
  'or Settings, Video, Output Resolution.']:
    'Erhöhe die Bitrate auf {} kbit/s, oder senke die Auflösung. In OBS: Einstellungen, Ausgabe, ' +
    'Videobitrate, oder Einstellungen, Video, Ausgabe-Auflösung.',
  'Key frames are {} s apart: the video starts late and clips are coarse.':
    'Keyframes kommen alle {} s: Das Video beginnt spät, und Clips sind ungenau.',
  'Set the key-frame interval to 2 seconds, or to 1. In OBS: Settings, Output, Keyframe Interval.':
    'Stelle das Keyframe-Intervall auf 2 Sekunden oder auf 1. In OBS: Einstellungen, Ausgabe, Keyframe-Intervall.',
  'The encoder uses B-frames, which come late and add to the delay of the stream.':
    'Der Encoder nutzt B-Frames; sie kommen spät und verzögern den Stream.',
  'Turn B-frames off. In OBS: Settings, Output, set B-frames to 0, or choose the tuning "zerolatency".':
    'Schalte B-Frames ab. In OBS: Einstellungen, Ausgabe, B-Frames auf 0, oder wähle die Feinabstimmung „zerolatency“.',
  'The encoder sends {}, which cannot be shown.': 'Der Encoder sendet {}, das sich nicht zeigen lässt.',
  'The stream has no audio.': 'Der Stream hat keinen Ton.',
  'Check that the scene has an audio source and that audio is encoded as AAC. In OBS: the Audio Mixer.':
    'Prüfe, ob die Szene eine Tonquelle hat und der Ton als AAC kodiert ist. In OBS: der Audiomixer.',
  'Frames arrive {} % slower than they are shown.': 'Bilder kommen {} % langsamer an, als sie gezeigt werden.',
  'Frames arrive {} % faster than they are shown.': 'Bilder kommen {} % schneller an, als sie gezeigt werden.',
  ['The encoder or its upload does not keep pace: close other programs, choose a faster preset or lower ' +
  'the bitrate. In OBS: View, Stats.']:
    'Der Encoder oder sein Upload kommt nicht nach: Schließe andere Programme, wähle eine schnellere ' +
    'Voreinstellung oder senke die Bitrate. In OBS: Ansicht, Statistiken.',
  'The server is busy; the stream may stutter through no fault of the encoder.':
    'Der Server ist ausgelastet; der Stream kann stocken, ohne dass der Encoder etwas dafür kann.',
  'Contact the operator of the server. There is nothing to change in OBS.':
    'Wende dich an den Betreiber des Servers. In OBS ist nichts zu ändern.',
  'The encoder sends no key frames, so players have nothing to begin with.':
    'Der Encoder sendet keine Keyframes, deshalb haben Player keinen Anfang.',
  'Set the key-frame interval of the encoder to 2 seconds. In OBS: Settings, Output, Keyframe Interval.':
    'Stelle das Keyframe-Intervall des Encoders auf 2 Sekunden. In OBS: Einstellungen, Ausgabe, Keyframe-Intervall.',
  'The encoder sends no video.': 'Der Encoder sendet kein Video.',
  'Check that the scene has a video source and that the encoder sends H.264.':
    'Prüfe, ob die Szene eine Videoquelle hat und der Encoder H.264 sendet.',
  'All frames of the encoder have the same timestamp, so nothing can be shown.':
    'Alle Bilder des Encoders haben denselben Zeitstempel, deshalb lässt sich nichts zeigen.',
}
