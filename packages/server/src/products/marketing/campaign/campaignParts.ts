import { campaign } from './campaign.ts'
import { reactions as conversionReactions } from './campaignConversion.ts'
import { decideCampaign, decideTask, hastenTask } from './campaignDecide.ts'
import { freezeTask } from './campaignFreeze.ts'
import { messagesTask } from './campaignMessages.ts'
import { startScheduled } from './campaignStart.ts'
import { getCampaign, listCampaigns } from './campaignRead.ts'
import { createCampaign, deleteCampaign, updateCampaign } from './campaignWrite.ts'
import { sendTest, sendTestMail } from './campaignTest.ts'

/** Resource of campaigns. */
export const resources = [campaign]
/** Operations of campaigns. */
export const operations = [
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  sendTest,
  decideCampaign,
]
/** Tasks of campaigns. */
export const tasks = [freezeTask, messagesTask, startScheduled, sendTestMail, decideTask, hastenTask]
/** Reactions of campaigns. */
export const reactions = conversionReactions
