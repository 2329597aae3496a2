import type { accountEnglish } from './accountEnglish.ts'

/** Texts of account screens in German. */
export const accountGerman: Record<keyof typeof accountEnglish, string> = {}
