import { Alert, Button, Fieldset, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { useSchemas } from '#console/parts/description.ts'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { FieldInput } from '#console/parts/form/fieldInput.tsx'
import { errorsBelow, type FormErrors } from '#console/parts/form/formValues.ts'
import { ItemTools, movedItem } from '#console/parts/form/itemTools.tsx'
import { NumberField } from '#console/parts/form/numberField.tsx'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { EventWidget } from '#console/products/marketing/filters/namesInUse.tsx'
import { WhereEvent, WhereWidget } from '#console/products/marketing/filters/whereWidget.tsx'
import { FieldWidget as TopicWidget } from '#console/products/marketing/topicWidget.tsx'
import { t } from '#console/texts/texts.ts'
import '#console/parts/form/form.css'
import { pathsOf, type CanvasNode } from './canvasGraph.ts'
import { FilterWidget, SetWidget } from './listWidgets.tsx'
import { chosenField, neededFields, stepKinds } from './stepKinds.ts'
import { shareText, wayLabel } from './stepTexts.ts'
import { DaysWidget, DurationWidget, LocalTimeWidget, OffsetWidget, WindowWidget } from './timeWidgets.tsx'
import { WaySelect, type WayTargets } from './waySelect.tsx'

/** Hand-made inputs of a definition, by the name of the field. */
export const definitionWidgets: Readonly<Record<string, ComponentType<FieldWidgetProps>>> = {
  for: DurationWidget,
  timeout: DurationWidget,
  cooldown: DurationWidget,
  within: DurationWidget,
  per: DurationWidget,
  offset: OffsetWidget,
  untilLocalTime: LocalTimeWidget,
  sendWindow: WindowWidget,
  quietHours: WindowWidget,
  days: DaysWidget,
  filter: FilterWidget,
  exitWhen: FilterWidget,
  where: WhereWidget,
  set: SetWidget,
  topic: TopicWidget,
}

/** Inputs of the event that a node waits for. */
const eventWidgets = { ...definitionWidgets, name: EventWidget }

type StepFormProps = {
  node: CanvasNode
  /** Messages by their path below the node. */
  errors: FormErrors
  targets: WayTargets
  isEntry: boolean
  canWrite: boolean
  change(node: CanvasNode, topic?: string): void
  remove(): void
  makeEntry(): void
}

/** The form of a node: its fields by type, its ways out, and its removal. */
export function StepForm(props: StepFormProps) {
  const { node, errors, canWrite, change } = props
  const kind = stepKinds[node.type]
  const Icon = kind?.icon
  const own = errors['']
  return (
    <Stack gap="md" component="section" aria-label={t('automation.step', { name: labelOf(node.type) })}>
      <Group gap="xs" wrap="nowrap">
        {Icon === undefined ? null : <Icon size={18} aria-hidden />}
        <Title order={3} size="h5">
          {labelOf(node.type)}
        </Title>
        <Text size="xs" c="dimmed">
          {node.nodeId}
        </Text>
      </Group>
      {own === undefined ? null : (
        <Alert color="red" p="xs" role="alert">
          {own}
        </Alert>
      )}
      <fieldset disabled={!canWrite} className="automation-fields">
        <TextInput
          label={t('automation.label')}
          maxLength={80}
          value={typeof node['label'] === 'string' ? node['label'] : ''}
          onChange={(event) => change(withField(node, 'label', event.currentTarget.value || null), 'label')}
        />
        <OneOfFields {...props} />
        {(kind?.fields ?? []).map((name) =>
          name === 'cases' ? (
            <CaseFields key={name} {...props} />
          ) : name === 'weights' ? (
            <WeightFields key={name} {...props} />
          ) : (
            <NodeField key={name} name={name} {...props} />
          ),
        )}
        <WayFields {...props} />
        <StepButtons {...props} />
      </fieldset>
    </Stack>
  )
}

function StepButtons({ isEntry, canWrite, targets, makeEntry, remove }: StepFormProps) {
  if (!canWrite) return null
  return (
    <Group gap="xs">
      {isEntry ? null : (
        <Button variant="default" size="xs" onClick={makeEntry}>
          {t('automation.entry.make')}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        color="red"
        leftSection={<Trash2 size={14} aria-hidden />}
        disabled={targets.nodes.length === 1}
        onClick={remove}
      >
        {t('automation.remove')}
      </Button>
    </Group>
  )
}

/** The node with another value of a field; null removes it. */
function withField(node: CanvasNode, name: string, value: unknown): CanvasNode {
  const { [name]: _former, ...others } = node
  // cast: a node keeps its id and its type, which no form changes.
  return (value === null || value === undefined ? others : { ...others, [name]: value }) as CanvasNode
}

/** Schema of a node of the definition. */
function useNodeSchema(): JsonSchema {
  const input = useSchemas('marketing').operations['marketing.automation.update']?.input
  return input?.properties?.['nodes']?.items ?? {}
}

function NodeField({ name, node, errors, change }: StepFormProps & { name: string }) {
  const schema = useNodeSchema().properties?.[name] ?? {}
  return (
    <WhereEvent value={String(Object(node[name]).name ?? '')}>
      <FieldInput
        name={name}
        path={`/${name}`}
        schema={schema}
        isRequired={neededFields.has(`${node.type} ${name}`)}
        value={node[name]}
        onChange={(value) => change(withField(node, name, value), name)}
        errors={errors}
        widgets={name === 'event' ? eventWidgets : definitionWidgets}
      />
    </WhereEvent>
  )
}

/** Fields of which the node has one, with the choice. */
function OneOfFields(props: StepFormProps) {
  const { node, change } = props
  const kind = stepKinds[node.type]
  if (kind?.oneOf === undefined) return null
  const chosen = chosenField(kind, node) ?? ''
  const choose = (next: string) => {
    const bare = (kind.oneOf ?? []).reduce((each, name) => withField(each, name, null), node)
    change({ ...bare, [next]: firstValues[next] ?? '' })
  }
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('automation.choice', { name: labelOf(node.type) })}
        value={chosen}
        onChange={choose}
        data={kind.oneOf.map((value) => ({ value, label: t(`automation.choice.${choiceOf(value)}`) }))}
      />
      <NodeField key={chosen} name={chosen} {...props} />
    </>
  )
}

const choices = [
  'templateId',
  'inline',
  'emailSequenceId',
  'automationId',
  'for',
  'untilLocalTime',
  'untilAttribute',
  'event',
  'segmentId',
  'filter',
] as const

function choiceOf(name: string): (typeof choices)[number] {
  return choices.find((each) => each === name) ?? 'filter'
}

/** Value of a field as it is chosen; the form then changes it. */
const firstValues: Readonly<Record<string, unknown>> = {
  inline: { format: 'mjml', body: '' },
  for: 'P1D',
  untilLocalTime: { hour: 9, minute: 0 },
  untilAttribute: { field: '' },
  event: { name: '' },
  filter: {},
}

type Item = Record<string, unknown>

function itemsOf(node: CanvasNode, name: string): Item[] {
  // cast: lists of ways hold objects.
  return (Array.isArray(node[name]) ? node[name] : []) as Item[]
}

const waysMax = 10

/** Conditions of a branch, tried in order, each with its way. */
function CaseFields(props: StepFormProps) {
  const { node, change, errors, targets } = props
  const cases = itemsOf(node, 'cases')
  const put = (next: Item[], topic?: string) => change({ ...node, cases: next }, topic)
  return (
    <Stack gap="sm">
      {cases.map((each, index) => {
        const name = wayLabel(node, `cases.${index}.next`)
        const set = (part: Item, topic?: string) =>
          put(
            cases.map((one, at) => (at === index ? { ...one, ...part } : one)),
            topic,
          )
        return (
          <Fieldset key={index} legend={name} className="form-group">
            <Stack gap="sm">
              <Group gap="xs" align="end" wrap="nowrap">
                <TextInput
                  label={t('automation.label')}
                  flex={1}
                  maxLength={80}
                  value={typeof each['label'] === 'string' ? each['label'] : ''}
                  onChange={(event) => set({ label: event.currentTarget.value || undefined }, `case ${index}`)}
                />
                <ItemTools
                  name={name}
                  index={index}
                  count={cases.length}
                  least={1}
                  move={(from, to) => put(movedItem(cases, from, to))}
                  remove={() => put(cases.filter((_, at) => at !== index))}
                />
              </Group>
              <FilterWidget
                label={t('automation.when')}
                description={undefined}
                value={each['when']}
                onChange={(when) => set({ when: when ?? {} }, `when ${index}`)}
                errors={errorsBelow(errors, `/cases/${index}/when`)}
              />
              <WaySelect node={node} path={`cases.${index}.next`} {...targets} />
            </Stack>
          </Fieldset>
        )
      })}
      <AddButton
        text={t('automation.case.add')}
        isOff={cases.length >= waysMax}
        run={() => put([...cases, { when: {} }])}
      />
    </Stack>
  )
}

/** Shares of a split, each with its way. */
function WeightFields({ node, change, targets, errors }: StepFormProps) {
  const weights = itemsOf(node, 'weights')
  const put = (next: Item[], topic?: string) => change({ ...node, weights: next }, topic)
  return (
    <Stack gap="sm">
      {weights.map((each, index) => {
        const path = `weights.${index}.next`
        const name = t('automation.way.case', { number: index + 1 })
        return (
          <Stack key={index} gap="xs">
            <Group gap="xs" align="end" wrap="nowrap">
              <NumberField
                label={`${name} · ${shareText(weights, index)}`}
                error={errors[`/weights/${index}/weight`]}
                flex={1}
                min={1}
                max={1_000}
                value={each['weight']}
                onChange={(weight) =>
                  put(
                    weights.map((one, at) => (at === index ? { ...one, weight: weight ?? 1 } : one)),
                    `weight ${index}`,
                  )
                }
              />
              <ItemTools
                name={name}
                index={index}
                count={weights.length}
                least={1}
                remove={() => put(weights.filter((_, at) => at !== index))}
              />
            </Group>
            <WaySelect node={node} path={path} {...targets} />
          </Stack>
        )
      })}
      <AddButton
        text={t('automation.weight.add')}
        isOff={weights.length >= waysMax}
        run={() => put([...weights, { weight: 50 }])}
      />
    </Stack>
  )
}

/** Ways out of a node that no list of its own shows. */
function WayFields({ node, targets }: StepFormProps) {
  const paths = pathsOf(node).filter((path) => !path.includes('.'))
  return paths.map((path) => <WaySelect key={path} node={node} path={path} {...targets} />)
}

function AddButton({ text, isOff, run }: { text: string; isOff: boolean; run(): void }) {
  return (
    <Button
      variant="default"
      size="xs"
      className="form-clear"
      leftSection={<Plus size={14} aria-hidden />}
      disabled={isOff}
      onClick={run}
    >
      {text}
    </Button>
  )
}
