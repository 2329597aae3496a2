import { FairgroundError } from '@fairground/sdk'
import { Alert, Anchor, Button, Collapse, Group, List, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronDown, ChevronRight } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { isOffline, isSignedOut, sentenceOf } from '#console/app/failures.ts'
import { CurrencyContext, useCurrencyOf } from '#console/parts/currencyContext.ts'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { plural, t } from '#console/texts/texts.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { FieldInput } from './fieldInput.tsx'
import { DraftNotice, SignedOutNotice } from './draftNotices.tsx'
import { newKey } from './formKeys.ts'
import { orderedFields, remainingErrors, sentValues, type FormErrors, type FormValues } from './formValues.ts'
import { checkText, inputErrors } from './inputChecks.ts'
import { refusalText } from './refusalTexts.ts'
import './form.css'

/** A group of fields under a heading. `isFolded`: closed at first, unless a field has a value. */
export type FormGroup = { title: string; fields: readonly string[]; isFolded?: boolean }

export type OperationFormProps = {
  /** Input of the operation; fields in `fixed` are not shown. */
  schema: JsonSchema
  initial: FormValues
  fixed: Readonly<Record<string, unknown>>
  groups: readonly FormGroup[]
  widgets: Readonly<Record<string, ComponentType<FieldWidgetProps>>>
  button: string
  /** Key under which unsaved input is kept in this tab; none without one. */
  draftKey: string | undefined
  /** Version of the record whose values are the initial ones. */
  version?: number
  /** The part of the values that is sent, and so checked before; all values when left out. */
  sentOf?(values: FormValues): FormValues
  /** Confirmation before the values are sent; false leaves the form as it is. */
  confirm?(values: FormValues): Promise<boolean>
  /** Sends the values. `key` is the same for repeats after a lost connection. Throws FairgroundError. */
  send(values: FormValues, key: string): Promise<void>
  /** Shown in place of the general message of an error; undefined leaves it. */
  explain?(error: unknown, values: FormValues): ReactNode
  cancel?: (() => void) | undefined
  /** Part beside the fields that follows their values, such as a preview. */
  aside?: ((values: FormValues) => ReactNode) | undefined
}

const collapsed = new Set(['clientReference', 'metadata'])
const hidden = new Set(['ifVersion', 'action', 'accountId'])

/** A form made from the input of an operation. Messages of the server land on their fields. */
export function OperationForm(props: OperationFormProps) {
  const form = useForm(props)
  const { schema, fixed, widgets } = props
  const currency = useCurrencyOf(form.values)
  const names = orderedFields(schema).filter((name) => !(name in fixed) && !hidden.has(name))
  const fieldOf = (name: string) => (
    <FieldInput
      key={`${name} ${form.edition}`}
      name={name}
      path={`/${name}`}
      schema={schema.properties?.[name] ?? {}}
      isRequired={schema.required?.includes(name) ?? false}
      value={form.values[name]}
      onChange={(value) => form.set(name, value)}
      errors={form.errors}
      widgets={widgets}
    />
  )
  const { aside } = props
  const fields = (
    <form noValidate onSubmit={form.submit} ref={form.element} onKeyDown={submitOnCtrlEnter}>
      <Stack gap="lg">
        {form.isRestored ? <DraftNotice discard={form.discard} /> : null}
        <FormProblems {...form} explain={props.explain} />
        {groupsOf(props.groups, names).map(({ title, fields, isFolded = false }) =>
          isFolded ? (
            <FoldedFields
              key={`${title} ${form.edition}`}
              title={title}
              names={fields}
              isOpenAtFirst={fields.some((name) => isFilled(form.values[name], schema.properties?.[name]))}
              errors={form.errors}
              fieldOf={fieldOf}
            />
          ) : (
            <section key={title} className="surface section">
              <Title order={2}>{title}</Title>
              <div className="form-grid">{fields.map(fieldOf)}</div>
            </section>
          ),
        )}
        {/* The caller's own reference and pairs, which few people need. */}
        <FoldedFields
          title={t('form.own')}
          names={names.filter((name) => collapsed.has(name))}
          isOpenAtFirst={false}
          errors={form.errors}
          fieldOf={fieldOf}
        />
        <Group className="form-buttons">
          <Button type="submit" loading={form.isSending}>
            {props.button}
          </Button>
          {props.cancel === undefined ? null : (
            <Button variant="default" onClick={props.cancel}>
              {t('form.cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
  return (
    <CurrencyContext value={currency}>
      {aside === undefined ? (
        fields
      ) : (
        <div className="form-beside">
          {fields}
          <div>{aside(form.values)}</div>
        </div>
      )}
    </CurrencyContext>
  )
}

/** Sends the form on Ctrl+Enter or ⌘ Enter from any input, a long text too. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** Groups with their present fields; fields that no group names stand in the first or in a group of their own. */
function groupsOf(groups: readonly FormGroup[], names: readonly string[]): FormGroup[] {
  const grouped = new Set(groups.flatMap(({ fields }) => fields))
  const others = names.filter((name) => !grouped.has(name) && !collapsed.has(name))
  const shown = groups.map((group) => ({ ...group, fields: group.fields.filter((name) => names.includes(name)) }))
  const title = t(groups.length === 0 ? 'form.basics' : 'form.more')
  return [...shown, { title, fields: others }].filter(({ fields }) => fields.length > 0)
}

function useForm({ schema, initial, fixed, draftKey, version, send, ...more }: OperationFormProps) {
  const sentOf = more.sentOf ?? ((all: FormValues) => sentValues(all, schema, initial))
  const draft = useRef(readDraft(draftKey)?.values)
  const [values, setValues] = useState<FormValues>({ ...initial, ...draft.current })
  // Inputs with a text of their own begin again when the draft is discarded.
  const [edition, setEdition] = useState(0)
  const [isRestored, setRestored] = useState(draft.current !== undefined)
  const [errors, setErrors] = useState<FormErrors>({})
  const [failure, setFailure] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  const key = useRef(newKey())
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirst(element.current, errors), [errors])
  // An input that answers late, such as that of a file, must not restore what other inputs were before.
  const current = useRef(values)
  current.current = values
  const set = (name: string, value: unknown) => {
    const next = { ...current.current, [name]: value }
    current.current = next
    setValues(next)
    keepDraft(draftKey, { initial, values: next, version })
    setErrors(remainingErrors(errors, values, next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = { ...inputErrors(schema, { ...sentOf(values), ...fixed }), ...brokenFields(element.current) }
    setErrors(wrong)
    setFailure(undefined)
    if (Object.keys(wrong).length > 0 || isSending) return
    setSending(true)
    const sendConfirmed = async () => {
      if ((await more.confirm?.(values)) === false) return
      await send(values, key.current)
      dropDraft(draftKey)
    }
    sendConfirmed()
      .catch((error: unknown) => {
        setFailure(error)
        if (error instanceof FairgroundError) setErrors(errorsOf(error))
        // A refusal frees the key. Where the result is unknown, the same key finds out.
        if (isRefused(error)) key.current = newKey()
      })
      .finally(() => setSending(false))
  }
  const discard = () => {
    dropDraft(draftKey)
    setValues(initial)
    setErrors({})
    setEdition(edition + 1)
    setRestored(false)
  }
  return { values, errors, failure, isSending, isRestored, edition, element, set, submit, discard }
}

/** Whether the server has refused a request, so that it has done nothing. */
function isRefused(error: unknown): boolean {
  return error instanceof FairgroundError && error.status >= 400 && error.status < 500
}

function errorsOf({ fields }: FairgroundError): FormErrors {
  return Object.fromEntries(fields.map(({ path, message }) => [path, refusalText(message)]))
}

/** Inputs whose text is no value yet, such as a day without its time, with a message. */
function brokenFields(form: HTMLFormElement | null): FormErrors {
  const all = [...(form?.querySelectorAll<HTMLElement>('[data-broken], input:invalid') ?? [])]
  const broken = all.filter((each) => !(each instanceof HTMLInputElement) || each.validity.badInput)
  const found = broken.flatMap((each): [string, string][] => {
    const path = each.closest<HTMLElement>('[data-path]')?.dataset['path']
    const kind = each.dataset['broken']
    const text = each.dataset['brokenText'] ?? checkText(kind === 'json' || kind === 'pair' ? kind : 'incomplete')
    return path === undefined ? [] : [[path, text]]
  })
  return Object.fromEntries(found)
}

/** Moves the focus to the first input of the page with a message. */
function focusFirst(form: HTMLFormElement | null, errors: FormErrors): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
  // The nearest field of a message is the last one around its path: fields of a group stand within the group.
  const wrong = Object.keys(errors).map((path) =>
    fields.findLastIndex((each) => isBelow(path, each.dataset['path'] ?? '-')),
  )
  const first = Math.min(...wrong.filter((index) => index >= 0))
  fields[first]?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')?.focus()
}

function isBelow(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}/`)
}

type ProblemsProps = Pick<ReturnType<typeof useForm>, 'errors' | 'failure' | 'values' | 'element'> & {
  explain: OperationFormProps['explain']
}

/** The summary of what is wrong, with links to the fields. */
function FormProblems({ errors, failure, values, element, explain }: ProblemsProps) {
  const paths = Object.entries(errors)
  const explained = failure === undefined ? undefined : explain?.(failure, values)
  if (explained !== undefined) return explained
  if (isSignedOut(failure)) return <SignedOutNotice />
  if (paths.length === 0 && failure === undefined) return null
  return (
    <Alert color={isOffline(failure) ? 'yellow' : 'red'} role="alert">
      {paths.length === 0 ? (
        isOffline(failure) ? (
          t('form.offline')
        ) : (
          sentenceOf(failure)
        )
      ) : (
        <>
          {plural('form.problems', paths.length)}
          <List size="sm">
            {paths.map(([path, message]) => (
              <List.Item key={path}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() => focusFirst(element.current, { [path]: message })}
                >
                  {path.slice(1).split('/').map(labelOf).join(' › ')}
                </Anchor>
                : {message}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}

/** Whether a field has a value that the server would not give it anyway. */
function isFilled(value: unknown, schema: JsonSchema | undefined): boolean {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return !isEmpty && value !== schema?.default
}

type FoldedProps = {
  title: string
  names: readonly string[]
  isOpenAtFirst: boolean
  errors: FormErrors
  fieldOf(name: string): ReactNode
}

/** Fields that few people need, below a heading that opens them. They are open while one of them is wrong. */
function FoldedFields({ title, names, isOpenAtFirst, errors, fieldOf }: FoldedProps) {
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst)
  if (names.length === 0) return null
  const hasError = Object.keys(errors).some((path) => names.includes(path.split('/')[1] ?? ''))
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <section className="surface section">
      <button type="button" className="form-toggle" onClick={toggle} aria-expanded={isOpen || hasError}>
        <Icon size={16} aria-hidden />
        <Text span fw={600}>
          {title}
        </Text>
      </button>
      <Collapse expanded={isOpen || hasError}>
        <div className="form-grid">{names.map(fieldOf)}</div>
      </Collapse>
    </section>
  )
}
