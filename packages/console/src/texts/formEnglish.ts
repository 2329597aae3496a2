/** Texts of form screens. */
export const formEnglish = {} as const
