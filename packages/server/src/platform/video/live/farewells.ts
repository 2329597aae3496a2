import type { EndReason } from './liveHost.ts'

/** What the person at the encoder reads when a session ends, by why. */
export const farewells: Record<EndReason, string> = {
  ended: 'The stream was ended.',
  encoder_gone: 'The stream has ended.',
  max_duration: 'The stream has reached its longest duration.',
  disabled: 'The stream was disabled.',
  deleted: 'The stream was deleted.',
  unsupported: 'What is sent cannot be shown.',
  server_stopped: 'The server has stopped.',
}
