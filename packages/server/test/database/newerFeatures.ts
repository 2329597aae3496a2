import './loadedGrammar.ts'
import { plainText } from './sqlSyntax.ts'

/** Syntax and functions that are new in PostgreSQL 16, 17 and 18. The oldest supported release is 15. */
const newerWords: [RegExp, string][] = [
  [/\bvirtual\b/, 'virtual columns (18)'],
  [/\b(uuidv7|uuidv4)\s?\(/, 'uuidv7 and uuidv4 (18)'],
  [/\bwithout overlaps\b|,\s*period \w+/, 'temporal keys (18)'],
  [/\bnot enforced\b/, 'NOT ENFORCED (18)'],
  [/\breturning (with \()?(old|new)\b/, 'RETURNING old and new (18)'],
  [/\bnot null \w+ not valid\b|\bconstraint \S+ not null\b/, 'named not-null constraints (18)'],
  [/\b(casefold|array_sort|array_reverse|crc32|crc32c)\s?\(/, 'functions of 18'],
  [/\b(json_table|json_exists|json_query|json_value|json_scalar|json_serialize)\s?\(/, 'SQL/JSON (17)'],
  [/\b(to_bin|to_oct|uuid_extract_timestamp|uuid_extract_version)\s?\(/, 'functions of 17'],
  [/\b(split partition|merge partitions|set expression|on_error)\b/, 'syntax of 17 and later'],
  [/\b(any_value|array_sample|array_shuffle|random_normal|date_add|date_subtract|erf)\s?\(/, 'functions of 16'],
  [
    /\b(json_arrayagg|json_objectagg|json_array|json_object)\s?\([^)]*\b(returning|absent|null on null)\b/,
    'SQL/JSON (16)',
  ],
  [/\bis (not )?json\b/, 'IS JSON (16)'],
  [/\b\d+(_\d+)+\b|\b0[xob][0-9a-f]+\b/, 'number literals of 16'],
  [/ storage (main|plain|external|extended|default)\b(?<=^create table.*)/, 'STORAGE in CREATE TABLE (16)'],
]

/** Features in a statement that PostgreSQL 15 lacks. The parser is that of version 18 and accepts all of them. */
export function newerFeatures(text: string): string[] {
  const plain = plainText(text)
  return newerWords.filter(([pattern]) => pattern.test(plain)).map(([, what]) => what)
}
