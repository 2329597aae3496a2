import { pages as messagePages, unsubscribeMessage } from './messagePages.ts'
import { sendMessages } from './messageSender.ts'

/** Operations of messages. */
export const operations = [unsubscribeMessage]
/** Pages behind the links of mails. */
export const pages = messagePages
/** The task that sends. */
export const tasks = [sendMessages]
