import { oneLine } from '#kit/values/foreignText.ts'
import { parseId } from '#kit/values/ids.ts'
import { attributeTypes, columnNameMax, columnsMax, type AttributeType, type Target } from './importFields.ts'
import type { Mapped } from './contactImport.ts'
import { readAttribute } from './importCells.ts'
import { ImportFailed } from './importRefusal.ts'
import { openReader, type FileForm, type FileRow } from './importText.ts'

/** A column of a file, with its first values. */
export type FileColumn = { name: string; samples: string[] }

const samplesMax = 5
const sampleCharsMax = 100
const sampledRowsMax = 100

/** Names of columns in the exports of other systems, without blanks and signs, by language. */
const knownNames: Readonly<Record<Target, string>> = {
  email:
    'email mail emailaddress mailaddress emailadresse mailadresse epost epostadresse courriel adresseemail ' +
    'adressemail adressecourriel correo correoelectronico email1 emailprimary indirizzoemail postaelettronica ' +
    'enderecodeemail emailadres mailadres epostadress sahkoposti adresemail eposta электроннаяпочта почта ' +
    'メールアドレス メール 电子邮件 邮箱',
  phone:
    'phone phonenumber telephone mobile mobilephone mobilenumber cell cellphone sms telefon telefonnummer handy ' +
    'handynummer mobil mobilnummer telephoneportable numerodetelephone portable telefono movil celular cellulare ' +
    'numeroditelefono telefone telemovel telefoon telefoonnummer mobiel numertelefonu телефон 電話番号 电话 手机',
  externalId:
    'externalid customerid customernumber userid contactid subscriberid memberid clientid kundennummer kundenid ' +
    'kundennr idclient numeroclient numerodecliente idcliente codicecliente klantnummer kundnummer',
  viewerId: 'viewerid zuschauerid',
  firstName: 'firstname givenname forename vorname prenom nombre nome voornaam fornamn fornavn etunimi imie имя 名',
  lastName:
    'lastname surname familyname nachname familienname zuname nom nomdefamille apellido apellidos cognome sobrenome ' +
    'apelido achternaam efternamn etternavn efternavn sukunimi nazwisko фамилия 姓',
  locale: 'locale language lang sprache langue idioma lingua taal sprak jezyk язык 言語',
  timezone: 'timezone zeitzone fuseauhoraire zonahoraria fusoorario tijdzone tidszon',
  country: 'country countrycode land landescode pays pais paese kraj страна 国',
  tags: 'tags tag labels label schlagworte schlagwort etiquettes etiquetas etichette',
  topics: 'topics topic themen sujets temas argomenti',
  trackingDisabled: 'trackingdisabled donottrack',
  attributes: 'attributes',
  status: 'status state subscriptionstatus emailstatus subscribed estado etat stato',
  consentSource: 'consentsource optinsource signupsource einwilligungsquelle',
  consentAt: 'consentat consentdate optintime optindate optinat confirmtime confirmedat signupdate einwilligungam',
  consentIp: 'consentip optinip confirmip signupip',
  consentText: 'consenttext einwilligungstext',
}
/** Columns of an export of this server that an import leaves out. */
const unmapped = new Set(
  (
    'id version createdat updatedat clientreference metadata mergedintoid issuppressed isphonesuppressed ' +
    'addressflags'
  ).split(' '),
)

const targetOfName: Readonly<Record<string, Target>> = Object.fromEntries(
  Object.entries(knownNames).flatMap(([target, names]) =>
    // cast: the keys of the record are targets.
    names.split(' ').map((name): [string, Target] => [name, target as Target]),
  ),
)

/** The columns of the first rows of a file. Throws ImportFailed for a file without rows, or with too many columns. */
export function columnsOf(text: string, form: FileForm): FileColumn[] {
  const reader = openReader(form)
  const read = reader.read(text)
  // The sample may be the whole file, whose last row has no line end.
  const rows = (read.length === 0 ? reader.end() : read).slice(0, sampledRowsMax)
  const columns = form.format === 'jsonl' ? membersOf(rows) : cellsOf(rows, form.hasHeader)
  if (columns.length === 0) throw new ImportFailed('The file has no row that can be read.')
  if (columns.length > columnsMax) {
    throw new ImportFailed(`The file has ${columns.length} columns. It may have ${columnsMax}.`)
  }
  return columns
}

function cellsOf(rows: readonly FileRow[], hasHeader: boolean): FileColumn[] {
  const read = rows.flatMap((each) => ('cells' in each ? [each.cells] : []))
  const [first = []] = read
  const names = hasHeader ? uniqueNames(first) : first.map((_, index) => `Column ${index + 1}`)
  const values = hasHeader ? read.slice(1) : read
  return names.map((name, index) => ({ name, samples: samplesOf(values.map((cells) => cells[index])) }))
}

/** Names of a first row: a repeated one gets a number, an empty one its position. */
function uniqueNames(cells: readonly unknown[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, index) => {
    const name = oneLine(String(cell), columnNameMax - 10) || `Column ${index + 1}`
    let unique = name
    for (let number = 2; used.has(unique); number++) unique = `${name} (${number})`
    used.add(unique)
    return unique
  })
}

function membersOf(rows: readonly FileRow[]): FileColumn[] {
  const values = new Map<string, unknown[]>()
  for (const each of rows) {
    if (!('cells' in each)) continue
    for (const [path, value] of leavesOf(each.cells[0])) {
      const name = oneLine(path, columnNameMax)
      if (name !== '') values.set(name, [...(values.get(name) ?? []), value])
    }
  }
  return [...values].map(([name, found]) => ({ name, samples: samplesOf(found) }))
}

/** Members of an object by path; lists are values, and so are objects below the second level. */
function leavesOf(value: unknown, path = '', depth = 0): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 2) return [[path, value]]
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, path === '' ? name : `${path}.${name}`, depth + 1),
  )
}

/** The value of a path, whose names may hold dots themselves. */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const members = new Map(Object.entries(value))
  if (members.has(path)) return members.get(path)
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const found = valueAt(members.get(path.slice(0, dot)), path.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

function samplesOf(values: readonly unknown[]): string[] {
  const texts = values.map((value) =>
    oneLine(typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? ''), sampleCharsMax),
  )
  return [...new Set(texts)].filter((text) => text !== '').slice(0, samplesMax)
}

/** The mapping that follows from names and values of the columns. Unknown columns become attributes. */
export function guessedMapping(columns: readonly FileColumn[], format: FileForm['format']): Mapped[] {
  const used = new Set<string>()
  // An export has all attributes in one column as well, with their types.
  const isWhole = columns.some(({ name }) => name === 'attributes')
  return columns.flatMap(({ name, samples }): Mapped[] => {
    if (isOwnId(samples)) return []
    const field = targetOf(name, samples)
    if (field !== undefined && !used.has(field)) {
      used.add(field)
      return [{ columnName: name, field }]
    }
    if (isWhole && name.startsWith('attributes.')) return []
    const attribute = keyOf(name)
    if (attribute === undefined || unmapped.has(folded(name)) || used.has(`attributes.${attribute}`)) return []
    used.add(`attributes.${attribute}`)
    // Values of JSON lines have types of their own.
    return [{ columnName: name, attribute, ...(format === 'csv' && { type: typeOf(samples) }) }]
  })
}

/** Whether a column holds ids of contacts, which this server chooses. */
function isOwnId(samples: readonly string[]): boolean {
  return samples.length > 0 && samples.every((each) => parseId('con', each) !== undefined)
}

function targetOf(name: string, samples: readonly string[]): Target | undefined {
  const word = folded(name)
  if (Object.hasOwn(targetOfName, word)) return targetOfName[word]
  const isAddress = samples.length > 0 && samples.every((each) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(each))
  return isAddress ? 'email' : undefined
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A key of an attribute for the name of a column: `Postal code` becomes `postalCode`. */
function keyOf(name: string): string | undefined {
  const plain = name
    .replace(/^attributes\./, '')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
  const parts = plain.split(/[^A-Za-z0-9_-]+/).filter((part) => part !== '')
  const key = parts.map((part, index) => (index === 0 ? lowerFirst(part) : upperFirst(part))).join('')
  return /^[A-Za-z_][A-Za-z0-9_-]{0,59}$/.test(key) ? key : undefined
}

function lowerFirst(part: string): string {
  return part === part.toUpperCase() ? part.toLowerCase() : part.charAt(0).toLowerCase() + part.slice(1)
}

function upperFirst(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1)
}

/** The narrowest type that all samples have. */
function typeOf(samples: readonly string[]): AttributeType {
  if (samples.length === 0) return 'text'
  const narrow = attributeTypes.filter((type) => type !== 'text')
  // Digits with a zero in front are a code, not a number.
  const isCode = samples.some((each) => /^0\d/.test(each))
  const fits = (type: AttributeType) => samples.every((each) => readAttribute(each, type).value !== undefined)
  return narrow.find((type) => fits(type) && !(type !== 'moment' && isCode)) ?? 'text'
}
