import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf } from '#test/mail/returnedSamples.ts'
import { bounceKindOf, statusIn, type BounceKind } from './bounceReason.ts'
import { readReturnedMail } from './returnedMail.ts'

/** Refusals of mailbox providers and filters in their own words, addresses and hosts replaced. */
const refusals: Record<string, [BounceKind, string][]> = {
  gmail: [
    ['hard', '550-5.1.1 The email account that you tried to reach does not exist. NoSuchUser - gsmtp'],
    ['hard', '550 5.2.1 The email account that you tried to reach is disabled. DisabledUser - gsmtp'],
    ['soft', "452-4.2.2 The recipient's inbox is out of storage space. OverQuotaTemp - gsmtp"],
    ['soft', "552-5.2.2 The recipient's inbox is out of storage space and inactive. OverQuotaPerm - gsmtp"],
    ['soft', '550-5.7.26 This mail has been blocked because the sender is unauthenticated. - gsmtp'],
    ['soft', '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address.'],
  ],
  'outlook.com': [
    ['hard', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
    ['soft', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuota'],
    ['soft', "550 5.7.1 Unfortunately, messages from [198.51.100.7] weren't sent. They are on our block list (S3140)."],
  ],
  'exchange online': [
    ['hard', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
    ['hard', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['soft', '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.'],
    ['soft', '550 5.7.511 Access denied, banned sender[198.51.100.7].'],
  ],
  yahoo: [
    ['hard', "554 delivery error: dd This user doesn't have a yahoo.test account (ada@shop.test) [0]"],
    ['hard', '552 1 Requested mail action aborted, mailbox not found'],
    ['soft', '421 4.7.0 [TSS04] Messages from 198.51.100.7 temporarily deferred due to user complaints'],
    ['soft', '553 5.7.2 [TSS09] All messages from 198.51.100.7 will be permanently deferred'],
    ['soft', '554 5.7.9 Message not accepted for policy reasons.'],
  ],
  icloud: [
    ['hard', '550 5.1.1 <ada@shop.test>: user does not exist'],
    ['soft', '552 5.2.2 <ada@shop.test>: user is over quota'],
    ['soft', '554 5.7.1 [CS01] Message rejected due to local policy.'],
  ],
  gmx: [
    ['hard', '550 Requested action not taken: mailbox unavailable'],
    ['soft', '552 Requested mail action aborted: exceeded storage allocation'],
    ['soft', '554 Transaction failed Reject due to policy restrictions.'],
    ['soft', '554 Transaction failed'],
  ],
  't-online': [
    ['hard', '550 5.1.1 unknown user'],
    ['soft', '554 IP=198.51.100.7 - A problem occurred. (Ask your postmaster for help or to contact us.) (BL)'],
  ],
  proton: [
    ['hard', '550 5.1.1 <ada@shop.test>: Recipient address rejected: Address does not exist'],
    ['soft', '452 4.2.2 <ada@shop.test>: Recipient address rejected: User is over quota'],
  ],
  zoho: [
    ['hard', '550 5.1.1 User does not exist - <ada@shop.test>'],
    ['soft', '553 Relaying disallowed. Invalid Domain - shop.test'],
  ],
  comcast: [
    ['hard', '550 5.1.1 <ada@shop.test> Not our Customer'],
    ['soft', '552 5.2.0 Message rejected for spam or virus content'],
  ],
  'mail.ru': [
    ['hard', '550 Message was not accepted -- invalid mailbox. Local mailbox is unavailable: user not found'],
    ['soft', '550 spam message rejected. Please visit the help pages.'],
  ],
  yandex: [
    ['hard', '550 5.7.1 No such user!'],
    ['soft', '554 5.7.1 [2] Message rejected under suspicion of SPAM'],
  ],
  qq: [
    ['hard', '550 Mailbox not found.'],
    ['soft', '550 Ip frequency limited'],
    ['soft', '550 Mail content denied'],
  ],
  netease: [
    ['hard', '550 User not found: ada@shop.test'],
    ['soft', '554 DT:SPM 163 smtp1,the mail is refused'],
  ],
  orange: [
    ['hard', '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416'],
    ['soft', '550 5.2.0 Mail rejete. Mail rejected. ofr_506 [506]'],
  ],
  mimecast: [
    ['hard', '550 Invalid Recipient'],
    ['soft', '550 Rejected by header based manually Blocked Senders'],
    ['soft', '550 Administrative prohibition - envelope blocked'],
  ],
  proofpoint: [
    ['hard', '550 5.1.1 User Unknown'],
    ['soft', '550 5.7.0 Local Policy Violation'],
    ['soft', '554 5.7.0 Blocked - see https://ipcheck.filter.test/?ip=198.51.100.7'],
  ],
}

for (const [provider, rows] of Object.entries(refusals)) {
  test(`bounceKindOf() weighs the refusals of ${provider}, at once and in a report`, () => {
    for (const [kind, reply] of rows) {
      const status = statusIn(reply) ?? assert.fail(reply)
      assert.equal(bounceKindOf(status, reply), kind, reply)
      const found = readReturnedMail(Buffer.from(reportOf({ status, reply })))
      assert.deepEqual([found.kind, found.status], [kind, status], reply)
    }
  })
}
