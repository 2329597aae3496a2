/** Failure of an import by its file. The message is a sentence for the account. */
export class ImportFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportFailed'
  }
}
