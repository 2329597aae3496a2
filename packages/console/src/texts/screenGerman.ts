import { accountGerman } from './accountGerman.ts'
import { analyticsGerman } from './analyticsGerman.ts'
import { chartsGerman } from './chartsGerman.ts'
import { editorGerman } from './editorGerman.ts'
import { formGerman } from './formGerman.ts'
import { healthGerman } from './healthGerman.ts'
import { listGerman } from './listGerman.ts'
import { livestreamGerman } from './livestreamGerman.ts'
import { marketingGerman } from './marketingGerman.ts'
import { loyaltyGerman } from './loyaltyGerman.ts'
import { promotionGerman } from './promotionGerman.ts'
import { paymentsGerman } from './paymentsGerman.ts'
import { placesGerman } from './placesGerman.ts'
import { recordGerman } from './recordGerman.ts'
import { automationGerman } from './automationGerman.ts'
import { campaignGerman } from './campaignGerman.ts'
import { campaignFormGerman } from './campaignFormGerman.ts'
import { filterGerman } from './filterGerman.ts'
import { integrationGerman } from './integrationGerman.ts'
import { templateGerman } from './templateGerman.ts'
import { segmentGerman } from './segmentGerman.ts'
import { profileGerman } from './profileGerman.ts'
import { blockGerman } from './blockGerman.ts'
import { importGerman } from './importGerman.ts'
import { scoreGerman } from './scoreGerman.ts'
import { signUpGerman } from './signUpGerman.ts'
import { signInGerman } from './signInGerman.ts'
import { ticketGerman } from './ticketGerman.ts'
import { tokensGerman } from './tokensGerman.ts'
import { videoGerman } from './videoGerman.ts'
import type { ScreenTextKey } from './screenEnglish.ts'

/** Texts of all screens but the home page in German. The compiler refuses a missing one. */
export const screenTexts: Readonly<Record<ScreenTextKey, string>> = {
  ...signInGerman,
  ...listGerman,
  ...formGerman,
  ...recordGerman,
  ...accountGerman,
  ...healthGerman,
  ...livestreamGerman,
  ...videoGerman,
  ...editorGerman,
  ...ticketGerman,
  ...marketingGerman,
  ...automationGerman,
  ...campaignGerman,
  ...campaignFormGerman,
  ...filterGerman,
  ...integrationGerman,
  ...segmentGerman,
  ...profileGerman,
  ...blockGerman,
  ...scoreGerman,
  ...signUpGerman,
  ...importGerman,
  ...templateGerman,
  ...placesGerman,
  ...paymentsGerman,
  ...tokensGerman,
  ...promotionGerman,
  ...loyaltyGerman,
  ...chartsGerman,
  ...analyticsGerman,
}

/** Help of fields in German, by its English. */
export { fieldHelp as screenHelp } from './fieldHelpGerman.ts'
/** Words of all screens in German. */
export { fieldWords as screenWords } from './fieldWordsGerman.ts'
