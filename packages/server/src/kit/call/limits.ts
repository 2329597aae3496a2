/** Bounds that hold for every product. A bound of one noun stands with its noun. */
export const limits = {
  /** Bytes of one JSON body. */
  bodyBytesMax: 1_048_576,
  /** Bytes of one JSON body that carries a batch, such as the attendees of an event. */
  batchBodyBytesMax: 5_242_880,
  /** Bytes of one JSON body of an operation that public keys, or callers without a key, may call. */
  publicBodyBytesMax: 16_384,
  /** Values of one JSON body: one for so many bytes that it may have, within these bounds. */
  jsonBytesPerValueMin: 25,
  jsonValuesMin: 1_000,
  jsonValuesMax: 42_000,
  /** Digits of a number in a row: more say nothing, and the parser reads each of them. */
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
  /** How many facts may cause one another before the chain is cut as a loop. */
  factDepthMax: 8,
  /** How often a write that lost a race on `version` is tried again. */
  versionRetriesMax: 5,
} as const
