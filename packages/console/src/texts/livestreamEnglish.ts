/** Texts of livestream screens. */
export const livestreamEnglish = {} as const
