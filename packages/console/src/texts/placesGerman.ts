import type { placesEnglish } from './placesEnglish.ts'

/** Texts of places screens in German. */
export const placesGerman: Record<keyof typeof placesEnglish, string> = {}
