/** Help of fields of places in German, by the description of the API. */
export const placesHelp: Readonly<Record<string, string>> = {
  'Name. Places may share one.': 'Orte dürfen denselben Namen haben.',
  'Kind of the place. `online` needs `onlineUrl`.': 'Art des Orts. Ein Ort im Netz braucht eine Online-Adresse.',
  'Text about the place, for visitors, in Markdown; null without one.': 'Text für Besucher; Markdown geht.',
  'Postal address; replaced as a whole.': 'Postanschrift.',
  'Street and house number.': 'Straße und Hausnummer.',
  'Building, floor or unit.': 'Gebäude, Stockwerk oder Einheit.',
  'City or town.': 'Stadt oder Gemeinde.',
  'State, province or county.': 'Bundesland, Kanton oder Provinz.',
  'Postal code.': 'Postleitzahl.',
  'ISO 3166-1 alpha-2.': 'Land der Anschrift.',
  'The whole address in one line, as people write it.': 'Die ganze Anschrift in einer Zeile, wie man sie schreibt.',
  'Coordinates in degrees (WGS 84).': 'Koordinaten in Grad.',
  'Degrees north of the equator, -90 to 90.': 'Grad nördlich des Äquators, -90 bis 90.',
  'Degrees east of Greenwich, -180 to 180.': 'Grad östlich von Greenwich, -180 bis 180.',
  'Address on the web.': 'Adresse im Netz.',
  ['IANA time zone. It defaults to the zone of `location`, else of the account, and follows the location ' +
  'until a request sets it. null in an update: follow the location again.']:
    'Leer: Sie folgt der Position, sonst gilt die des Kontos.',
  'IANA time zone; null: follow the location again.': 'Leer: Sie folgt wieder der Position.',
  'Opening hours, by the wall clock of the time zone of the place.': 'Öffnungszeiten nach der Uhr am Ort.',
  'People it holds.': 'So viele Menschen passen hinein.',
  'Rooms and areas.': 'Räume und Bereiche.',
  'Name of the space.': 'Name des Raums.',
  'Floor that the space is on, as people say it.': 'Stockwerk, wie man es dort nennt.',
  'true, the default: one booking at a time. false: bookings may run side by side.':
    'An: immer nur eine Buchung. Aus: Buchungen dürfen sich überschneiden.',
  'Facilities for visitors with disabilities; left out: unknown.':
    'Ausstattung für Besucher mit Behinderungen. Leer: unbekannt.',
  'Access for wheelchairs.': 'Zugang mit dem Rollstuhl.',
  'Hearing loop.': 'Höranlage mit Induktionsschleife.',
  'Entrance without a step.': 'Eingang ohne Stufe.',
  'Accessible toilet.': 'Barrierefreie Toilette.',
  'Directions for visitors.': 'Kontakt für Besucher.',
  'E.164, such as +4930123456.': 'Mit Landesvorwahl, etwa +4930123456.',
  'Mail address for visitors.': 'E-Mail-Adresse für Besucher.',
  'Website of the place.': 'Website des Orts.',
  'Photos, the best one first.': 'Fotos, das beste zuerst.',
  'Address of the photo.': 'Adresse des Fotos.',
  'Text in place of the photo, for readers that do not see it.': 'Text für alle, die das Foto nicht sehen.',
  'Author of the photo.': 'Wer das Foto gemacht hat.',
  'Categories of the offer, in your words.': 'Was es dort gibt, in deinen Worten.',
  'Labels of your own.': 'Eigene Schlagwörter.',
  '0 free, 1 cheap, 4 very expensive.': '0 kostenlos, 1 günstig, 4 sehr teuer.',
  'Ids in other directories, such as `google`, `osm`, `foursquare`: up to 20.':
    'Nummern in anderen Verzeichnissen, etwa google, osm oder foursquare: bis zu 20.',
  'The place that it is part of.': 'Ort, zu dem er gehört.',
  'Distance in metres within which a visitor counts as present.':
    'In diesem Umkreis gilt ein Besucher als anwesend, in Metern.',
  '`private`: never shown to public keys and other accounts.': 'Privat: nur für dich zu sehen.',
  ['Looks for a like name within 150 m, or the same name in the same city. `warn`, when left out: they come ' +
  'along as `possibleDuplicates`. `block`: 409 `possible_duplicate`. `off`: does not look.']:
    'Sucht nach ähnlichen Namen im Umkreis von 150 m und nach gleichen in derselben Stadt, und warnt, lehnt ' +
    'ab oder lässt es.',
}
