import { useEffect, useMemo, useState, type ComponentType } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { nounScreens } from '#console/products/screens.ts'
import type { ApiRecord, FieldWidgetProps, WidgetModule } from '#console/parts/descriptor.ts'
import { partsOf, useSchemas, type Noun, type NounSchemas } from '#console/parts/description.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import { t } from '#console/texts/texts.ts'
import type { FormValues } from './formValues.ts'
import type { FormGroup } from './operationForm.tsx'

type Widgets = Readonly<Record<string, ComponentType<FieldWidgetProps>>>

/** Groups of fields of a noun's forms, from its descriptor. */
export function formGroupsOf(noun: Noun): FormGroup[] {
  return (nounScreens(noun).groups ?? []).map(({ title, ...group }) => ({ ...group, title: t(title) }))
}

/** The input of a noun's operation without the fields that its forms leave out. */
export function formSchemaOf(noun: Noun, input: JsonSchema): JsonSchema {
  const elsewhere = new Set(nounScreens(noun).setElsewhere)
  const fields = Object.entries(input.properties ?? {}).filter(([name]) => !elsewhere.has(name))
  return { ...input, properties: Object.fromEntries(fields) }
}

/** The input of the edit form of a record; undefined until the part of the descriptor that chooses it is loaded. */
export function useEditSchema(noun: Noun, record: ApiRecord): JsonSchema | undefined {
  const input = useSchemas(partsOf(noun.id).product).operations[`${noun.id}.update`]?.input
  const schema = useMemo(() => formSchemaOf(noun, input ?? {}), [noun, input])
  const declared = nounScreens(noun).editSchema
  const [chosen, setChosen] = useState<JsonSchema>()
  useEffect(() => {
    let isCurrent = true
    void declared?.load().then(({ editSchema }) => isCurrent && setChosen(editSchema(schema, record)))
    return () => {
      isCurrent = false
    }
  }, [declared, schema, record])
  return declared === undefined ? schema : chosen
}

/** Fields with the value that the server takes where one is left out: inputs show it, and never send it. */
export function withDefaults(
  properties: Readonly<Record<string, JsonSchema>>,
  fields: NounSchemas['fields'],
  initial: string | null,
): Record<string, JsonSchema> {
  const stateOf = ({ enum: states = [] }: JsonSchema) => (states.includes(initial) ? (initial ?? undefined) : undefined)
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const fallback = fields[name]?.fallback ?? (name === 'status' ? stateOf(schema) : undefined)
      return [name, fallback === undefined ? schema : { ...schema, default: fallback }]
    }),
  )
}

/** Confirmation of a change that cannot be taken back; true at once where the descriptor has no question about it. */
export function useConfirm(noun: Noun, record: ApiRecord | undefined): (values: FormValues) => Promise<boolean> {
  const { client } = useAccount()
  const { question: asking } = nounScreens(noun)
  return async (values) => {
    const question = await asking?.load().then(({ questionOf }) => questionOf({ client, record, values }))
    return question === undefined || confirmed(question)
  }
}

/** Hand-made inputs of a noun's fields; undefined until they are loaded. */
export function useWidgets(noun: Noun): Widgets | undefined {
  const [widgets, setWidgets] = useState<Widgets>()
  useEffect(() => {
    let isCurrent = true
    const declared = Object.entries(nounScreens(noun).widgets ?? {})
    const loading = declared.map(async ([name, { load }]) => [name, (await load()).FieldWidget] as const)
    void Promise.all(loading).then((loaded) => isCurrent && setWidgets(Object.fromEntries(loaded)))
    return () => {
      isCurrent = false
    }
  }, [noun])
  return widgets
}

/** Words for a value of a field from its hand-made input; undefined until they are loaded, or where it has none. */
export function useValueText(noun: Noun, field: string): WidgetModule['ValueText'] {
  const [found, setFound] = useState<WidgetModule['ValueText']>()
  useEffect(() => {
    let isCurrent = true
    const loading = nounScreens(noun).widgets?.[field]?.load()
    void loading?.then(({ ValueText }) => isCurrent && setFound(() => ValueText))
    return () => {
      isCurrent = false
    }
  }, [noun, field])
  return found
}
