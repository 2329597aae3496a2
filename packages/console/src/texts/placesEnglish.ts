/** Texts of places screens. */
export const placesEnglish = {} as const
