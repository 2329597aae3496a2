import type { formEnglish } from './formEnglish.ts'

/** Texts of form screens in German. */
export const formGerman: Record<keyof typeof formEnglish, string> = {}
