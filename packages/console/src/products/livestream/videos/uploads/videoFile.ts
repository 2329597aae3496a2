/** Extensions of the containers that the server reads. */
export const videoExtensions = [
  ...['mp4', 'm4v', 'mov', 'mkv', 'webm', 'ts', 'm2ts', 'mts', 'avi', 'flv', 'wmv', 'asf', 'mpg', 'mpeg', '3gp', 'ogv'],
] as const

const bytesMax = 20 * 1024 ** 3
const titleLengthMax = 140

export type FileRefusal = 'notVideo' | 'empty' | 'tooLarge'

/** Reason why the server would refuse a file; undefined for one to send. */
export function fileRefusal({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): FileRefusal | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const isKnown = videoExtensions.some((each) => each === extension)
  // Browsers name `.ts` files TypeScript or MPEG: the extension decides where there is one.
  if (!isKnown && (extension !== '' || !type.startsWith('video/'))) return 'notVideo'
  if (size === 0) return 'empty'
  return size > bytesMax ? 'tooLarge' : undefined
}

/** Title of a video by the name of its file: without extension, with blanks for underscores. */
export function titleOfFile(name: string): string {
  const stem = name
    .replace(/\.[a-z0-9]+$/i, '')
    .replaceAll('_', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (stem === '' ? name : stem).slice(0, titleLengthMax).toWellFormed()
}
