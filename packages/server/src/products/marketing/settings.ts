import { setting, settingGroup } from '#kit/nouns/setting.ts'
import { mailDomain, optional, path, port } from '#platform/settings/settingReaders.ts'

/** Settings of mail that comes in. */
export const inboundSettings = settingGroup(
  'Inbound mail',
  {
    inboundSmtpPort: setting(
      'INBOUND_SMTP_PORT',
      'Port for bounces, complaints and answers by SMTP; 0 takes a free one. Mail servers connect to port 25 of the ' +
        'host that the MX record of the domain below names.',
      { fallback: 'off', read: port },
    ),
    inboundMailDomain: setting(
      'INBOUND_MAIL_DOMAIN',
      'Domain of return addresses, such as `bounces.example.com`. Without it bounces go to the sender of a mail.',
      { read: optional(mailDomain) },
    ),
    inboundSmtpCertFile: setting('INBOUND_SMTP_CERT_FILE', 'Certificate chain in PEM, for STARTTLS.', {
      read: optional(path),
    }),
    inboundSmtpKeyFile: setting('INBOUND_SMTP_KEY_FILE', 'Its private key in PEM.', { read: optional(path) }),
  },
  (isSet) =>
    isSet('INBOUND_SMTP_CERT_FILE') === isSet('INBOUND_SMTP_KEY_FILE')
      ? []
      : ['INBOUND_SMTP_CERT_FILE and INBOUND_SMTP_KEY_FILE must be set together.'],
)
