import { isbot } from 'isbot'

/** Whether a `User-Agent` is that of a program: a crawler, a scanner of mails, a library. */
export function isBotAgent(userAgent: string): boolean {
  return isbot(userAgent)
}
