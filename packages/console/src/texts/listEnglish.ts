/** Texts of list screens. */
export const listEnglish = {} as const
