/** Texts of account screens. */
export const accountEnglish = {} as const
