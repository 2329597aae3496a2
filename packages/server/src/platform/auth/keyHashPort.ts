import { port } from '#kit/call/port.ts'

/** The keyed hash under which a credential is stored and found. */
export const keyHashPort = port<(text: string) => Buffer>('keyHash', {})
