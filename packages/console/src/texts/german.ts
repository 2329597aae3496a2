import { accountGerman } from './accountGerman.ts'
import type { TextKey } from './english.ts'
import { analyticsGerman } from './analyticsGerman.ts'
import { chartsGerman } from './chartsGerman.ts'
import { homeGerman } from './homeGerman.ts'
import { formGerman } from './formGerman.ts'
import { listGerman } from './listGerman.ts'
import { livestreamGerman } from './livestreamGerman.ts'
import { healthGerman } from './healthGerman.ts'
import { editorGerman } from './editorGerman.ts'
import { videoGerman } from './videoGerman.ts'
import { placesGerman } from './placesGerman.ts'
import { recordGerman } from './recordGerman.ts'
import { ticketGerman } from './ticketGerman.ts'
import { shellGerman } from './shellGerman.ts'
import { signInGerman } from './signInGerman.ts'

/** Every text of the console in German, by key. The compiler refuses a missing one. */
export const german: Readonly<Record<TextKey, string>> = {
  ...shellGerman,
  ...signInGerman,
  ...listGerman,
  ...formGerman,
  ...homeGerman,
  ...recordGerman,
  ...accountGerman,
  ...healthGerman,
  ...livestreamGerman,
  ...videoGerman,
  ...editorGerman,
  ...ticketGerman,
  ...placesGerman,
  ...chartsGerman,
  ...analyticsGerman,
}
