import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptBounds } from '#platform/mail/attemptBounds.ts'
import { apiTimeoutMs } from '#platform/mail/providers/apiSender.ts'
import { callTimeoutMs } from './messageCall.ts'
import { sendingBounds } from './messageSend.ts'

test('an attempt counts as lost after a slice and the longest attempt of every service', () => {
  const { sliceMs, leaseMs } = sendingBounds
  const { waitMs, sendMs } = attemptBounds
  assert.ok(apiTimeoutMs < sendMs && callTimeoutMs < sendMs)
  assert.ok(sliceMs + waitMs + sendMs < leaseMs)
})
