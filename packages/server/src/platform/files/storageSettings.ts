import { secretSetting, setting, settingGroup } from '#kit/nouns/setting.ts'
import { onOff, optional, originUrl, text } from '#platform/settings/settingReaders.ts'
import { readAccessKey, readBucket, readPrefix, s3Mistakes } from './s3/s3Settings.ts'

/** Settings of the store of media. */
export const storageSettings = settingGroup(
  'Media storage',
  {
    s3Bucket: setting(
      'S3_BUCKET',
      'Bucket of an object store that keeps media instead of `DATA_DIR/media`; it must be there.',
      { read: optional(readBucket) },
    ),
    s3Endpoint: setting('S3_ENDPOINT', 'Address of the object store, without the bucket.', {
      fallback: '`https://s3.S3_REGION.amazonaws.com`',
      read: optional(originUrl),
    }),
    s3Region: setting('S3_REGION', 'Its region.', { fallback: 'us-east-1', read: text }),
    s3AccessKeyId: secretSetting('S3_ACCESS_KEY_ID', 'Its access key.', optional(readAccessKey)),
    s3SecretAccessKey: secretSetting('S3_SECRET_ACCESS_KEY', 'Secret of the access key.', optional(readAccessKey)),
    s3Prefix: setting('S3_PREFIX', 'Prefix of the names of objects, such as `fairground/`.', {
      read: optional(readPrefix),
    }),
    s3PathStyle: setting(
      'S3_PATH_STYLE',
      '`on` where the bucket is in the path of an address, `off` where it is in the host.',
      { fallback: 'on', read: onOff },
    ),
  },
  s3Mistakes,
)
