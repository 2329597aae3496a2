import { catalogueOf } from '#kit/call/catalogue.ts'
import type { Product } from '#kit/nouns/product.ts'
import { allows } from '#platform/auth/scopeCover.ts'
import { roles, scopesOfRole } from '#products/account/people/roles.ts'

const head = `# Roles

Rights of each role, by noun. \`npm run gen\` writes this page from the operations, so a new product appears by itself;
[Account](products/account.md#people) explains roles. An owner has every scope, also those of later versions.
`

/** The page of roles: for each noun the verbs of its scopes that a role has. */
export function rolesPage(products: readonly Product[]): string {
  const known = catalogueOf(products).scopes
  const granted = roles.map((role) => scopesOfRole(role, known))
  const parts = products.map((product) => {
    const scopes = catalogueOf([product]).scopes.map(({ name }) => name)
    const nouns = [...Map.groupBy(scopes.toSorted(), (name) => name.split(':')[0] ?? '')]
    const rows = nouns.map(([noun, names]) => [`\`${noun}\``, ...granted.map((own) => verbsOf(names, own))])
    return `\n## ${product.title}\n\n${tableOf([['Noun', ...roles], ...rows])}`
  })
  return head + parts.join('')
}

function verbsOf(scopes: readonly string[], granted: readonly string[]): string {
  const names = scopes.filter((name) => allows(granted, name)).map((name) => name.split(':')[1])
  return names.length === 0 ? '–' : names.join(', ')
}

/** A Markdown table with aligned columns, as the formatter writes it. */
function tableOf([first = [], ...rows]: string[][]): string {
  const widths = first.map((_, at) => Math.max(3, ...[first, ...rows].map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`
  return [first, widths.map((width) => '-'.repeat(width)), ...rows].map(lineOf).join('')
}
