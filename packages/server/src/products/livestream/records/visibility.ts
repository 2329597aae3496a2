/** Audiences that may watch a stream or a recorded video. */
export const visibilities = ['public', 'unlisted', 'private', 'password', 'signed', 'ticketed'] as const

/** Meaning of each visibility, for field descriptions. */
export const visibilityText =
  'public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: ' +
  'open by an address that you signed. ticketed: open with a ticket.'

/** Proof that opens a closed video. */
export type Gate = 'password' | 'signature' | 'ticket'

const gates: Record<string, Gate> = { password: 'password', signed: 'signature', ticketed: 'ticket' }

/** Proof that opens a video of this visibility; undefined where it is open, or private. */
export function gateOf(visibility: string): Gate | undefined {
  return gates[visibility]
}
