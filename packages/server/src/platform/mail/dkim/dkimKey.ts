import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

/** A key pair of DKIM: the public key as the DNS has it, in base64, and the private key in PEM. */
export type DkimKey = { publicKey: string; privateKey: string }

/** Makes a key pair of RSA with 2048 bits (RFC 8301, 3.2). */
export async function makeDkimKey(): Promise<DkimKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2_048 })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
