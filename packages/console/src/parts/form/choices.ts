import { languageTag } from '#console/texts/texts.ts'

/** Codes of ISO 3166-1 alpha-2. */
const countries =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW ' +
  'BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI ' +
  'FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN ' +
  'IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME ' +
  'MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF ' +
  'PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV ' +
  'SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE ' +
  'YT ZA ZM ZW'

/** Countries with their names in the language of the console, in the order of the names. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(languageTag(), { type: 'region' })
  const options = countries.split(' ').map((value) => ({ value, label: names.of(value) ?? value }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label, languageTag()))
}

/** Codes of currencies. */
export function currencyCodes(): string[] {
  return Intl.supportedValuesOf('currency')
}

/** Codes of ISO 639-1 in use, with the regional forms that differ in writing or words. */
const languageCodes =
  'af am ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-GB en-US eo es es-419 et eu fa fi fil fr fr-CA ga gl ' +
  'gu he hi hr hu hy id is it ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ps pt pt-BR ro ' +
  'ru rw si sk sl so sq sr sv sw ta te th tk tr uk ur uz vi xh yo zh zh-Hans zh-Hant zu'

/** The name of a language tag (BCP 47), in the language of the console or in `locale`; else the tag itself. */
export function languageName(tag: string, locale: string = languageTag()): string {
  try {
    const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  } catch {
    return tag
  }
}

/** Languages with their names, in the order of the names; `current` is there whatever it is. */
export function languageOptions(current?: string): { value: string; label: string }[] {
  const tags = new Set([...languageCodes.split(' '), ...(current === undefined ? [] : [current])])
  const options = [...tags].map((value) => ({ value, label: languageName(value) }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label, languageTag()))
}
