import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyHash, hashOf, pathOf, queryOf, signed, type Unsigned } from './s3Signature.ts'

// The four examples of Amazon's documentation, with their signatures.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = new Date('2013-05-24T00:00:00Z')
const host = 'examplebucket.s3.amazonaws.com'
const get: Unsigned = { method: 'GET', host, path: '/', query: {}, headers: {}, bodyHash: emptyHash }

const examples: [string, Unsigned, string][] = [
  [
    'a range of an object',
    { ...get, path: '/test.txt', headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'an object with a key that is encoded',
    {
      ...get,
      method: 'PUT',
      path: `/${pathOf('test$file.text')}`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      bodyHash: hashOf('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a query without a value',
    { ...get, query: { lifecycle: '' } },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a list',
    { ...get, query: { prefix: 'J', 'max-keys': '2' } },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

for (const [name, request, signature] of examples) {
  test(`the published signature of ${name}`, () => {
    const { authorization = '' } = signed(request, credentials, at)
    assert.equal(authorization.slice(authorization.lastIndexOf('=') + 1), signature)
    assert.ok(!JSON.stringify(signed(request, credentials, at)).includes(credentials.secretAccessKey))
  })
}

test('a path keeps its slashes, a query does not, and both encode characters that browsers leave unencoded', () => {
  assert.equal(pathOf('a/b c/it!(1)*~-._'), 'a/b%20c/it%21%281%29%2A~-._')
  assert.equal(queryOf({ b: "o'n", a: 'x/y+z' }), 'a=x%2Fy%2Bz&b=o%27n')
})
