import { port } from '#kit/call/port.ts'

export type TextRecords = {
  /** The TXT records of a name, each in one piece; none for an unknown name. Throws when no name server responds. */
  read(name: string, accountId: number): Promise<string[]>
  /** The target of the CNAME record of a name, in lower case; undefined without one. Throws as `read` does. */
  alias(name: string, accountId: number): Promise<string | undefined>
}

/** TXT and CNAME records of the DNS. */
export const textRecordsPort = port<TextRecords>('textRecords', { read: 'leaves', alias: 'leaves' })
