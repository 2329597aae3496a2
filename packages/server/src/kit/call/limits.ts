/** Bounds of every product. Bounds of one noun are declared by the noun. */
export const limits = {
  /** Bytes of one JSON body. */
  bodyBytesMax: 1_048_576,
  /** Bytes of one JSON body that carries a batch, such as the attendees of an event. */
  batchBodyBytesMax: 5_242_880,
  /** Bytes of one JSON body of an operation that public keys, or callers without a key, may call. */
  publicBodyBytesMax: 16_384,
  /** Values of one JSON body: its maximum of bytes divided by this number, within these bounds. */
  jsonBytesPerValueMin: 25,
  jsonValuesMin: 1_000,
  jsonValuesMax: 42_000,
  /** Digits of a number in a row: more add no precision, and the parser reads each digit. */
  jsonDigitsMax: 40,
  /** Names in one object of a JSON body, known or not. */
  jsonNamesMax: 1_000,
  /** Nesting of one JSON body. */
  jsonDepthMax: 20,
  /** Problems reported at once. */
  fieldErrorsMax: 50,
  /** Items of one page. */
  pageLimitMax: 100,
  pageLimitDefault: 25,
  /** Items that offset paging may skip; a cursor reaches any depth. */
  pageOffsetMax: 10_000,
  /** Limits of `total` for `withTotal=true` and `withTotal=exact`. */
  totalCountMax: 1_000,
  totalExactMax: 10_000,
  /** Keys in one sort order. */
  sortKeysMax: 3,
  clientReferenceLengthMax: 128,
  metadataKeysMax: 50,
  metadataKeyLengthMax: 40,
  metadataValueLengthMax: 500,
  /** Facts in a chain of causes, beyond which the chain counts as a loop. */
  factDepthMax: 8,
  /** Retries of a write that lost a race on `version`. */
  versionRetriesMax: 5,
} as const
