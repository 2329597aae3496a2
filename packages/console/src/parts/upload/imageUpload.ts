import type { PageAccount } from '#console/app/session.tsx'
import { ownPath } from '#console/parts/ownAddress.ts'
import { t } from '#console/texts/texts.ts'
import { sendResumably, UploadRefused } from './resumableUpload.ts'

/** An uploaded image as the API returns it. */
export type UploadedImage = { id: string; url: string; name: string | null }

/** Types of the files that an image may have, for the browser's dialog. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const

const bytesMax = 10 * 1024 ** 2
const nameCharsMax = 200

export type ImageSending = { signal: AbortSignal; onPercent(percent: number): void }

/** Uploads one image; the server returns its record, or that of the same image which the account has already. */
export async function uploadImage(
  { client }: Pick<PageAccount, 'client'>,
  file: File,
  { signal, onPercent }: ImageSending,
): Promise<UploadedImage> {
  if (file.size > bytesMax) throw new UploadRefused(400, t('form.image.tooLarge'))
  const name = [...file.name].slice(0, nameCharsMax).join('')
  // cast: the operation returns the request that takes the file.
  const { url } = (await client.callAny('account.image.requestUpload', name === '' ? {} : { name })) as { url: string }
  const record = await sendResumably({
    address: ownPath(url),
    file,
    signal,
    onProgress: (sentBytes) => onPercent(Math.round((100 * sentBytes) / Math.max(1, file.size))),
    onStored: () => undefined,
    onBroken: () => undefined,
    onMended: () => undefined,
  })
  // cast: the address of an image returns its record.
  return record as UploadedImage
}

/** The reason of a failed upload, as a sentence. */
export function imageFailure(error: unknown): string {
  if (!(error instanceof UploadRefused)) return error instanceof Error ? error.message : String(error)
  const { rule } = error
  return rule === 'type' || rule === 'markup' || rule === 'broken' || rule === 'size' || rule === 'empty'
    ? t(`form.image.${rule}`)
    : error.message
}
