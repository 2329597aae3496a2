/** The code of a ticket in a scanned text: a code itself, or an address of a mail or page with the code in it. */
export function codeOfScan(text: string): string {
  const trimmed = text.trim()
  return (/^https?:/i.test(trimmed) ? URL.parse(trimmed)?.searchParams.get('ticket') : undefined) ?? trimmed
}
