import { field } from '#kit/call/problem.ts'
import { scalarText } from './comparison.ts'
import type { ConditionKind } from './conditionKind.ts'
import type { BucketCondition } from './filter.ts'
import { unknownMembers } from './unknownMembers.ts'

const shares = 10_000
const saltLengthMax = 60
/** Largest prime below 2^32: products with a factor below 2^31 fit a bigint of PostgreSQL. */
const modulus = 4_294_967_291n

/** A condition on a stable share of contacts: the same contacts for the same salt, others for another one. */
export const bucketKind: ConditionKind<BucketCondition> = {
  key: 'bucket',
  others: [],
  check({ bucket }) {
    const { percent, salt, ...others } = Object(bucket)
    const isBetween = typeof percent === 'number' && percent >= 0 && percent <= 100
    // A finer share would be rounded, down to none.
    const isShare = isBetween && sharesOf({ percent, salt }) / 100 === percent
    const isSalt = typeof salt === 'string' && salt.length >= 1 && salt.length <= saltLengthMax
    return [
      ...(isShare
        ? []
        : [field('/bucket/percent', 'type', 'must be a number from 0 to 100 with at most two decimals')]),
      ...(isSalt ? [] : [field('/bucket/salt', 'type', `must be a text of 1 to ${saltLengthMax} characters`)]),
      ...unknownMembers(others, '/bucket'),
    ]
  },
  holds: ({ bucket }, { id }) => {
    const random = BigInt(`0x${id.slice(-8)}`)
    return Number(((random * factorOf(bucket.salt)) % modulus) % BigInt(shares)) < sharesOf(bucket)
  },
  sql({ bucket }, build) {
    const random = `('x' || right(t.id::text, 8))::bit(32)::bigint`
    const product = `${random} * ${build.bind(factorOf(bucket.salt).toString(), 'bigint')}`
    return `${product} % ${modulus} % ${shares} < ${build.bind(sharesOf(bucket), 'integer')}`
  },
  mention() {},
  print: ({ bucket }) => `in bucket ${bucket.percent} % of ${scalarText(bucket.salt)}`,
  read(reader) {
    if (!reader.takeAll(['in', 'bucket'])) return undefined
    const percent = reader.number()
    reader.expect('%')
    reader.expect('of')
    return { bucket: { percent, salt: reader.text() } }
  },
}

function sharesOf({ percent }: BucketCondition['bucket']): number {
  return Math.round((percent / 100) * shares)
}

/** An odd factor below 2^31 from a salt (FNV-1a). */
function factorOf(salt: string): bigint {
  let hash = 0x811c9dc5
  for (const char of salt) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return BigInt((hash & 0x7fffffff) | 1)
}
