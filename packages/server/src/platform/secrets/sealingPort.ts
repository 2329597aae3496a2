import { port } from '#kit/call/port.ts'

export type Sealing = {
  seal(plain: string, context: string): Uint8Array
  open(sealed: Uint8Array, context: string): string
}

/** Encryption of secrets at rest. */
export const sealingPort = port<Sealing>('sealing', {})
