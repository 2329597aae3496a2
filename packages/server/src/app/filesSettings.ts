import { dataPaths } from '#platform/db/embedded/dataDirectory.ts'
import type { FilesPlace } from '#platform/files/open.ts'
import type { Config } from './config.ts'

/** The folder or bucket of media that the settings name. */
export function filesPlaceOf(config: Config): FilesPlace {
  const { s3Bucket, s3Region, s3AccessKeyId, s3SecretAccessKey } = config
  const folder = dataPaths(config.dataDir).media
  if (s3Bucket === undefined || s3AccessKeyId === undefined || s3SecretAccessKey === undefined) {
    return { folder, s3: undefined }
  }
  const s3 = {
    endpoint: config.s3Endpoint ?? `https://s3.${s3Region}.amazonaws.com`,
    region: s3Region,
    bucket: s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    isPathStyle: config.s3PathStyle,
    prefix: config.s3Prefix ?? '',
  }
  return { folder, s3 }
}
