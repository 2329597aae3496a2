import type { ReturnedKind } from '#platform/mail/returned/returnedMail.ts'

/** A mail as a server or a person sends it back, and how it is to be read. */
export type ReturnedSample = { raw: string; kind: ReturnedKind; status?: string | null; recipient?: string | null }

/** Message-ID and return path of the mail that every sample is about. */
export const original = { messageId: 'm.0198@news.example', returnPath: 'b-token@bounce.news.example' }

const to = 'ada@shop.test'
const originalHeaders = [
  `Return-Path: <${original.returnPath}>`,
  'Received: from out.news.example (198.51.100.7) by mx.shop.test; Tue, 24 Nov 2026 10:00:00 +0000',
  'From: Night Market <hello@news.example>',
  `To: ${to}`,
  'Subject: Tonight at the market',
  `Message-ID: <${original.messageId}>`,
  'Date: Tue, 24 Nov 2026 09:59:58 +0000',
]

type Notice = { from: string; subject: string; more?: string[] }

function mail({ from, subject, more = [] }: Notice, body: readonly string[]): string {
  const head = [`From: ${from}`, `To: ${original.returnPath}`, `Subject: ${subject}`, 'MIME-Version: 1.0', ...more]
  return [...head, '', ...body].join('\r\n')
}

type Report = { text: readonly string[]; status: readonly string[]; isWhole?: boolean }

function report(notice: Notice, { text, status, isWhole = true }: Report): string {
  const more = [
    ...(notice.more ?? []),
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="=_bound 1/x"',
  ]
  return mail({ ...notice, more }, [
    'This is a MIME-encapsulated message.',
    '--=_bound 1/x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...text,
    '--=_bound 1/x',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '',
    '--=_bound 1/x',
    `Content-Type: ${isWhole ? 'message/rfc822' : 'text/rfc822-headers'}`,
    '',
    ...originalHeaders,
    ...(isWhole ? ['Content-Type: text/plain', '', 'Come by.'] : ['']),
    '--=_bound 1/x--',
    '',
  ])
}

function complaint(feedbackType: string, more: readonly string[] = []): string {
  const notice = {
    from: 'Feedback loop <fbl@mailer.test>',
    subject: 'FW: Tonight at the market',
    more: ['Content-Type: multipart/report; report-type=feedback-report; boundary=arf'],
  }
  return mail(notice, [
    '--arf',
    'Content-Type: text/plain',
    '',
    'This is a report about a mail.',
    '--arf',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${feedbackType}`,
    'User-Agent: Loop/1.0',
    'Version: 1',
    ...more,
    '--arf',
    'Content-Type: message/rfc822',
    '',
    ...originalHeaders,
    '',
    'Come by.',
    '--arf--',
  ])
}

/** The report of a relay about a refusal of the next server. */
export function reportOf({ status, reply }: { status: string; reply: string }): string {
  return report(
    { from: daemon('relay.test'), subject: 'Undelivered Mail Returned to Sender' },
    {
      text: ['This is the mail system at host relay.test.', '', `<${to}>: host mx.shop.test said: ${reply}`],
      status: [
        'Reporting-MTA: dns; relay.test',
        '',
        `Final-Recipient: rfc822; ${to}`,
        'Action: failed',
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${reply}`,
      ],
    },
  )
}

const daemon = (host: string) => `MAILER-DAEMON@${host} (Mail Delivery System)`

/** Reports that follow RFC 3464, as servers word them. */
const reports: Record<string, ReturnedSample> = {
  'postfix: unknown user': {
    raw: report(
      { from: daemon('mx.shop.test'), subject: 'Undelivered Mail Returned to Sender', more: ['Return-Path: <>'] },
      {
        text: ['This is the mail system at host mx.shop.test.', '', `<${to}>: unknown user: "ada"`],
        status: [
          'Reporting-MTA: dns; mx.shop.test',
          'X-Postfix-Queue-ID: 4F1A2',
          'Arrival-Date: Tue, 24 Nov 2026 10:00:00 +0000 (UTC)',
          '',
          `Final-Recipient: rfc822; ${to}`,
          `Original-Recipient: rfc822;${to}`,
          'Action: failed',
          'Status: 5.1.1',
          'Diagnostic-Code: X-Postfix; unknown user: "ada"',
        ],
      },
    ),
    kind: 'hard',
    status: '5.1.1',
    recipient: to,
  },
  'postfix: delayed': {
    raw: report(
      { from: daemon('mx.shop.test'), subject: 'Delayed Mail (still being retried)' },
      {
        text: ['THIS IS A WARNING ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.'],
        status: [
          'Reporting-MTA: dns; mx.shop.test',
          '',
          `Final-Recipient: rfc822; ${to}`,
          'Action: delayed',
          'Status: 4.4.1',
          'Diagnostic-Code: X-Postfix; connect to mx.shop.test[203.0.113.9]:25: Connection timed out',
        ],
        isWhole: false,
      },
    ),
    kind: 'delayed',
    status: '4.4.1',
  },
  'postfix: full mailbox at another server': {
    raw: report(
      { from: daemon('out.news.example'), subject: 'Undelivered Mail Returned to Sender' },
      {
        text: [`<${to}>: host mx.shop.test said: 552 5.2.2 mailbox full`],
        status: [
          'Reporting-MTA: dns; out.news.example',
          '',
          `Final-Recipient: rfc822; ${to}`,
          'Action: failed',
          'Status: 5.2.2',
          'Remote-MTA: dns; mx.shop.test',
          'Diagnostic-Code: smtp; 552 5.2.2 <ada@shop.test>: Recipient address rejected: mailbox full',
        ],
      },
    ),
    kind: 'soft',
    status: '5.2.2',
  },
  'postfix: expired in the queue': {
    raw: report(
      { from: daemon('out.news.example'), subject: 'Undelivered Mail Returned to Sender' },
      {
        text: [`<${to}>: connect to mx.shop.test[203.0.113.9]:25: Connection refused`],
        status: [
          'Reporting-MTA: dns; out.news.example',
          '',
          `Final-Recipient: rfc822; ${to}`,
          'Action: failed',
          'Status: 4.4.1',
          'Diagnostic-Code: X-Postfix; connect to mx.shop.test[203.0.113.9]:25: Connection refused',
        ],
      },
    ),
    kind: 'soft',
    status: '4.4.1',
  },
  'exchange: recipient not found': {
    raw: report(
      { from: 'Microsoft Outlook <postmaster@shop.test>', subject: 'Undeliverable: Tonight at the market' },
      {
        text: [
          'Delivery has failed to these recipients or groups:',
          '',
          to,
          "The email address you entered couldn't be found.",
          '',
          'Diagnostic information for administrators:',
          '#550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup ##',
        ],
        status: [
          'Reporting-MTA: dns;EX01.shop.test',
          '',
          `Final-recipient: RFC822;${to}`,
          'Action: failed',
          'Status: 5.1.10',
          'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
          'X-Display-Name: ada',
        ],
      },
    ),
    kind: 'hard',
    status: '5.1.10',
  },
  'exchange online: blocked sender': {
    raw: report(
      { from: 'postmaster@shop.onmicrosoft.test', subject: 'Undeliverable: Tonight at the market' },
      {
        text: ['Your message to ada@shop.test was blocked.'],
        status: [
          'Reporting-MTA: dns;mail.protection.test',
          '',
          `Final-Recipient: rfc822;${to}`,
          'Action: failed',
          'Status: 5.7.511',
          'Diagnostic-Code: smtp;550 5.7.511 Access denied, banned sender[198.51.100.7]. Blocked by policy',
        ],
      },
    ),
    kind: 'soft',
    status: '5.7.511',
  },
  'gmail: address not found': {
    raw: report(
      {
        from: 'Mail Delivery Subsystem <mailer-daemon@mail.test>',
        subject: 'Delivery Status Notification (Failure)',
        more: ['Auto-Submitted: auto-replied', `X-Failed-Recipients: ${to}`, `In-Reply-To: <${original.messageId}>`],
      },
      {
        text: [
          '** Address not found **',
          '',
          `Your message wasn't delivered to ${to} because the address couldn't be found.`,
        ],
        status: [
          'Reporting-MTA: dns; mail.test',
          'Arrival-Date: Tue, 24 Nov 2026 02:00:00 -0800 (PST)',
          '',
          `Final-Recipient: rfc822; ${to}`,
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: dns; gmail-smtp-in.mail.test. (203.0.113.27, the server for the domain.)',
          'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try',
          ' 550-5.1.1 double-checking the address 550 5.1.1 NoSuchUser - gsmtp',
          'Last-Attempt-Date: Tue, 24 Nov 2026 02:00:01 -0800 (PST)',
        ],
      },
    ),
    kind: 'hard',
    status: '5.1.1',
  },
  'gmail: over quota': {
    raw: report(
      { from: 'Mail Delivery Subsystem <mailer-daemon@mail.test>', subject: 'Delivery Status Notification (Failure)' },
      {
        text: ['** Recipient inbox full **'],
        status: [
          'Reporting-MTA: dns; mail.test',
          '',
          `Final-Recipient: rfc822; ${to}`,
          'Action: failed',
          'Status: 4.2.2',
          "Diagnostic-Code: smtp; 452-4.2.2 The recipient's inbox is out of storage space.",
        ],
      },
    ),
    kind: 'soft',
    status: '4.2.2',
  },
  'outlook.com: mailbox unavailable': {
    raw: report(
      { from: 'postmaster@outlook.test', subject: 'Delivery Status Notification (Failure)' },
      {
        text: [
          'This is an automatically generated Delivery Status Notification.',
          '',
          'Delivery to the following recipients failed.',
          '',
          `       ${to}`,
        ],
        status: [
          'Reporting-MTA: dns;COL004.hotmail.test',
          '',
          `Final-Recipient: rfc822;${to}`,
          'Action: failed',
          'Status: 5.5.0',
          'Diagnostic-Code: smtp;550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
        ],
      },
    ),
    kind: 'hard',
    status: '5.5.0',
  },
  'amazon ses: unknown user, headers only': {
    raw: report(
      { from: 'MAILER-DAEMON@amazonses.test', subject: 'Delivery Status Notification (Failure)' },
      {
        text: ['An error occurred while trying to deliver the mail to the following recipients:', to],
        status: [
          'Reporting-MTA: dns; a9-12.smtp-out.amazonses.test',
          '',
          'Action: failed',
          `Final-Recipient: rfc822; ${to}`,
          'Diagnostic-Code: smtp; 550 5.1.1 <ada@shop.test>: Recipient address rejected: User unknown in local table',
          'Status: 5.1.1',
        ],
        isWhole: false,
      },
    ),
    kind: 'hard',
    status: '5.1.1',
  },
  'sendmail: host not found': {
    raw: report(
      {
        from: 'Mail Delivery Subsystem <MAILER-DAEMON@out.news.example>',
        subject: 'Returned mail: see transcript for details',
      },
      {
        text: [
          'The original message was received at Tue, 24 Nov 2026 10:00:00 GMT',
          '',
          '   ----- The following addresses had permanent fatal errors -----',
          `<${to}>`,
        ],
        status: [
          'Reporting-MTA: dns; out.news.example',
          'Received-From-MTA: DNS; localhost',
          '',
          `Final-Recipient: RFC822; ${to}`,
          'Action: failed',
          'Status: 5.1.2',
          'Remote-MTA: DNS; shop.test',
          'Diagnostic-Code: SMTP; 550 Host unknown',
        ],
      },
    ),
    kind: 'hard',
    status: '5.1.2',
  },
  'a server that states 5.0.0 and is precise in its text': {
    raw: report(
      { from: daemon('mx.shop.test'), subject: 'failure notice' },
      {
        text: ['Sorry.'],
        status: [
          'Reporting-MTA: dns; mx.shop.test',
          '',
          `Final-Recipient: rfc822; ${to}`,
          'Action: failed',
          'Status: 5.0.0',
          'Diagnostic-Code: smtp; 554 5.7.1 Message rejected as spam by content filtering',
        ],
      },
    ),
    kind: 'soft',
    status: '5.7.1',
  },
  'a success report': {
    raw: report(
      { from: daemon('mx.shop.test'), subject: 'Successful Mail Delivery Report' },
      {
        text: ['Your message was successfully delivered.'],
        status: [
          'Reporting-MTA: dns; mx.shop.test',
          '',
          `Final-Recipient: rfc822; ${to}`,
          'Action: delivered',
          'Status: 2.0.0',
        ],
      },
    ),
    kind: 'delivered',
    status: '2.0.0',
  },
}

/** Bounces without a report: text for people. */
const texts: Record<string, ReturnedSample> = {
  qmail: {
    raw: mail({ from: 'MAILER-DAEMON@mx.shop.test', subject: 'failure notice' }, [
      'Hi. This is the qmail-send program at mx.shop.test.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      `<${to}>:`,
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...originalHeaders,
      '',
      'Come by.',
    ]),
    kind: 'hard',
    status: '5.1.1',
    recipient: to,
  },
  exim: {
    raw: mail(
      {
        from: 'Mail Delivery System <Mailer-Daemon@mx.shop.test>',
        subject: 'Mail delivery failed: returning message to sender',
        more: [`X-Failed-Recipients: ${to}`, 'Auto-Submitted: auto-replied'],
      },
      [
        'This message was created automatically by mail delivery software.',
        '',
        'A message that you sent could not be delivered to one or more of its',
        'recipients. This is a permanent error. The following address(es) failed:',
        '',
        `  ${to}`,
        '    Unrouteable address',
        '',
        '------ This is a copy of the message, including all the headers. ------',
        '',
        ...originalHeaders,
        '',
        'Come by.',
      ],
    ),
    kind: 'hard',
    recipient: to,
  },
  'exim: still trying': {
    raw: mail(
      {
        from: 'Mail Delivery System <Mailer-Daemon@mx.shop.test>',
        subject: 'Warning: message 1abc-000 delayed 24 hours',
        more: ['Auto-Submitted: auto-replied'],
      },
      [
        'This message was created automatically by mail delivery software.',
        'A message that you sent has not yet been delivered to one or more of its',
        'recipients after more than 24 hours on the queue on mx.shop.test.',
        '',
        `The address to which the message has not yet been delivered is:`,
        `  ${to}`,
        'No action is required on your part. Delivery attempts will continue for some time.',
      ],
    ),
    kind: 'delayed',
  },
  'sendmail of old': {
    raw: mail(
      { from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.shop.test>', subject: 'Returned mail: User unknown' },
      [
        'The original message was received at Tue, 24 Nov 2026 10:00:00 GMT',
        'from out.news.example [198.51.100.7]',
        '',
        '   ----- The following addresses had permanent fatal errors -----',
        `<${to}>`,
        '    (reason: 550 5.1.1 <ada@shop.test>... User unknown)',
        '',
        '   ----- Transcript of session follows -----',
        '... while talking to mx.shop.test.:',
        '<<< 550 5.1.1 <ada@shop.test>... User unknown',
        '',
        '   ----- Original message follows -----',
        '',
        ...originalHeaders,
      ],
    ),
    kind: 'hard',
    status: '5.1.1',
    recipient: to,
  },
  'exchange of old': {
    raw: mail(
      { from: 'System Administrator <postmaster@shop.test>', subject: 'Undeliverable: Tonight at the market' },
      [
        'Your message did not reach some or all of the intended recipients.',
        '',
        '      Subject:  Tonight at the market',
        '      Sent:     24.11.2026 10:00',
        '',
        'The following recipient(s) could not be reached:',
        '',
        `      ${to} on 24.11.2026 10:00`,
        '            The e-mail account does not exist at the organization this message was sent to.',
        '            <EX01.shop.test #5.1.1>',
      ],
    ),
    kind: 'hard',
    status: '5.1.1',
  },
  'gmail of old': {
    raw: mail(
      { from: 'Mail Delivery Subsystem <mailer-daemon@mail.test>', subject: 'Delivery Status Notification (Failure)' },
      [
        'Delivery to the following recipient failed permanently:',
        '',
        `     ${to}`,
        '',
        'Technical details of permanent failure:',
        'Google tried to deliver your message, but it was rejected by the server for the recipient domain shop.test',
        'by mx.shop.test. [203.0.113.9].',
        '',
        'The error that the other server returned was:',
        '550 5.2.1 The email account that you tried to reach is disabled.',
        '',
        '----- Original message -----',
        '',
        ...originalHeaders,
      ],
    ),
    kind: 'hard',
    status: '5.2.1',
    recipient: to,
  },
  yahoo: {
    raw: mail({ from: 'MAILER-DAEMON@yahoo.test', subject: 'Failure Notice' }, [
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${to}>:`,
      "554: delivery error: dd This user doesn't have a yahoo.test account (ada@shop.test) [0] - mta1007.mail.test",
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...originalHeaders,
    ]),
    kind: 'hard',
    recipient: to,
  },
  mailgun: {
    raw: mail({ from: 'Mail Delivery System <MAILER-DAEMON@mailgun.test>', subject: 'Mail delivery failed: Tonight' }, [
      'This message was created automatically by mail delivery software.',
      '',
      `A message could not be delivered to ${to}: 605 Not delivering to previously bounced address`,
    ]),
    kind: 'hard',
    recipient: to,
  },
  'outlook, as HTML alone': {
    raw: mail(
      {
        from: 'Microsoft Outlook <postmaster@shop.test>',
        subject: '=?utf-8?Q?Undeliverable=3A_Tonight?=',
        more: ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64'],
      },
      [
        Buffer.from(
          `<html><body><h2>Your message to ${to} couldn't be delivered.</h2><p>ada wasn't found at shop.test.</p>` +
            '<p>550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found</p></body></html>',
        ).toString('base64'),
      ],
    ),
    kind: 'hard',
    status: '5.1.1',
  },
  'a blocked mail in the words of a filter': {
    raw: mail({ from: 'postmaster@shop.test', subject: 'Undeliverable' }, [
      'Your message could not be delivered.',
      '554 5.7.1 Service unavailable; Client host [198.51.100.7] blocked using a block list',
    ]),
    kind: 'soft',
    status: '5.7.1',
  },
}

/** Complaints, answers, and mails that are none of these. */
const others: Record<string, ReturnedSample> = {
  'a complaint by a feedback loop': {
    raw: complaint('abuse', [`Original-Mail-From: <${original.returnPath}>`, `Original-Rcpt-To: <${to}>`]),
    kind: 'complaint',
    recipient: to,
  },
  'yahoo: a complaint': {
    raw: complaint('abuse', [
      'User-Agent: Yahoo!-Mail-Feedback/2.0',
      `Original-Mail-From: <${original.returnPath}>`,
      `Original-Rcpt-To: ${to}`,
      'Received-Date: Tue, 24 Nov 2026 10:00:00 +0000',
      'Reported-Domain: news.example',
      'Authentication-Results: dkim=pass (signature ok) header.d=news.example',
    ]),
    kind: 'complaint',
    recipient: to,
  },
  'comcast: a complaint with a hidden recipient': {
    raw: complaint('abuse', ['User-Agent: ReturnPathFBL/1.0', 'Source-IP: 198.51.100.7', 'Abuse-Type: complaint']),
    kind: 'complaint',
    recipient: null,
  },
  'outlook.com: a complaint without a report': {
    raw: mail(
      {
        from: 'staff@hotmail.test',
        subject: 'complaint about message from 198.51.100.7',
        more: ['Content-Type: multipart/mixed; boundary=jmr'],
      },
      [
        '--jmr',
        'Content-Type: message/rfc822',
        'Content-Disposition: inline',
        '',
        `X-HmXmrOriginalRecipient: ${to}`,
        ...originalHeaders,
        '',
        'Come by.',
        '--jmr--',
      ],
    ),
    kind: 'complaint',
    recipient: to,
  },
  'a complaint without the recipient': { raw: complaint('abuse'), kind: 'complaint', recipient: null },
  'a report that a mail is no spam': { raw: complaint('not-spam'), kind: 'unknown' },
  'a report about authentication': { raw: complaint('auth-failure'), kind: 'unknown' },
  'an out-of-office note': {
    raw: mail(
      {
        from: 'Ada <ada@shop.test>',
        subject: 'Automatic reply: Tonight at the market',
        more: [`In-Reply-To: <${original.messageId}>`, 'X-Auto-Response-Suppress: All', 'Auto-Submitted: auto-replied'],
      },
      ['I am away until Monday. In urgent cases: 550 5.1.1 is not my number.'],
    ),
    kind: 'autoReply',
  },
  'an out-of-office note with nothing but its subject': {
    raw: mail(
      {
        from: 'ada@shop.test',
        subject: '=?utf-8?B?QWJ3ZXNlbmhlaXRzbm90aXo6IEJpbiBpbSBVcmxhdWI=?=',
        more: [`References: <${original.messageId}>`],
      },
      ['Ich bin ab Montag wieder da.'],
    ),
    kind: 'autoReply',
  },
  'a receipt of reading': {
    raw: mail(
      {
        from: 'ada@shop.test',
        subject: 'Read: Tonight at the market',
        more: [
          `In-Reply-To: <${original.messageId}>`,
          'Content-Type: multipart/report; report-type=disposition-notification; boundary=mdn',
        ],
      },
      [
        '--mdn',
        'Content-Type: message/disposition-notification',
        '',
        'Disposition: manual-action; displayed',
        '--mdn--',
      ],
    ),
    kind: 'autoReply',
  },
  'an answer of a person': {
    raw: mail(
      {
        from: 'Ada <ada@shop.test>',
        subject: 'Re: Tonight at the market',
        more: [`In-Reply-To: <${original.messageId}>`],
      },
      ['Could not be delivered? My table for two, please.', '', '> Come by.'],
    ),
    kind: 'reply',
  },
  'a mail that has nothing to do with it': {
    raw: mail({ from: 'sales@other.test', subject: 'An offer' }, ['Buy 550 5.1.1 of them.']),
    kind: 'unknown',
  },
}

/** Samples by name, in the words of ten kinds of servers. */
export const returnedSamples: Readonly<Record<string, ReturnedSample>> = { ...reports, ...texts, ...others }
