import { campaign } from './campaign.ts'
import { freezeTask } from './campaignFreeze.ts'
import { startScheduled } from './campaignStart.ts'
import { getCampaign, listCampaigns } from './campaignRead.ts'
import { createCampaign, deleteCampaign, updateCampaign } from './campaignWrite.ts'
import { sendTest, sendTestMail } from './campaignTest.ts'

/** Resource of campaigns. */
export const resources = [campaign]
/** Operations of campaigns. */
export const operations = [listCampaigns, createCampaign, getCampaign, updateCampaign, deleteCampaign, sendTest]
/** Tasks of campaigns. */
export const tasks = [freezeTask, startScheduled, sendTestMail]
