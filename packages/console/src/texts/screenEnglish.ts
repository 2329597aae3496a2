import { accountEnglish } from './accountEnglish.ts'
import { analyticsEnglish } from './analyticsEnglish.ts'
import { chartsEnglish } from './chartsEnglish.ts'
import { editorEnglish } from './editorEnglish.ts'
import { formEnglish } from './formEnglish.ts'
import { healthEnglish } from './healthEnglish.ts'
import { listEnglish } from './listEnglish.ts'
import { livestreamEnglish } from './livestreamEnglish.ts'
import { marketingEnglish } from './marketingEnglish.ts'
import { loyaltyEnglish } from './loyaltyEnglish.ts'
import { promotionEnglish } from './promotionEnglish.ts'
import { paymentsEnglish } from './paymentsEnglish.ts'
import { placesEnglish } from './placesEnglish.ts'
import { recordEnglish } from './recordEnglish.ts'
import { automationEnglish } from './automationEnglish.ts'
import { campaignEnglish } from './campaignEnglish.ts'
import { campaignFormEnglish } from './campaignFormEnglish.ts'
import { filterEnglish } from './filterEnglish.ts'
import { integrationEnglish } from './integrationEnglish.ts'
import { templateEnglish } from './templateEnglish.ts'
import { segmentEnglish } from './segmentEnglish.ts'
import { profileEnglish } from './profileEnglish.ts'
import { blockEnglish } from './blockEnglish.ts'
import { importEnglish } from './importEnglish.ts'
import { scoreEnglish } from './scoreEnglish.ts'
import { signUpEnglish } from './signUpEnglish.ts'
import { signInEnglish } from './signInEnglish.ts'
import { ticketEnglish } from './ticketEnglish.ts'
import { tokensEnglish } from './tokensEnglish.ts'
import { videoEnglish } from './videoEnglish.ts'

/** Texts of all screens but the home page in English; they load with the first screen that needs them. */
export const screenTexts = {
  ...signInEnglish,
  ...listEnglish,
  ...formEnglish,
  ...recordEnglish,
  ...accountEnglish,
  ...healthEnglish,
  ...livestreamEnglish,
  ...videoEnglish,
  ...editorEnglish,
  ...ticketEnglish,
  ...marketingEnglish,
  ...automationEnglish,
  ...campaignEnglish,
  ...campaignFormEnglish,
  ...filterEnglish,
  ...integrationEnglish,
  ...segmentEnglish,
  ...profileEnglish,
  ...blockEnglish,
  ...scoreEnglish,
  ...signUpEnglish,
  ...importEnglish,
  ...templateEnglish,
  ...placesEnglish,
  ...paymentsEnglish,
  ...tokensEnglish,
  ...promotionEnglish,
  ...loyaltyEnglish,
  ...chartsEnglish,
  ...analyticsEnglish,
}

export type ScreenTextKey = keyof typeof screenTexts

/** Help of fields in the words of a marketer. */
export { fieldHelp as screenHelp } from './fieldHelpEnglish.ts'
/** Words of all screens in English. */
export { fieldWords as screenWords } from './fieldWordsEnglish.ts'
