import { port } from '#kit/call/port.ts'
import type { UploadPart } from '#kit/nouns/upload.ts'
import type { ImageFile } from './imageFile.ts'

/** Store of the images that accounts upload. */
export type ImageStore = {
  /** A new random name for the file of an image. */
  nameOf(image: ImageFile): string
  /** Path of a stored image on this server. */
  pathOf(accountId: number, file: string): string
  /**
   * Reads the body of an upload into memory; undefined when the connection breaks. Throws rate_limited for an account
   * that sends too many at once.
   */
  receive(accountId: number, part: UploadPart, bytesMax: number): Promise<Buffer | 'too large' | undefined>
  put(accountId: number, file: string, image: ImageFile): Promise<void>
  /** Removes a file. Does nothing for a missing one. */
  remove(accountId: number, file: string): Promise<void>
}

/** The store of images. */
export const imageStorePort = port<ImageStore>('imageStore', { receive: 'leaves', put: 'leaves', remove: 'leaves' })
