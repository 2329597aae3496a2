const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Functions that never return null. */
export const totalFunctions = words(`
  count now clock_timestamp transaction_timestamp statement_timestamp row_number rank dense_rank gen_random_uuid
  concat jsonb_build_object json_build_object jsonb_build_array json_build_array pg_backend_pid random
`)

/** Functions that return null only when an argument is null. */
export const strictFunctions = words(`
  abs ceil ceiling floor round extract date_part date_trunc timezone to_char to_timestamp length
  octet_length cardinality left right replace encode decode md5 sha256 to_json to_jsonb set_config set_byte
  hashtextextended similarity word_similarity earth_distance ll_to_earth date_bin make_interval
`)

/** Aggregates that return null for no rows, and for rows whose arguments are null. */
export const aggregates = words(`
  sum min max avg array_agg json_agg jsonb_agg string_agg bool_or bool_and every
`)
