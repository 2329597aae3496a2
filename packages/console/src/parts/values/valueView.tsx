import { Anchor, Badge, Code, ColorSwatch, Group, Stack, Table, Text } from '@mantine/core'
import { Check, Minus } from 'lucide-react'
import { useContext, type ReactNode } from 'react'
import { isRecordId } from '#console/parts/cards.ts'
import { CurrencyContext, useCurrencyOf } from '#console/parts/currencyContext.ts'
import { findOperation, nounOfRecord, useDescription } from '#console/parts/description.ts'
import {
  kindOfValue,
  unitOf,
  withoutNull,
  wordsOf,
  type JsonSchema,
  type ValueKind,
} from '#console/parts/jsonSchema.ts'
import { labelOf, labelWithin } from '#console/parts/labels.ts'
import {
  agoText,
  bytesText,
  dayText,
  durationText,
  exactMomentText,
  isoDurationText,
  momentText,
  moneyText,
  numberText,
  ownValueText,
} from '#console/texts/formats.ts'
import { imageSource } from '#console/parts/ownAddress.ts'
import { languageTag, t } from '#console/texts/texts.ts'
import { ActorName, isPersonId } from './actorName.tsx'
import { RecordLink } from './recordLink.tsx'
import { SecretView } from './secretView.tsx'
import { StatusBadge } from './statusBadge.tsx'
import './values.css'

/** A value of a record. `isCompact`: one line, for cells of a list. */
export type Value = { name: string; schema: JsonSchema; value: unknown; isCompact?: boolean }

/** A value in the form of its kind: a moment relative to now, an id as the title of its record, money with its sign. */
export function ValueView(props: Value) {
  const { name, value } = props
  if (value === null || value === undefined || value === '') return <Nothing />
  if (name === 'status') return <StatusBadge status={String(value)} />
  if (typeof value === 'string' && isSecret(name, value)) return <SecretView label={labelOf(name)} secret={value} />
  const { schema } = withoutNull(props.schema)
  return viewOf[kindOfValue(name, schema)]({ ...props, schema, value })
}

/** Whether a text is a duration, by the words of its description. */
function isDuration({ description = '' }: JsonSchema): boolean {
  return /ISO 8601|\bP\d+D\b|\bPT\d+H\b/.test(description)
}

/** Whether a field holds a secret, which is hidden until someone reveals it. A key of a topic is none. */
export function isSecret(name: string, value: string): boolean {
  if (name === 'key') return /^fg_|^…/.test(value)
  return /^(secret|.*(Secret|StreamKey|Password)|streamKey|password)$/.test(name)
}

function Nothing() {
  return (
    <Text span c="dimmed" size="sm">
      –
    </Text>
  )
}

const viewOf: Readonly<Record<ValueKind, (value: Value) => ReactNode>> = {
  text: ({ schema, value, isCompact }) => {
    const text = isDuration(schema) ? (isoDurationText(String(value)) ?? String(value)) : String(value)
    if (isRecordId(text)) return <RecordLink id={text} />
    if (isPersonId(text)) return <ActorName actor={text} />
    return <span className={isCompact ? undefined : 'value-text'}>{text}</span>
  },
  longText: ({ value, isCompact }) => (
    <span className={isCompact ? undefined : 'value-prose'}>{String(value).slice(0, isCompact ? 120 : undefined)}</span>
  ),
  number: ({ name, value }) =>
    /(Bytes|bytes|^byteCount)$/.test(name) ? (
      bytesText(Number(value))
    ) : (
      <span>{numberText(Number(value), { useGrouping: name !== 'port' })}</span>
    ),
  minor: ({ value }) => <MinorText amount={Number(value)} />,
  flag: ({ value }) =>
    value === true ? (
      <Check size={16} aria-label={t('value.yes')} />
    ) : (
      <Minus size={16} aria-label={t('value.no')} className="value-off" />
    ),
  choice: ({ name, value }) => (
    <Badge variant="default" tt="none" fw={500}>
      {labelWithin(name, String(value))}
    </Badge>
  ),
  moment: ({ value, isCompact }) => (
    <time dateTime={String(value)} title={exactMomentText(String(value))}>
      {isCompact ? agoText(String(value)) : `${momentText(String(value))} · ${agoText(String(value))}`}
    </time>
  ),
  day: ({ value }) => <time dateTime={String(value)}>{dayText(String(value))}</time>,
  time: ({ value }) => <span>{String(value)}</span>,
  duration: ({ name, value }) => <span>{spanText(name, Number(value))}</span>,
  money: ({ value }) => {
    const { amount, currency } = Object(value)
    return <span>{moneyText(Number(amount), String(currency))}</span>
  },
  position: ({ value }) => {
    const { latitude, longitude } = Object(value)
    return (
      <span>
        {numberText(Number(latitude), { maximumFractionDigits: 5 })},{' '}
        {numberText(Number(longitude), { maximumFractionDigits: 5 })}
      </span>
    )
  },
  color: ({ value }) => (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <ColorSwatch color={String(value)} size={16} />
      {String(value)}
    </Group>
  ),
  country: ({ value }) => <span>{nameOf('region', String(value))}</span>,
  currency: ({ value }) => <span title={nameOf('currency', String(value))}>{String(value)}</span>,
  language: ({ value }) => <span>{nameOf('language', String(value))}</span>,
  zone: ({ value }) => <span>{String(value).replaceAll('_', ' ')}</span>,
  url: ({ value, isCompact }) => (
    <Anchor href={String(value)} target="_blank" rel="noopener noreferrer" inherit className="value-text">
      {isCompact ? (URL.parse(String(value))?.host ?? String(value)) : String(value)}
    </Anchor>
  ),
  image: ({ value, isCompact }) => (
    <Anchor href={String(value)} target="_blank" rel="noopener noreferrer" inherit className="value-image">
      <img src={imageSource(String(value))} alt="" loading="lazy" decoding="async" />
      <span className="value-text">
        {isCompact ? (URL.parse(String(value))?.host ?? String(value)) : String(value)}
      </span>
    </Anchor>
  ),
  email: ({ value }) => (
    <Anchor href={`mailto:${String(value)}`} inherit className="value-text">
      {String(value)}
    </Anchor>
  ),
  id: ({ value }) => <RecordLink id={String(value)} />,
  ids: ({ value, isCompact }) =>
    isCompact ? (
      numberText(listOf(value).length)
    ) : (
      <Group gap="xs">
        {listOf(value).map((id) => (
          <RecordLink key={String(id)} id={String(id)} />
        ))}
      </Group>
    ),
  tags: ({ value, isCompact }) => <Tags items={listOf(value)} isCompact={isCompact ?? false} />,
  words: ({ value, isCompact }) => <Tags items={wordsOf(String(value))} isCompact={isCompact ?? false} />,
  file: ({ value }) => <span>{bytesText((String(value).length * 3) / 4)}</span>,
  objects: ({ name, schema, value, isCompact }) =>
    isCompact ? (
      numberText(listOf(value).length)
    ) : (
      <ObjectTable name={name} schema={schema.items ?? {}} items={listOf(value)} />
    ),
  group: ({ name, schema, value, isCompact }) =>
    isCompact ? <span>{summaryOf(value)}</span> : <GroupView name={name} schema={schema} value={value} />,
  pairs: ({ value, isCompact }) =>
    isCompact ? (
      <span>{summaryOf(value)}</span>
    ) : (
      <Stack gap={2}>
        {Object.entries(Object(value)).map(([name, each]) => (
          <span key={name}>
            <Text span c="dimmed" size="sm">
              {name}
            </Text>{' '}
            {ownValueText(each)}
          </span>
        ))}
        {Object.keys(Object(value)).length === 0 ? <Nothing /> : null}
      </Stack>
    ),
  any: ({ value, isCompact }) =>
    isCompact ? (
      <span>{JSON.stringify(value).slice(0, 80)}</span>
    ) : (
      <Code block tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </Code>
    ),
}

function Tags({ items, isCompact }: { items: readonly unknown[]; isCompact: boolean }) {
  if (items.length === 0) return <Nothing />
  const shown = isCompact ? items.slice(0, 3) : items
  return (
    <Group
      gap={4}
      wrap={isCompact ? 'nowrap' : 'wrap'}
      className={isCompact ? 'value-tags' : undefined}
      title={isCompact ? items.map(String).join(', ') : undefined}
    >
      {shown.map((each) => (
        <Badge key={String(each)} variant="light" tt="none" fw={500} radius="sm">
          {String(each)}
        </Badge>
      ))}
      {shown.length < items.length ? (
        <Text span size="xs" c="dimmed">
          +{items.length - shown.length}
        </Text>
      ) : null}
    </Group>
  )
}

/** A record within another one is its link, as its own page has its fields. Other groups show their members. */
function GroupView({ name, schema, value }: Value) {
  const description = useDescription()
  const id = String(Object(value)['id'])
  const noun = isRecordId(id) ? nounOfRecord(description, id) : undefined
  const hasPage = noun !== undefined && findOperation(description, `${noun.id}.get`) !== undefined
  return hasPage ? <RecordLink id={id} /> : <Members name={name} schema={schema} value={value} />
}

/** The members of a group, each under its name; members without a value are left out. */
function Members({ name: within, schema, value }: Value) {
  const members = Object.entries(Object(value)).filter(([, each]) => each !== null && each !== undefined)
  const currency = useCurrencyOf(value)
  if (members.length === 0) return <Nothing />
  return (
    <CurrencyContext value={currency}>
      <dl className="value-members">
        {members.map(([name, each]) => (
          <div key={name}>
            <dt>{labelWithin(within, name)}</dt>
            <dd>
              <ValueView name={name} schema={schema.properties?.[name] ?? {}} value={each} />
            </dd>
          </div>
        ))}
      </dl>
    </CurrencyContext>
  )
}

type ObjectTableProps = { name: string; schema: JsonSchema; items: readonly unknown[] }

/** A list of objects: a column for each member that an item has. */
function ObjectTable({ name: title, schema, items }: ObjectTableProps) {
  if (items.length === 0) return <Nothing />
  const present = new Set(items.flatMap((each) => Object.keys(Object(each))))
  const names = [...present].filter((name) => items.some((each) => Object(each)[name] !== null))
  return (
    <div className="value-table" tabIndex={0} role="group" aria-label={labelOf(title)}>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name}>{labelOf(name)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item, index) => (
            <ItemRow key={index} names={names} schema={schema} item={item} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type ItemProps = { names: readonly string[]; schema: JsonSchema; item: unknown }

function ItemRow({ names, schema, item }: ItemProps) {
  return (
    <CurrencyContext value={useCurrencyOf(item)}>
      <Table.Tr>
        {names.map((name) => (
          <Table.Td key={name}>
            <ValueView name={name} schema={schema.properties?.[name] ?? {}} value={Object(item)[name]} isCompact />
          </Table.Td>
        ))}
      </Table.Tr>
    </CurrencyContext>
  )
}

/** An amount in minor units, with the currency of the record or the group that it stands in. */
function MinorText({ amount }: { amount: number }) {
  const currency = useContext(CurrencyContext)
  return <span>{currency === undefined ? numberText(amount) : moneyText(amount, currency)}</span>
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The texts and numbers of an object in one line. */
function summaryOf(value: unknown): string {
  const parts = Object.values(Object(value)).filter((each) => typeof each === 'string' || typeof each === 'number')
  return parts.length === 0 ? '–' : parts.join(', ')
}

function nameOf(type: 'region' | 'language' | 'currency', code: string): string {
  try {
    return new Intl.DisplayNames(languageTag(), { type }).of(code) ?? code
  } catch {
    return code
  }
}

/** A duration of a field whose name ends in its unit. */
function spanText(name: string, value: number): string {
  const unit = unitOf(name)
  if (unit === 'Ms') return value < 1000 ? `${numberText(value)} ms` : durationText(value / 1000)
  if (unit === 'Minutes') return durationText(value * 60)
  if (unit === 'Days') return numberText(value, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return durationText(value)
}
