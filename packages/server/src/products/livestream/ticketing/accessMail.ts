import type { Account } from '#kit/call/context.ts'
import { html, htmlText } from '#kit/values/html.ts'

/** Values in the mail with a ticket’s code. */
export type Admission = {
  /** Title of the event. */
  title: string
  name: string | null
  code: string
  /** Address of the video, with the code as a parameter. */
  watchUrl: string
  /** Moment at which access opens, in RFC 3339; null when it is open. */
  opensAt: string | null
  devicesMax: number
}

/** The mail that sends a ticket holder the code and the link, as text and as HTML. */
export function accessMail(account: Account, of: Admission): { subject: string; text: string; html: string } {
  const subject = `Your access to ${of.title}`
  const greeting = of.name === null ? 'Hello,' : `Hello ${of.name},`
  const lead = `with your ticket for “${of.title}” you can watch online.`
  const notes = [opening(account, of.opensAt), devices(of.devicesMax), 'Please keep the code to yourself.']
  const rest = notes.filter((each) => each !== '')
  const close = `See you there!\n${account.name}`
  const text = [
    greeting,
    lead,
    `Watch here:\n${of.watchUrl}`,
    `Your code, in case the page requires it: ${of.code}`,
    rest.join(' '),
    close,
  ].join('\n\n')
  const body = html`<!doctype html>
<html lang="en"><body style="font-family: system-ui, sans-serif; line-height: 1.5; max-width: 36rem">
<p>${greeting}</p>
<p>${lead}</p>
<p><a href="${of.watchUrl}" style="display: inline-block; padding: .7em 1.4em; border-radius: .4em;
 background: #1d4ed8; color: #fff; text-decoration: none">Watch now</a></p>
<p>Your code, in case the page requires it:<br><strong style="font-size: 1.25em">${of.code}</strong></p>
<p>${rest.join(' ')}</p>
<p>See you there!<br>${account.name}</p>
<p style="color: #555; font-size: .85em">If the button does not work, open this address: ${of.watchUrl}</p>
</body></html>`
  return { subject, text: `${text}\n`, html: htmlText(body) }
}

function opening({ timeZone }: Account, opensAt: string | null): string {
  if (opensAt === null) return ''
  const how: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeStyle: 'short', timeZone }
  return `The doors open on ${new Intl.DateTimeFormat('en-GB', how).format(new Date(opensAt))} (${timeZone}).`
}

function devices(most: number): string {
  return most === 1 ? 'It works on one device at a time.' : `It works on up to ${most} devices at a time.`
}
