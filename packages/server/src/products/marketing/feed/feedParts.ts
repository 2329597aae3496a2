import { readFeed } from './feedRead.ts'

/** Tasks of shop feeds. */
export const tasks = [readFeed]
