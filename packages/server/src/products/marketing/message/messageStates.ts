/** States of a message. */
export const messageStates = [
  'queued',
  'attempting',
  'sent',
  'deferred',
  'bounced',
  'failed',
  'uncertain',
  'skipped',
  'cancelled',
] as const
