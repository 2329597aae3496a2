import { port } from '#kit/call/port.ts'

export type TextRecords = {
  /** The TXT records of a name, each in one piece; none for an unknown name. Throws when no name server responds. */
  read(name: string, accountId: number): Promise<string[]>
}

/** TXT records of the DNS. */
export const textRecordsPort = port<TextRecords>('textRecords', { read: 'leaves' })
