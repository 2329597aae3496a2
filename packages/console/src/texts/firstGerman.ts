import type { FirstTextKey } from './firstEnglish.ts'
import { homeGerman } from './homeGerman.ts'
import { navigationGerman } from './navigationGerman.ts'
import { shellGerman } from './shellGerman.ts'

/** Texts of the first load in German. The compiler refuses a missing one. */
export const firstTexts: Readonly<Record<FirstTextKey, string>> = { ...shellGerman, ...navigationGerman, ...homeGerman }

/** Words of the first load in German. */
export { factWords as firstWords } from './factWordsGerman.ts'

/** Sentences of the server in German. */
export { sentencesGerman as sentences } from './sentencesGerman.ts'
