import { Checkbox, Input, Stack, Text } from '@mantine/core'
import { useDescription, type Description } from '#console/parts/description.ts'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { covers } from '#console/app/session.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { nounName, productTitle } from '#console/products/descriptors.ts'
import { t } from '#console/texts/texts.ts'
import './scopes.css'

/** Scopes of one noun: title of the noun, and its scopes by verb. */
type NounScopes = { noun: string; title: string; verbs: readonly string[] }

/** A choice of scopes by product: each noun on a line, with the verbs that its operations have. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const products = scopesByProduct(useDescription())
  const toggle = (scope: string) => {
    if (chosen.includes(scope)) return onChange(chosen.filter((each) => each !== scope))
    onChange([...chosen.filter((each) => !covers(scope, each)), scope])
  }
  const box = (scope: string, name: string) => {
    const isCovered = chosen.some((each) => each !== scope && covers(each, scope))
    return (
      <Checkbox
        key={scope}
        size="xs"
        label={labelOf(scope.slice(scope.indexOf(':') + 1))}
        aria-label={`${name}: ${scope}`}
        checked={isCovered || chosen.includes(scope)}
        disabled={isCovered}
        onChange={() => toggle(scope)}
      />
    )
  }
  return (
    <div data-path="/scopes" className="scopes">
      <Input.Wrapper
        component="fieldset"
        label={label}
        labelElement="div"
        description={description?.replaceAll('`', '')}
        error={Object.values(errors).join(' ') || undefined}
      >
        <Stack gap="xs" mt="xs">
          {products.map(({ name, title, nouns }) => (
            <details key={name} open={chosen.some((each) => each.startsWith(`${name}.`)) || undefined}>
              <summary>
                <Text span fw={600} size="sm">
                  {title}
                </Text>
                <Text span size="xs" c="dimmed">
                  {chosen.filter((each) => each.startsWith(`${name}.`)).join(', ')}
                </Text>
              </summary>
              <div className="scopes-line">
                <Text size="sm" fs="italic">
                  {t('account.scopes.all')}
                </Text>
                {['read', 'write'].map((verb) => box(`${name}.*:${verb}`, title))}
              </div>
              {nouns.map((each) => (
                <div key={each.noun} className="scopes-line">
                  <Text size="sm">{each.title}</Text>
                  {each.verbs.map((verb) => box(`${each.noun}:${verb}`, each.title))}
                </div>
              ))}
            </details>
          ))}
        </Stack>
      </Input.Wrapper>
    </div>
  )
}

function scopesByProduct({ products, nouns, scopes }: Description) {
  return products.flatMap((product) => {
    const { name } = product
    const own = scopes.filter((scope) => scope.name.startsWith(`${name}.`))
    const byNoun = Map.groupBy(own, (scope) => scope.name.slice(0, scope.name.indexOf(':')))
    const lines = [...byNoun].map(([noun, each]): NounScopes => {
      const known = nouns.find(({ id }) => id === noun)
      const verbs = each.map((scope) => scope.name.slice(noun.length + 1)).toSorted()
      return { noun, title: known === undefined ? labelOf(noun.slice(name.length + 1)) : nounName(known), verbs }
    })
    return lines.length === 0 ? [] : [{ name, title: productTitle(product), nouns: lines }]
  })
}
