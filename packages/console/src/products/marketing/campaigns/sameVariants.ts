const variantTexts = ['subject', 'preheader', 'body', 'textBody', 'templateId'] as const

/** Whether two variants of a test are the same mail: a winner among them means nothing. */
export function hasSameVariants({ variants, ...values }: Readonly<Record<string, unknown>>): boolean {
  if (!Array.isArray(variants)) return false
  const mails = variants.map((each) => JSON.stringify(variantTexts.map((name) => each[name] || values[name] || '')))
  return new Set(mails).size < mails.length
}
