import { secretSetting, setting, settingGroup } from '#kit/nouns/setting.ts'
import { mailbox, optional, smtpUrl } from '#platform/settings/settingReaders.ts'

/** Settings of mail. */
export const mailSettings = settingGroup(
  'Mail',
  {
    smtpUrl: secretSetting(
      'SMTP_URL',
      'Mail server to send by: `smtps://user:password@host`, or `smtp://…` for STARTTLS; only on this machine ' +
        'without TLS. Without it mails are kept, and read by `fairground mail list`.',
      optional(smtpUrl),
    ),
    mailFrom: setting('MAIL_FROM', 'Sender of mails: `Ada <ada@example.com>`. Needed with `SMTP_URL`.', {
      read: optional(mailbox),
    }),
  },
  (isSet) => (isSet('SMTP_URL') === isSet('MAIL_FROM') ? [] : ['SMTP_URL and MAIL_FROM must be set together.']),
)
