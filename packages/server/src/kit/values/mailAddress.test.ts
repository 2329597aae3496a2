import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asciiDomain, asciiMailAddress, isMailAddress } from './mailAddress.ts'

test('asciiMailAddress() gives a domain of any letters the form of the DNS, and keeps other addresses', () => {
  const forms: Record<string, string> = {
    'greta@müller.example': 'greta@xn--mller-kva.example',
    'Greta@MÜLLER.Example': 'Greta@xn--mller-kva.example',
    'greta@mu\u0308ller.example': 'greta@xn--mller-kva.example',
    'greta@日本。example': 'greta@xn--wgv71a.example',
    'Greta@Example.COM': 'Greta@Example.COM',
    'greta@xn--mller-kva.example': 'greta@xn--mller-kva.example',
    'gretä@example.com': 'gretä@example.com',
  }
  for (const [text, form] of Object.entries(forms)) {
    assert.equal(asciiMailAddress(text), form)
    assert.equal(asciiMailAddress(form), form)
  }
})

test('isMailAddress() refuses domains that a URL would read in another way', () => {
  for (const domain of ['mü/x.de', 'mü?x.de', 'mü#x.de', 'mü:80', 'mü\\x.de', 'eve@mü.de', 'm%C3%BC.de', 'mü x.de']) {
    assert.equal(isMailAddress(`greta@${domain}`), false, domain)
    assert.equal(asciiDomain(domain), '', domain)
  }
  for (const text of [
    'grét@example.com',
    'greta@müller',
    'greta@mü..de',
    'greta@-mü.de.',
    'greta@\u00ad.de',
    '@mü.de',
  ]) {
    assert.equal(isMailAddress(text), false, text)
  }
  assert.equal(isMailAddress('greta@müller.example'), true)
  assert.equal(isMailAddress(`greta@${'ü'.repeat(60)}.example`), false)
})
