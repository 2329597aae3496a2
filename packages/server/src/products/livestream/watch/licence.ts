const commons = /^CC[- ](BY(?:-NC)?(?:-SA|-ND)?)[- ](\d\.\d)$/i

/** Address of the text of a licence: of Creative Commons by its SPDX name, or the licence itself; undefined else. */
export function licenceUrl(licence: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(licence) && URL.canParse(licence)) return licence
  if (/^CC0(?:-1\.0)?$/i.test(licence)) return 'https://creativecommons.org/publicdomain/zero/1.0/'
  const [, kind, version] = commons.exec(licence) ?? []
  if (kind === undefined) return undefined
  return `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`
}
