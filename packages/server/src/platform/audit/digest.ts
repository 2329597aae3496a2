import { createHash } from 'node:crypto'

/** An audit row; its digest covers all columns. */
export type AuditRow = {
  id: string
  at: string
  request_id: string
  actor: string
  action: string
  target: string
  changes: string
}

/** SHA-256 over parts, each preceded by its length: different lists of parts never have the same input. */
export function digestOf(parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest()
}

/** The salted digest of changes: erasing the salt prevents guessing the changes from the digest. */
export function changesDigest(salt: Uint8Array, changes: string): Buffer {
  return digestOf(['changes', salt, changes])
}

/** The digest of a row, made of the digest of its changes: it stays valid after the changes are erased. */
export function rowDigest(row: Omit<AuditRow, 'changes'>, changes: Uint8Array): Buffer {
  return digestOf(['row', row.id, row.at, row.request_id, row.actor, row.action, row.target, changes])
}

/** The previous digest of the first seal of an account. */
export const firstDigest: Buffer = Buffer.alloc(32)

export type SealHead = {
  account_id: number
  sequence: number
  from_id: string
  to_id: string
  floor_id: string
  row_count: number
  sealed_at: string
}

/** The digest of a seal: previous digest, fields of the seal, digests of its rows in order. */
export function sealDigest(previous: Uint8Array, seal: SealHead, rows: readonly Uint8Array[]): Buffer {
  const head = [seal.account_id, seal.sequence, seal.row_count].map(String)
  return digestOf(['seal', ...head, seal.from_id, seal.to_id, seal.floor_id, seal.sealed_at, previous, ...rows])
}
