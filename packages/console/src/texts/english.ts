import { accountEnglish } from './accountEnglish.ts'
import { analyticsEnglish } from './analyticsEnglish.ts'
import { chartsEnglish } from './chartsEnglish.ts'
import { homeEnglish } from './homeEnglish.ts'
import { formEnglish } from './formEnglish.ts'
import { listEnglish } from './listEnglish.ts'
import { livestreamEnglish } from './livestreamEnglish.ts'
import { healthEnglish } from './healthEnglish.ts'
import { editorEnglish } from './editorEnglish.ts'
import { videoEnglish } from './videoEnglish.ts'
import { placesEnglish } from './placesEnglish.ts'
import { recordEnglish } from './recordEnglish.ts'
import { ticketEnglish } from './ticketEnglish.ts'
import { shellEnglish } from './shellEnglish.ts'
import { signInEnglish } from './signInEnglish.ts'

/** Every text of the console in English, by key. */
export const english = {
  ...shellEnglish,
  ...signInEnglish,
  ...listEnglish,
  ...formEnglish,
  ...homeEnglish,
  ...recordEnglish,
  ...accountEnglish,
  ...healthEnglish,
  ...livestreamEnglish,
  ...videoEnglish,
  ...editorEnglish,
  ...ticketEnglish,
  ...placesEnglish,
  ...chartsEnglish,
  ...analyticsEnglish,
}

export type TextKey = keyof typeof english
