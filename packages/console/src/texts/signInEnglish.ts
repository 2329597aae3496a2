/** Texts of signIn screens. */
export const signInEnglish = {} as const
