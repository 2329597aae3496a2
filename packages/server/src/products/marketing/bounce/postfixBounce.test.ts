import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { messageRow, sentMessage } from '#test/mail/sentMessage.ts'
import { noPostfix, startPostfix } from '#test/world/postfix.ts'
import { until } from '#test/world/until.ts'
import { world } from '#test/world/world.ts'
import { returnAddress } from './returnAddress.ts'

const domain = 'bounces.fair.test'

test(
  'a report of Postfix about an unknown user comes back over SMTP and suppresses it',
  { skip: noPostfix },
  async () => {
    const settings = readSettings(productSettings, { INBOUND_SMTP_PORT: '0', INBOUND_MAIL_DOMAIN: domain })
    await using w = await world({ settings })
    const port = await w.app.inbound.start()
    assert.ok(port !== undefined)
    await using postfix = await startPostfix({ relayHost: { port } })
    const nobody = await sentMessage(w, 'nobody@example.test')
    const ada = await sentMessage(w, 'ada@example.test')
    const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true })
    for (const { messageId, email } of [nobody, ada]) {
      const from = returnAddress(w.app.operatorCtx(w.account.account, 'test'), 'bounce', { messageId, domain })
      const head = ['From: hello@fair.test', `To: ${email}`, 'Subject: Tonight', `Message-ID: <${messageId}@fair.test>`]
      const raw = [...head, '', 'Hi'].join('\r\n')
      await transport.sendMail({ envelope: { from, to: email }, raw })
    }
    transport.close()
    await until(
      async () => {
        await w.settle()
        return messageRow(w, nobody.messageId)
      },
      (row) => row['state'] === 'bounced',
    )
    const row = await messageRow(w, nobody.messageId)
    assert.equal(row['bounce_kind'], 'hard')
    assert.match(String(row['reply']), /^5\.1\.1 .*unknown user/i)
    const contact = await w.call('marketing.contact.get', { contactId: nobody.contactId })
    assert.deepEqual([contact.status, contact.isSuppressed], ['bounced', true])
    // The mail to the mailbox that exists arrived, with the address that names it as its envelope sender.
    const [mail = ''] = await until(
      () => postfix.mails(),
      (mails) => mails.length > 0,
    )
    assert.match(mail, /^Return-Path: <b-[0-9a-z]{34}-[0-9a-f]{20}@bounces\.fair\.test>/m)
    assert.equal((await messageRow(w, ada.messageId))['state'], 'sent')
  },
)
