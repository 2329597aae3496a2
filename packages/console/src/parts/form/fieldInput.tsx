import {
  Button,
  ColorInput,
  Fieldset,
  Group,
  JsonInput,
  Pill,
  PasswordInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Input,
} from '@mantine/core'
import { lazy, Suspense, useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useCard } from '#console/parts/cards.ts'
import { CurrencyContext, useCurrencyOf } from '#console/parts/currencyContext.ts'
import {
  choicesOf,
  kindOfInput,
  unitOf,
  withoutNull,
  type InputKind,
  type JsonSchema,
} from '#console/parts/jsonSchema.ts'
import { labelWithin } from '#console/parts/labels.ts'
import { RecordPicker, useIsAwaited } from '#console/parts/recordPicker.tsx'
import { digitsOf } from '#console/texts/currencyDigits.ts'
import { durationText, moneyText, numberText } from '#console/texts/formats.ts'
import { helpOf, t } from '#console/texts/texts.ts'
import { countryOptions, currencyCodes, languageOptions } from './choices.ts'
import { errorsBelow, orderedFields } from './formValues.ts'
import { FileInput } from './fileInput.tsx'
import { frameOf, GroupNote, noteIdOf, textsOf, type FieldProps, type InputProps } from './inputProps.tsx'
import { DayInput, MomentInput, TimeInput } from './momentInput.tsx'
import { NumberField } from './numberField.tsx'
import { ObjectListInput } from './objectListInput.tsx'
import { PairsInput } from './pairsInput.tsx'
import { CommaWordsInput, WordsInput } from './wordsInput.tsx'

const ImageInput = lazy(() => import('./imageInput.tsx').then((module) => ({ default: module.ImageInput })))
const PositionInput = lazy(() => import('./positionInput.tsx').then((module) => ({ default: module.PositionInput })))

/** The input of a field, chosen by the kind of its values. */
export function FieldInput(props: FieldProps) {
  const id = useId()
  const { schema, isNullable } = withoutNull(props.schema)
  const label = labelWithin(props.path.split('/').at(-2), props.name)
  const Widget = props.widgets?.[props.name]
  const isAwaited = useIsAwaited(withoutNull(schema.items ?? schema).schema)
  const error = props.errors[props.path]
  // A record that the API can name before its product is there cannot be chosen.
  if (isAwaited && (props.value === null || props.value === undefined)) return null
  if (Widget !== undefined) {
    const { value, onChange } = props
    const errors = errorsBelow(props.errors, props.path)
    return (
      <div data-path={props.path}>
        <Widget
          {...{ label, value, onChange, errors }}
          description={isRepeated(props.name, schema, label) ? undefined : helpText(schema)}
        />
      </div>
    )
  }
  const input: InputProps = {
    ...props,
    schema,
    isNullable,
    label,
    error,
    id,
    description: describe({ name: props.name, schema, label }),
    Field: FieldInput,
  }
  return <div data-path={props.path}>{inputOf[kindOfInput(props.name, schema)](input)}</div>
}

type Described = Pick<InputProps, 'name' | 'schema' | 'label'>

/**
 * Help of a field: its description in the language of the console, else in the English of the API, with code as code,
 * unless it only repeats the label or the name.
 */
function describe({ name, schema, label }: Described, tidy = (text: string) => text): ReactNode {
  const { description = '' } = schema
  if (isRepeated(name, schema, label)) return undefined
  const told = helpOf(description)
  const parts = tidy(told ?? description)
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
  return <span lang={told === undefined ? 'en' : undefined}>{parts}</span>
}

function isRepeated(name: string, { description = '' }: JsonSchema, label: string): boolean {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return description === '' || description === `${label}.` || description.toLowerCase() === `${words}.`
}

function helpText({ description }: JsonSchema): string | undefined {
  return description === undefined ? undefined : (helpOf(description) ?? description)
}

const choicesInLine = 4
const lettersInLine = 34

const inputOf: Readonly<Record<InputKind, (props: InputProps) => ReactNode>> = {
  text: (props) => <LineInput {...props} />,
  secret: (props) => <SecretInput {...props} />,
  email: (props) => <LineInput {...props} type="email" />,
  url: (props) => <LineInput {...props} type="url" />,
  image: (props) => (
    <Suspense>
      <ImageInput {...props} />
    </Suspense>
  ),
  language: (props) => <CodeSelect {...props} data={languageOptions(textOf(props.value))} />,
  longText: (props) => <Textarea {...frameOf(props)} {...textsOf(props)} autosize minRows={3} maxRows={14} />,
  number: (props) => <WholeInput {...props} />,
  minor: (props) => <MinorInput {...props} />,
  duration: (props) => <DurationInput {...props} />,
  flag: (props) => <FlagInput {...props} />,
  choice: (props) => <ChoiceInput {...props} />,
  moment: (props) => <MomentInput {...props} />,
  day: (props) => <DayInput {...props} />,
  time: (props) => <TimeInput {...props} />,
  file: (props) => <FileInput {...props} />,
  words: (props) => <CommaWordsInput {...props} />,
  money: (props) => <MoneyInput {...props} />,
  position: (props) => (
    <Suspense>
      <PositionInput {...props} />
    </Suspense>
  ),
  color: (props) => (
    <ColorInput
      withEyeDropper={false}
      // Leaving the input would put an earlier colour in the place of a text that is none yet.
      fixOnBlur={false}
      {...frameOf(props)}
      value={String(props.value ?? '')}
      onChange={(next) => props.onChange(next || null)}
    />
  ),
  currency: (props) => <CodeSelect {...props} data={currencyCodes()} />,
  country: (props) => <CodeSelect {...props} data={countryOptions()} />,
  zone: (props) => <CodeSelect {...props} data={Intl.supportedValuesOf('timeZone')} />,
  id: (props) => (
    <RecordPicker
      {...frameOf(props)}
      name={props.name}
      schema={props.schema}
      isRequired={props.isRequired}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
    />
  ),
  ids: (props) => <IdsInput {...props} />,
  tags: (props) => <WordsInput {...props} />,
  objects: (props) => <ObjectListInput {...props} />,
  group: (props) => <GroupInput {...props} />,
  pairs: (props) => <PairsInput {...props} />,
  any: (props) => <JsonField {...props} />,
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function LineInput({ type, ...props }: InputProps & { type?: string }) {
  const { maxLength } = props.schema
  // Characters count by code points, as the server counts them: `maxLength` of an input would cut two of an emoji.
  const length = typeof props.value === 'string' ? [...props.value].length : 0
  const isNear = maxLength !== undefined && length > maxLength * 0.8
  return (
    <TextInput
      {...frameOf(props)}
      {...textsOf(props)}
      type={type ?? 'text'}
      rightSection={
        isNear ? (
          <Text size="xs" c={length > maxLength ? 'red' : 'dimmed'}>
            {maxLength - length}
          </Text>
        ) : undefined
      }
    />
  )
}

function SecretInput(props: InputProps) {
  return <PasswordInput {...frameOf(props)} {...textsOf(props)} autoComplete="off" />
}

function numbers({ schema, value, onChange }: InputProps) {
  return {
    placeholder: typeof schema.default === 'number' ? numberText(schema.default) : undefined,
    min: schema.minimum,
    max: schema.maximum,
    clampBehavior: 'none' as const,
    value,
    onChange,
  }
}

function WholeInput(props: InputProps) {
  return <NumberField {...frameOf(props)} {...numbers(props)} allowDecimal={props.schema.type === 'number'} />
}

const units: Readonly<Record<string, readonly [unit: string, seconds: number]>> = {
  Seconds: ['s', 1],
  Ms: ['ms', 0.001],
  Minutes: ['min', 60],
  Days: ['d', 86_400],
}

/** A duration in the unit of its field, with its reading as a clock. */
function DurationInput(props: InputProps) {
  const [unit = '', seconds = 1] = units[unitOf(props.name) ?? ''] ?? []
  const clock = typeof props.value === 'number' && unit !== 'd' ? durationText(props.value * seconds) : ''
  return (
    <NumberField
      {...frameOf(props)}
      {...numbers(props)}
      suffix={` ${unit}`}
      rightSectionWidth={80}
      rightSection={
        <Text size="xs" c="dimmed">
          {clock === '' ? unit : clock}
        </Text>
      }
    />
  )
}

/** A switch; a flag whose value without a choice is unknown here has both choices and none. */
function FlagInput(props: InputProps) {
  const [isOpen] = useState(typeof (props.value ?? props.schema.default) !== 'boolean')
  if (isOpen) return <FlagChoice {...props} />
  return (
    <Switch
      id={props.id}
      label={props.label}
      description={props.description}
      error={props.error}
      checked={(props.value ?? props.schema.default) === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}

function FlagChoice(props: InputProps) {
  const words = [
    { value: 'true', label: t('list.filter.yes') },
    { value: 'false', label: t('list.filter.no') },
  ]
  return (
    <Select
      {...frameOf(props)}
      data={words}
      value={typeof props.value === 'boolean' ? String(props.value) : null}
      onChange={(next) => props.onChange(next === null ? null : next === 'true')}
      clearable={!props.isRequired}
    />
  )
}

function ChoiceInput(props: InputProps) {
  const words = choicesOf(props.schema)
  const data = words.map((each) => ({ value: each, label: labelWithin(props.name, each) }))
  const isShort = words.length <= choicesInLine && words.join('').length <= lettersInLine
  const value = typeof props.value === 'string' ? props.value : null
  if (isShort && words.length > 1 && (props.isRequired || value !== null)) {
    return (
      <Input.Wrapper {...frameOf(props)} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={props.label}
          data={data}
          value={value ?? ''}
          onChange={props.onChange}
        />
      </Input.Wrapper>
    )
  }
  return (
    <Select
      {...frameOf(props)}
      data={data}
      value={value}
      placeholder={typeof props.schema.default === 'string' ? labelWithin(props.name, props.schema.default) : undefined}
      onChange={props.onChange}
      searchable={words.length > choicesInLine}
      selectFirstOptionOnChange
      clearable={!props.isRequired}
    />
  )
}

function CodeSelect({ data, ...props }: InputProps & { data: readonly (string | { value: string; label: string })[] }) {
  return (
    <Select
      {...frameOf(props)}
      data={data}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      searchable
      selectFirstOptionOnChange
      clearable
      limit={100}
    />
  )
}

/** An amount of money in the digits of its currency. */
function MoneyInput(props: InputProps) {
  const { amount, currency = 'EUR' } = Object(props.value)
  const code = String(currency)
  const scale = digitsOf(code)
  const set = (next: { amount?: number | null; currency?: string | null }) => {
    const made = { amount, currency: code, ...next }
    props.onChange(made.amount === null || made.amount === undefined ? null : made)
  }
  return (
    <Fieldset legend={props.label}>
      <Group grow align="end">
        <NumberField
          label={t('form.amount')}
          description={typeof amount === 'number' ? moneyText(amount, code) : undefined}
          error={props.error ?? props.errors[`${props.path}/amount`]}
          decimalScale={scale}
          value={typeof amount === 'number' ? amount / 10 ** scale : null}
          onChange={(next) => set({ amount: next === null ? null : Math.round(next * 10 ** scale) })}
        />
        <Select
          label={t('form.currency')}
          error={props.errors[`${props.path}/currency`]}
          data={currencyCodes()}
          value={code}
          onChange={(next) => next !== null && set({ currency: next, amount: rescaled(amount, scale, digitsOf(next)) })}
          searchable
        />
      </Group>
    </Fieldset>
  )
}

/** Words of a help that name the unit in which the API counts an amount. */
const inMinorUnits = /,? in (minor units|kleinsten Einheiten)( of (the|its) currency| der Währung)?(?=[.;,]|$)/

/** An amount in minor units, in the digits of the currency of its form or group; whole units where none is known. */
function MinorInput(props: InputProps) {
  const currency = useContext(CurrencyContext)
  if (currency === undefined) return <WholeInput {...props} />
  const scale = 10 ** digitsOf(currency)
  const { min, max, value, ...others } = numbers(props)
  const help = describe(props, (text) => text.replace(inMinorUnits, ''))
  return (
    <NumberField
      {...frameOf({ ...props, description: help })}
      {...others}
      placeholder={undefined}
      min={min === undefined ? undefined : min / scale}
      max={max === undefined ? undefined : max / scale}
      decimalScale={digitsOf(currency)}
      suffix={` ${currency}`}
      value={typeof value === 'number' ? value / scale : null}
      onChange={(next) => props.onChange(next === null ? null : Math.round(next * scale))}
    />
  )
}

/** The same amount in the minor units of another currency: 20.00 stays 20. */
function rescaled(amount: unknown, from: number, to: number): number | null {
  return typeof amount === 'number' ? Math.round((amount * 10 ** to) / 10 ** from) : null
}

/** Records by their titles; the picker below adds one more. */
function IdsInput(props: InputProps) {
  const { schema, label, description, error, path, errors } = props
  const ids = Array.isArray(props.value) ? props.value.map(String) : []
  const below = Object.values(errorsBelow(errors, path)).join(' ')
  const isFull = schema.maxItems !== undefined && ids.length >= schema.maxItems
  return (
    <Stack gap="xs">
      {isFull ? null : (
        <RecordPicker
          id={props.id}
          schema={schema.items ?? {}}
          label={label}
          description={description}
          error={below === '' ? error : below}
          isRequired={props.isRequired}
          value={null}
          onChange={(id) => id !== null && !ids.includes(id) && props.onChange([...ids, id])}
        />
      )}
      {ids.length === 0 ? null : (
        <Group gap="xs" component="ul" className="form-ids" aria-label={label}>
          {ids.map((id) => (
            <li key={id}>
              <IdPill id={id} remove={() => props.onChange(ids.filter((each) => each !== id))} />
            </li>
          ))}
        </Group>
      )}
    </Stack>
  )
}

function IdPill({ id, remove }: { id: string; remove(): void }) {
  const title = useCard(id)?.title ?? id
  return (
    <Pill withRemoveButton onRemove={remove} removeButtonProps={{ 'aria-label': t('form.remove', { name: title }) }}>
      {title}
    </Pill>
  )
}

/** The members of a group, each with its own input; an optional group can be cleared as a whole. */
function GroupInput(props: InputProps) {
  const { schema, value, onChange, errors, path, widgets, Field } = props
  const members = Object(value)
  const isThere = props.isRequired || (value !== null && value !== undefined)
  // A group that stays away as a whole needs none of its members; a choice shows its words in either case.
  const isNeeded = (name: string) =>
    (schema.required?.includes(name) ?? false) && (isThere || choicesOf(schema.properties?.[name] ?? {}).length > 0)
  const currency = useCurrencyOf(value)
  const set = (name: string, next: unknown) => {
    const { [name]: _former, ...others } = members
    const made = next === null || next === undefined ? others : { ...others, [name]: next }
    onChange(Object.keys(made).length === 0 ? null : made)
  }
  return (
    <Fieldset legend={props.label} className="form-group" aria-describedby={noteIdOf(props)}>
      <Stack gap="sm">
        <GroupNote id={props.id} description={props.description} error={props.error} />
        <CurrencyContext value={currency}>
          <div className="form-grid">
            {orderedFields(schema).map((name) => (
              <Field
                key={name}
                name={name}
                path={`${path}/${name}`}
                schema={schema.properties?.[name] ?? {}}
                isRequired={isNeeded(name)}
                value={members[name]}
                onChange={(next) => set(name, next)}
                errors={errors}
                {...(widgets === undefined ? {} : { widgets })}
              />
            ))}
          </div>
        </CurrencyContext>
        {value !== null && value !== undefined && props.isNullable ? (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(null)} className="form-clear">
            {t('form.clear')}
          </Button>
        ) : null}
      </Stack>
    </Fieldset>
  )
}

/** A value of any form as JSON. Text that is no JSON yet keeps the form from being sent. */
function JsonField(props: InputProps) {
  const [text, setText] = useState(() => jsonOf(props.value))
  const sent = useRef(props.value)
  useEffect(() => {
    // Another value than that of this text, as when a draft is discarded.
    if (props.value !== sent.current) setText(jsonOf(props.value))
    sent.current = props.value
  }, [props.value])
  const change = (next: string) => {
    setText(next)
    const parsed = parseJson(next)
    if (parsed === undefined) return
    sent.current = parsed
    props.onChange(parsed)
  }
  return (
    <div data-broken={parseJson(text) === undefined ? 'json' : undefined}>
      <JsonInput
        {...frameOf(props)}
        value={text}
        validationError={t('form.json')}
        autosize
        minRows={3}
        onChange={change}
      />
    </div>
  )
}

function jsonOf(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}

/** The value of a JSON text, null for an empty one; undefined for other text. */
function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}
