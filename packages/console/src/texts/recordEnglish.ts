/** Texts of record screens. */
export const recordEnglish = {} as const
