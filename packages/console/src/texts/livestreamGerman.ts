import type { livestreamEnglish } from './livestreamEnglish.ts'

/** Texts of livestream screens in German. */
export const livestreamGerman: Record<keyof typeof livestreamEnglish, string> = {}
