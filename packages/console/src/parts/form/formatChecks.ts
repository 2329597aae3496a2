/**
 * Formats of texts that a form checks before it sends them. A format that is not here is left to the server: this
 * browser may know fewer zones and currencies than the server does.
 */
export const formatChecks = {
  'date-time': isMoment,
  date: isDay,
  'visible-text': isVisible,
  'web-url': isWebAddress,
  'language-tag': isLanguageTag,
  email: isMailAddress,
  uuid: (text: string) => /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
}

export type CheckedFormat = keyof typeof formatChecks

/** Whether forms check a format of a schema. */
export function isCheckedFormat(format: string | undefined): format is CheckedFormat {
  return format !== undefined && Object.hasOwn(formatChecks, format)
}

const clockForm = /^T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-5]):[0-5][0-9])$/i
const firstMs = Date.UTC(1000, 0, 1)
const endMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

function isDay(text: string): boolean {
  if (!/^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

function isMoment(text: string): boolean {
  if (!clockForm.test(text.slice(10)) || !isDay(text.slice(0, 10))) return false
  const at = Date.parse(text)
  return at >= firstMs && (at < endMs || (at === endMs && !/\.[0-9]{4}/.test(text)))
}

const unseen = /[\s\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]+/gu

function isVisible(text: string): boolean {
  return text.normalize('NFKD').replaceAll(unseen, '') !== ''
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

const mailName = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const mailHost = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
/** The form of a mail address that the server accepts, its domain in the form of the DNS. */
const mailForm = new RegExp(`^${mailName}(?:\\.${mailName})*@(?:${mailHost}\\.)+${mailHost}$`, 'i')
const labelLengthMax = 63
const addressLengthMax = 254

function isMailAddress(text: string): boolean {
  if (!/[^ -~]/.test(text)) return mailForm.test(text)
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at)
  if (/[\s/?#:\\@%]/.test(domain) || !URL.canParse(`http://${domain}`)) return false
  const { hostname } = new URL(`http://${domain}`)
  const address = text.slice(0, at) + hostname
  const isShort = hostname.split('.').every(({ length }) => length <= labelLengthMax)
  return isShort && address.length <= addressLengthMax && mailForm.test(address)
}
