import type { listEnglish } from './listEnglish.ts'

/** Texts of list screens in German. */
export const listGerman: Record<keyof typeof listEnglish, string> = {}
