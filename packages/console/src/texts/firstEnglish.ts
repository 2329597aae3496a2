import { homeEnglish } from './homeEnglish.ts'
import { navigationEnglish } from './navigationEnglish.ts'
import { shellEnglish } from './shellEnglish.ts'

/** Texts of the first load in English: the shell and the home page. */
export const firstTexts = { ...shellEnglish, ...navigationEnglish, ...homeEnglish }

export type FirstTextKey = keyof typeof firstTexts

/** Words of the first load in English. */
export { factWords as firstWords } from './factWordsEnglish.ts'
