/** Who may watch a stream or a recorded video. */
export const visibilities = ['public', 'unlisted', 'private', 'password', 'signed', 'ticketed'] as const

/** What each visibility means, for the documentation. */
export const visibilityText =
  'public: listed. unlisted: open by its address. private: for you. password: open with the password. signed: ' +
  'open by an address that you signed. ticketed: open with a ticket.'

/** What opens a closed video. */
export type Gate = 'password' | 'signature' | 'ticket'

const gates: Record<string, Gate> = { password: 'password', signed: 'signature', ticketed: 'ticket' }

/** What opens a video of this visibility; undefined for one that is open, or for nobody. */
export function gateOf(visibility: string): Gate | undefined {
  return gates[visibility]
}
