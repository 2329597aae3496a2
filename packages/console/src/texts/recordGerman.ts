import type { recordEnglish } from './recordEnglish.ts'

/** Texts of record screens in German. */
export const recordGerman: Record<keyof typeof recordEnglish, string> = {}
