import type { Readable } from 'node:stream'

/** Bytes from `from` up to, not including, `to`. */
export type ByteRange = { from: number; to: number }

/** Size in bytes and version of a file. The version has characters of `[A-Za-z0-9-]`. */
export type FileLook = { size: number; version: string }

/**
 * Store of media: recordings, clips, uploads, images. Keys are paths of `[a-z0-9._-]` separated by `/`, such as
 * `live/0a1b2c3d/0192…/00001.m4s`. An object is whole or missing, and is replaced, never changed.
 */
export type Files = {
  /** Puts a file of bytes that fit in memory (at most 64 MiB). */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Moves a file of this machine of any size into the store; `path` no longer exists afterwards. */
  adopt(key: string, path: string, type: string): Promise<void>
  /** The bytes, or a range of them, in memory. Throws FileMissing, and RangeOutside. */
  read(key: string, range?: ByteRange): Promise<Buffer>
  /** Opens the bytes, or a range of them, as a stream. Throws FileMissing and RangeOutside before the first byte. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Size of a file in bytes; undefined for a missing one. */
  size(key: string): Promise<number | undefined>
  /** Size of a file, and a text that changes when the file is replaced; undefined for a missing one. */
  look(key: string): Promise<FileLook | undefined>
  /** Removes a file. Does nothing for a missing one. */
  remove(key: string): Promise<void>
  /** Removes everything under a prefix that ends in `/`; returns the number of files. */
  removeAll(prefix: string): Promise<number>
  /** Keys under a prefix that ends in `/`, in order, at most `limit`, after `after`. */
  list(prefix: string, limit: number, after?: string): Promise<{ key: string; size: number }[]>
}

/** No file exists under this key. */
export class FileMissing extends Error {
  constructor(key: string) {
    super(`there is no file ${key}`)
    this.name = 'FileMissing'
  }
}

/** A malformed range, or one beyond the file: 0 <= from < to <= size. */
export class RangeOutside extends Error {
  constructor({ from, to }: ByteRange) {
    super(`bytes ${from} to ${to} are not all in the file`)
    this.name = 'RangeOutside'
  }
}
