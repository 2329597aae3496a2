import type { signInEnglish } from './signInEnglish.ts'

/** Texts of signIn screens in German. */
export const signInGerman: Record<keyof typeof signInEnglish, string> = {}
