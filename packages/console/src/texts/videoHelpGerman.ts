/** Help of fields of streams, videos, channels and tickets in German, by the description of the API. */
export const videoHelp: Readonly<Record<string, string>> = {
  'Unique among its siblings, case and accents aside.':
    'Jeder Name steht in einer Ebene nur einmal; Großschreibung und Akzente machen keinen Unterschied.',
  'Name in addresses, unique among its siblings; derived from the name when left out.':
    'Name in Adressen, in einer Ebene nur einmal. Leer: aus dem Namen gebildet.',
  'Content of the category.': 'Worum es in der Kategorie geht.',
  'Address of a small image.': 'Adresse eines kleinen Bildes.',
  'Colour of its badge, `#rrggbb`.': 'Farbe ihres Abzeichens.',
  'Position in the list, from 0; the end when left out.': 'Platz in der Liste, ab 0. Leer: am Ende.',
  'False hides it from pickers and discovery; its members stay linked.':
    'Aus: Sie steht nicht mehr zur Wahl und nicht in Listen; was zu ihr gehört, bleibt bei ihr.',
  'Category of the sub-category.': 'Kategorie, zu der sie gehört.',
  'Text for the audience.': 'Text für das Publikum.',
  ['Name in addresses, unique on the whole instance; derived from the name when left out. A previous handle ' +
  'redirects for 30 days, during which no other channel can take it.']:
    'Name in Adressen, auf dem ganzen Server nur einmal. Leer: aus dem Namen gebildet. Ein früherer leitet 30 ' +
    'Tage lang weiter; so lange bekommt ihn kein anderer Kanal.',
  'Text about the channel.': 'Text über den Kanal.',
  'Address of a square image.': 'Adresse eines quadratischen Bildes.',
  'Address of a wide image.': 'Adresse eines breiten Bildes.',
  'Category.': 'Kategorie.',
  'Sub-category; sets the category as well.': 'Unterkategorie; sie setzt auch die Kategorie.',
  'Language; the language of the account when left out.': 'Sprache. Leer: die des Kontos.',
  'Tags in one text, parted by commas: at most 20 of 40 characters each.':
    'Durch Kommas getrennt: höchstens 20 mit je 40 Zeichen.',
  'Tags in one text, parted by commas.': 'Durch Kommas getrennt.',
  'Links to show on the channel’s page, in this order.': 'Verweise auf der Seite des Kanals, in dieser Reihenfolge.',
  'Text of the link.': 'Text des Verweises.',
  'Target of the link.': 'Ziel des Verweises.',
  ['public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new videos ' +
  'need a ticket.']:
    'Öffentlich: steht in Listen. Nicht gelistet: für alle mit der Adresse. Privat: nur für dich. Mit Ticket: ' +
    'wie nicht gelistet; seine neuen Videos brauchen ein Ticket.',
  'Defaults of new videos of the channel; those there already are left alone.':
    'Vorgaben für neue Videos des Kanals; die vorhandenen bleiben, wie sie sind.',
  'Visibility of new videos.': 'Wer neue Videos sehen darf.',
  'Whether new videos give rewards.': 'Neue Videos geben Prämien.',
  'Target latency of new streams.': 'Verzögerung neuer Streams.',
  'Whether new streams are recorded.': 'Neue Streams werden aufgezeichnet.',
  'Length of the DVR window of new streams, in seconds.': 'So weit lassen sich neue Streams zurückspulen, in Sekunden.',
  'Whether viewers may make clips of new streams.': 'Zuschauer dürfen Clips neuer Streams machen.',
  'Visibility of replays of new streams.': 'Wer Aufzeichnungen neuer Streams sehen darf.',
  'Whether new videos give rewards, where neither they nor `defaults` say it.':
    'Neue Videos geben Prämien, wenn weder sie noch die Vorgaben etwas anderes sagen.',
  'The stream, video or channel that the details describe.': 'Stream, Video oder Kanal, zu dem die Seite gehört.',
  'The stream, video or channel that it describes.': 'Stream, Video oder Kanal, zu dem sie gehört.',
  'Language of the sheet, unique per target; the language of the target when left out.':
    'Sprache der Seite, für jedes Ziel nur einmal. Leer: die Sprache des Ziels.',
  'The title in this language.': 'Titel in dieser Sprache.',
  'The description in this language: a subset of Markdown.': 'Beschreibung in dieser Sprache; einfaches Markdown geht.',
  'Cover image for this language.': 'Titelbild für diese Sprache.',
  ['Audience that the content is fit for. mature: the page warns before it plays. adult: the page requires a ' +
  'confirmation of the age. The strictest of all languages and of the channel holds.']:
    'Für wen der Inhalt ist. Ab 16: Die Seite warnt vor dem Abspielen. Erwachsene: Die Seite fragt nach dem ' +
    'Alter. Es gilt die strengste Angabe aller Sprachen und des Kanals.',
  'Warnings for viewers before they watch.': 'Hinweise, die Zuschauer vor dem Abspielen lesen.',
  'Licence, as SPDX writes it where it can: `CC-BY-4.0`.': 'Lizenz, wo es geht in der Form von SPDX: CC-BY-4.0.',
  'Parts of the video, in order; each lasts until the next.':
    'Teile des Videos in ihrer Reihenfolge; jeder dauert bis zum nächsten.',
  'Start position; 0 for the first.': 'Beginn; beim ersten 0.',
  'Title.': 'Titel.',
  'Caption files. They are fetched, turned into WebVTT and kept.':
    'Dateien mit Untertiteln. Sie werden geholt, in WebVTT umgewandelt und aufgehoben.',
  'Language of the text.': 'Sprache des Textes.',
  'Name of the track in the menu of a player.': 'Name der Spur im Menü des Players.',
  'captions: speech and other audio. subtitles: translated speech.':
    'Untertitel für Hörgeschädigte: Sprache und andere Töne. Untertitel: übersetzte Sprache.',
  'Address of a WebVTT or SubRip file, fetched soon after it was sent.':
    'Adresse einer Datei in WebVTT oder SubRip; sie wird bald nach dem Speichern geholt.',
  'Contributors, each with a role.': 'Mitwirkende, jeder mit einer Rolle.',
  'Part that the person had.': 'Was die Person gemacht hat.',
  'Name of the person.': 'Name der Person.',
  'Address of a page of the person.': 'Adresse einer Seite der Person.',
  'Products that the page shows beside the player.': 'Produkte, die beim Player stehen.',
  'Name of the product.': 'Name des Produkts.',
  'Address of the shop; exactly one of url and paymentLinkId.':
    'Adresse des Shops, wenn kein Zahlungslink gewählt ist.',
  'Payment link that sells it. It is shown while the link takes payments of anyone.':
    'Zahlungslink, der es verkauft. Man sieht es, solange der Link Zahlungen von allen annimmt.',
  'Moment of the video at which the product is highlighted.': 'Stelle im Video, an der das Produkt hervorgehoben wird.',
  'Links to show beside it.': 'Verweise, die dabei stehen.',
  'Up to 50 fields of your own, shown to the audience as well.':
    'Bis zu 50 eigene Felder, die auch das Publikum sieht.',
  'A word of your own to filter by; `upload` when empty.': 'Ein eigenes Wort zum Filtern.',
  'A word of your own to filter by.': 'Ein eigenes Wort zum Filtern.',
  'Text about the content.': 'Text über den Inhalt.',
  'Text about the stream.': 'Text über den Stream.',
  'The channel it is shown on.': 'Kanal, auf dem es zu sehen ist.',
  'Channel; when left out, the first channel of the account, created if there is none.':
    'Kanal. Leer: der erste des Kontos; gibt es keinen, wird er angelegt.',
  'Name of a category, kept as sent.': 'Name einer Kategorie.',
  'Name of a sub-category, kept as sent.': 'Name einer Unterkategorie.',
  'Name of a category; linked when one has this name.': 'Name einer Kategorie; gibt es sie, gehört das Video zu ihr.',
  'Name of a sub-category of that category.': 'Name einer Unterkategorie dieser Kategorie.',
  'Day of publication in `timezone`, `YYYY-MM-DD`.': 'Tag der Veröffentlichung in der Zeitzone unten.',
  'Day of publication, `YYYY-MM-DD`.': 'Tag der Veröffentlichung.',
  'Day on which it is to begin in `timezone`, `YYYY-MM-DD`.': 'Tag, an dem der Stream beginnen soll.',
  'Time of day of publication, `HH:MM:SS`.': 'Uhrzeit der Veröffentlichung.',
  'Time of day of publication, `HH:MM:SS`. A date alone keeps the stored time, or means 00:00:00.':
    'Uhrzeit der Veröffentlichung. Leer: die bisherige, sonst Mitternacht.',
  'Time of day at which it begins, `HH:MM:SS`.': 'Uhrzeit, zu der der Stream beginnt.',
  'IANA zone of the schedule; the account’s when left out.': 'Zeitzone des Zeitplans. Leer: die des Kontos.',
  'Address of its cover image.': 'Adresse des Titelbilds.',
  'Image to show before it begins.': 'Bild, das vor dem Beginn zu sehen ist.',
  'Whether watching gives rewards; the channel’s default when left out.': 'Zusehen gibt Prämien. Leer: wie beim Kanal.',
  'Whether watching gives rewards; else the channel’s default.':
    'Zusehen gibt Prämien; sonst gilt die Vorgabe des Kanals.',
  'Whether watching gives rewards.': 'Zusehen gibt Prämien.',
  'Address of the video. Without one it stays a draft.': 'Adresse des Videos. Ohne sie bleibt es ein Entwurf.',
  'Address of the video.': 'Adresse des Videos.',
  ['public: listed. unlisted: open by its address. private: for you. password: open with the password. ' +
  'signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out.']:
    'Öffentlich: steht in Listen. Nicht gelistet: für alle mit der Adresse. Privat: nur für dich. Mit ' +
    'Passwort, mit signierter Adresse oder mit Ticket: nur damit. Leer: wie beim Kanal.',
  'copy: fetched, checked and kept here. link: played from where it lies.':
    'Kopieren: geholt, geprüft und hier aufgehoben. Verlinken: spielt von dort, wo es liegt.',
  'Whether viewers may download a copy.': 'Zuschauer dürfen eine Kopie herunterladen.',
  'Time at which a published video is archived automatically.':
    'Zeitpunkt, zu dem ein veröffentlichtes Video von selbst ins Archiv geht.',
  'For visibility password. Kept as a hash, never shown.':
    'Für Videos mit Passwort. Gespeichert wird nur ein Hash; zu sehen ist es nie wieder.',
  'The place that it comes from: its page shows the stream while live, that of the stream names it.':
    'Ort, von dem der Stream kommt: Seine Seite zeigt den Stream, solange er live ist, und die des Streams nennt ihn.',
  'Expected duration, for calendars.': 'Erwartete Dauer, für Kalender.',
  'Audience that may watch the replay; as `visibility` when left out.':
    'Wer die Aufzeichnung sehen darf. Leer: wer den Stream sehen darf.',
  ['Target latency: about 1, 2 or 6 seconds. Lower values tolerate less network jitter. The channel’s or the ' +
  'operator’s when left out.']:
    'Verzögerung: etwa 1, 2 oder 6 Sekunden. Kürzere vertragen weniger Schwankungen im Netz. Leer: wie beim ' +
    'Kanal oder beim Server.',
  'Whether it is live when an encoder publishes; else it is a preview until `goLive`.':
    'Er ist live, sobald ein Encoder sendet; sonst ist er eine Vorschau, bis du ihn live schaltest.',
  'Whether it is kept as a replay.': 'Er bleibt als Aufzeichnung.',
  'Days after which its replays are deleted; never when null.':
    'Tage, nach denen seine Aufzeichnungen gelöscht werden. Leer: nie.',
  'Length of the DVR window of a live stream, in seconds.':
    'So weit lässt sich der Stream zurückspulen, solange er live ist, in Sekunden.',
  'Time that a disconnected encoder has to reconnect before the stream ends, in seconds.':
    'So lange darf ein Encoder weg sein, bis der Stream endet, in Sekunden.',
  ['Whether the stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the ' +
  'encoder may return within `reconnectWindowSeconds`. A lost connection is always waited for.']:
    'Der Stream endet sofort, wenn sein Encoder mit Absicht aufhört, etwa mit „Streaming beenden“ in OBS; ' +
    'sonst darf der Encoder wiederkommen. Bei einer verlorenen Verbindung wird immer gewartet.',
  'Image to show while a lost encoder is waited for.': 'Bild, solange auf einen verlorenen Encoder gewartet wird.',
  'Longest duration of a live session, in seconds.': 'Längste Dauer einer Sendung, in Sekunden.',
  'source: the source alone. auto: smaller renditions as well; needs ffmpeg.':
    'Quelle: nur das Bild des Encoders. Automatisch: auch kleinere Auflösungen; braucht ffmpeg.',
  'Whether viewers may make clips.': 'Zuschauer dürfen Clips machen.',
  'Whether the number of viewers is hidden from the audience.': 'Das Publikum sieht die Zahl der Zuschauer nicht.',
  'Sites that may embed the player: exact origins, or one wildcard label in front; any when empty.':
    'Websites, die den Player einbetten dürfen, etwa https://example.com oder https://*.example.com. Leer: alle.',
  'Whether the key may be used again after it ended.': 'Der Schlüssel gilt auch nach dem Ende weiter.',
  'A test stream: never listed, and ended after 5 minutes.':
    'Ein Teststream: Er steht in keiner Liste und endet nach 5 Minuten.',
  'Simulcast targets, at most five; replaces the list.': 'Weitere Ziele für denselben Stream, höchstens fünf.',
  'Names one that there is, to keep its key; a new one else.':
    'Ein vorhandenes Ziel, das seinen Schlüssel behält; sonst ein neues.',
  'Name of your own.': 'Ein eigener Name.',
  'Address to publish to, such as rtmp://live.example.com/app; without the key.':
    'Adresse, an die gesendet wird, etwa rtmp://live.example.com/app, ohne den Schlüssel.',
  'The key there. Kept sealed, never shown; one that there is stays when left out.':
    'Der Schlüssel dort. Er bleibt verschlüsselt und ist nie zu sehen. Leer: der vorhandene bleibt.',
  'Whether the stream is sent there; true when left out.': 'Der Stream wird dorthin gesendet.',
  'The last so many seconds; 30 when left out.': 'So viele letzte Sekunden. Leer: 30.',
  'Title; the title of the source when left out.': 'Titel. Leer: der des Streams oder Videos.',
  'That of the source when left out.': 'Leer: wie der Stream oder das Video.',
  'Cuts at the exact frame instead of at a key frame.': 'Schneidet genau am Bild und nicht am Schlüsselbild.',
  'The stream that tickets open.': 'Stream, den die Tickets öffnen.',
  'The recorded video that tickets open.': 'Video, das die Tickets öffnen.',
  'The channel whose ticketed videos they open.': 'Kanal, dessen Videos mit Ticket sie öffnen.',
  'Seller of the tickets. generic: you send the list of attendees yourself.':
    'Anbieter der Tickets. Eigene Liste: Du trägst die Teilnehmer selbst ein.',
  'The event’s id there; of your own with generic.':
    'Nummer der Veranstaltung dort; bei einer eigenen Liste frei wählbar.',
  'Address of the ticket shop; the provider’s page when left out.':
    'Adresse des Ticket-Shops. Leer: die Seite des Anbieters.',
  'Price of a ticket, shown to viewers without one; the lowest of several.':
    'Preis eines Tickets, den Zuschauer ohne Ticket sehen; bei mehreren der niedrigste.',
  'Types of tickets, by their ids there, that open it; empty: all.':
    'Arten von Tickets, die gelten, mit ihrer Nummer dort. Leer: alle.',
  'Start of the event; set by you with generic, else by the provider.':
    'Beginn der Veranstaltung; bei einer eigenen Liste von dir, sonst vom Anbieter.',
  'End of the event; set by you with generic, else by the provider.':
    'Ende der Veranstaltung; bei einer eigenen Liste von dir, sonst vom Anbieter.',
  'Time before the start of the event from which tickets open it.': 'So lange vor dem Beginn gelten die Tickets schon.',
  'Time after the end of the event during which tickets open the replay.':
    'So lange nach dem Ende öffnen die Tickets noch die Aufzeichnung.',
  'Devices that may watch with one ticket at the same time.': 'Geräte, die mit einem Ticket zugleich zusehen dürfen.',
  'Whether each buyer is sent the code and the link.': 'Alle Käufer bekommen Code und Link per Mail.',
  'Source of changes: webhook by the provider, poll by this server, or both.':
    'Woher Änderungen kommen: Der Anbieter meldet sie, dieser Server fragt nach, oder beides.',
  'Seconds between two polls of the whole list.': 'Sekunden zwischen zwei Abfragen der ganzen Liste.',
  'Credentials for the provider; they replace those that are kept.':
    'Zugangsdaten beim Anbieter; sie ersetzen die gespeicherten.',
  'The key of the provider’s API; with Hi.Events the password.':
    'Schlüssel der API des Anbieters; bei Hi.Events das Passwort.',
  'Address of the provider’s API, for one that you run yourself.':
    'Adresse der API des Anbieters, wenn du ihn selbst betreibst.',
  'With pretix the organizer’s short name, with Hi.Events the address that signs in.':
    'Bei pretix der Kurzname des Veranstalters, bei Hi.Events die Adresse zum Anmelden.',
  'Secret that the provider signs its calls with, where it does.':
    'Geheimnis, mit dem der Anbieter seine Aufrufe unterschreibt, wenn er es tut.',
  'With generic: holders of tickets. Tickets that exist already stay as they are.':
    'Bei einer eigenen Liste: wer ein Ticket hat. Vorhandene Tickets bleiben, wie sie sind.',
  'Mail address to which the code is sent.': 'Adresse, an die der Code geht.',
  'Name for the greeting.': 'Name für die Anrede.',
  'The code that is on the ticket already, hard to guess; made when left out. Distinguishes tickets of one person.':
    'Code, der schon auf dem Ticket steht und schwer zu raten ist. Leer: wird gebildet. Er unterscheidet ' +
    'Tickets einer Person.',
  'Type of the ticket.': 'Art des Tickets.',
}
