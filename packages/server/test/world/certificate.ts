import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from './program.ts'

const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']

/** A fresh self-signed certificate of this machine with its key, in PEM. Undefined without openssl. */
export async function makeCertificate(): Promise<{ cert: string; key: string } | undefined> {
  const openssl = findProgram('openssl')
  if (openssl === undefined) return undefined
  const { stdout } = await promisify(execFile)(openssl, [...request, ...names, '-keyout', '-', '-out', '-'])
  const [key = '', cert = ''] = stdout.split(/(?=-----BEGIN CERTIFICATE)/)
  return { cert, key }
}
