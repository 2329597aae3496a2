import { port } from '#kit/call/port.ts'

export type TextRecords = {
  /** The TXT records of a name, each in one piece; none for an unknown name. Throws when no name server responds. */
  read(name: string, accountId: number): Promise<string[]>
  /** The target of the CNAME record of a name, in lower case; undefined without one. Throws as `read` does. */
  alias(name: string, accountId: number): Promise<string | undefined>
  /** Whether the records of a domain name a host that receives its mail. Throws as `read` does. */
  receivesMail(domain: string, accountId: number): Promise<boolean>
}

/** TXT, CNAME and MX records of the DNS. */
export const textRecordsPort = port<TextRecords>('textRecords', {
  read: 'leaves',
  alias: 'leaves',
  receivesMail: 'leaves',
})
