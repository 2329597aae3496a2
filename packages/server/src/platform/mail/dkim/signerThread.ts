import { createPrivateKey, type KeyObject } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { SignReply, SignRequest } from './mailSigner.ts'

/** Fields of the signature. Both of one-click unsubscription are among them (RFC 8058, 4). */
const signedFields = [
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted',
].join(':')

const keys = new LRUCache<string, KeyObject>({ max: 100 })

parentPort?.on('message', ({ id, mail, by }: SignRequest) => {
  signed(mail, by).then(
    (bytes) => respond({ id, bytes }),
    (error: unknown) => respond({ id, failed: String(error).slice(0, 300) }),
  )
})

async function signed(mail: SignRequest['mail'], by: SignRequest['by']): Promise<Uint8Array> {
  const plain = await new MailComposer(mail).compile().build()
  const signer = new DKIM({
    domainName: by.domain,
    keySelector: by.selector,
    privateKey: keyOf(by.privateKey),
    headerFieldNames: signedFields,
  })
  const pieces: Buffer[] = []
  for await (const piece of signer.sign(plain)) pieces.push(Buffer.from(piece))
  const bytes = Buffer.concat(pieces)
  // A key that cannot sign leaves the mail as it was.
  if (!bytes.subarray(0, 15).equals(Buffer.from('DKIM-Signature:'))) throw new Error('the key cannot sign')
  return new Uint8Array(bytes)
}

/** The parsed key: to parse it takes as long as to sign with it. */
function keyOf(pem: string): KeyObject {
  const key = keys.get(pem) ?? createPrivateKey(pem)
  keys.set(pem, key)
  return key
}

function respond(reply: SignReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply)
}
