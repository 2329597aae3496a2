import { checkPrefix } from '#platform/files/fileKeys.ts'

/** Required settings of an object store; the others are read only with them. */
const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
const further = ['S3_ENDPOINT', 'S3_REGION', 'S3_PREFIX', 'S3_PATH_STYLE']

/** Mistakes in the settings of an object store as a whole. */
export function s3Mistakes(isGiven: (name: string) => boolean): string[] {
  const given = [...needed, ...further].find(isGiven)
  const missing = needed.filter((name) => !isGiven(name))
  if (given === undefined || missing.length === 0) return []
  return [`${missing.join(' and ')} must be set, because ${given} is.`]
}

/** Reads the name of a bucket: Amazon's rules, and the capitals of older stores. Throws the expected form. */
export function readBucket(given: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(given)) return given
  throw new Error('the name of a bucket: 3 to 63 letters, digits, dots and hyphens')
}

/** Reads the prefix of object names, such as `fairground/`. Throws the expected form. */
export function readPrefix(given: string): string {
  const prefix = given.replace(/\/*$/, '/')
  try {
    checkPrefix(prefix)
    return prefix
  } catch {
    throw new Error('a path of a-z, 0-9, ".", "_" and "-", such as fairground/media')
  }
}

/** Reads an access key or its secret. Throws the expected form. */
export function readAccessKey(given: string): string {
  if (/^[\x21-\x7e]{3,256}$/.test(given)) return given
  throw new Error('3 to 256 printable characters without spaces')
}
