import { ActionIcon, Anchor, Breadcrumbs, Button, Group, Menu, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { EllipsisVertical, ExternalLink, Pencil } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { nounName, nounTitle } from '#console/products/descriptors.ts'
import { nounScreens } from '#console/products/screens.ts'
import { confirmed } from '#console/parts/confirmation.ts'
import { useCard } from '#console/parts/cards.ts'
import {
  findOperation,
  operationsOf,
  partsOf,
  useDescription,
  useSchemas,
  type OperationInfo,
} from '#console/parts/description.ts'
import type { ApiRecord, NounScreens, PanelProps } from '#console/parts/descriptor.ts'
import { OperationDialog } from '#console/parts/form/operationDialog.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { imageOfRecord } from '#console/parts/list/listColumns.ts'
import { isPlainImage } from '#console/parts/list/listImage.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { catchFocus } from '#console/parts/lostFocus.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { usePageActions } from '#console/parts/pageActions.ts'
import { dropRecent, keepRecent } from '#console/parts/recentRecords.ts'
import { effectText } from '#console/parts/effectText.ts'
import { useRecordTitle } from '#console/parts/recordTitles.tsx'
import { inverseOf } from '#console/parts/undo.ts'
import { AddressText } from '#console/parts/values/addressText.tsx'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { t } from '#console/texts/texts.ts'

/** The title of a record, its state and its actions. */
export function RecordHeader({ noun, record, reload }: PanelProps) {
  const { id: accountId } = useAccount()
  const card = useCard(record.id)
  const { product, noun: name } = partsOf(noun.id)
  const title = useRecordTitle(record)
  const path = `/${accountId}/${product}/${name}/${record.id}`
  useEffect(() => keepRecent(accountId, { path, title, kind: nounName(noun) }), [path, title])
  const image = imageOfRecord(record)
  return (
    <header className="record-header">
      <Breadcrumbs separator="/" fz="sm">
        <Anchor component={Link} to={`/${accountId}/${product}/${name}`} inherit>
          {nounTitle(noun)}
        </Anchor>
        <span className="record-crumb">{title}</span>
      </Breadcrumbs>
      <Group justify="space-between" align="start" gap="md">
        <Group gap="md" align="center" wrap="nowrap" miw={0} maw="100%">
          {image === undefined || !isPlainImage(image) ? null : <img className="record-image" src={image} alt="" />}
          <div className="record-names">
            <Group gap="sm">
              <Title order={1}>
                <AddressText text={title} />
              </Title>
              {typeof record['status'] === 'string' ? <StatusBadge status={record['status']} /> : null}
            </Group>
            <Group gap={2} wrap="nowrap">
              <Text size="xs" c="dimmed" ff="monospace" truncate>
                {record.id}
              </Text>
              <CopyButton text={record.id} label={t('record.copyId')} />
              {typeof card?.url === 'string' ? (
                <ActionIcon
                  component="a"
                  href={card.url}
                  target="_blank"
                  rel="noopener"
                  variant="subtle"
                  color="gray"
                  aria-label={t('record.open')}
                  title={t('record.open')}
                >
                  <ExternalLink size={15} aria-hidden />
                </ActionIcon>
              ) : null}
            </Group>
          </div>
        </Group>
        <RecordActions noun={noun} record={record} reload={reload} />
      </Group>
    </header>
  )
}

const standardVerbs = new Set(['all', 'get', 'create', 'update', 'delete'])
const buttonsMax = 2

/** Actions that the state and the role allow: the first as buttons, the others in a menu. */
function RecordActions({ noun, record, reload }: PanelProps) {
  const { id: accountId, client } = useAccount()
  const description = useDescription()
  const hasScope = useScope()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OperationInfo>()
  const { product, noun: name } = partsOf(noun.id)
  const group = useRef<HTMLDivElement>(null)
  const keepFocus = () => catchFocus(() => group.current?.querySelector('button, a'))
  const act = useAct({ noun, record, reload, keepFocus })
  const remove = useRemove({ noun, record, reload })
  const { panelActions = [], editStates, pageTool, operationStates = {} } = nounScreens(noun)
  const may = (verb: string) => {
    const found = findOperation(description, `${noun.id}.${verb}`)
    return found !== undefined && hasScope(found.scope) && !panelActions.includes(verb)
  }
  const status = String(record['status'])
  const isEditable = may('update') && (editStates?.includes(status) ?? true)
  const actions = may('update')
    ? Object.entries(noun.actions).filter(([name, { from }]) => from.includes(status) && !panelActions.includes(name))
    : []
  const inputs = useSchemas(product).operations
  const idKey = noun.idKey ?? 'id'
  // An operation may be a move of its noun: its name is that of an action then, which says the states.
  const statesOf = (verb: string) => noun.actions[verb]?.from ?? operationStates[verb]
  const further = operationsOf(description, noun).filter(
    ({ id, kind, scope, hasEvents }) =>
      !standardVerbs.has(partsOf(id).verb) &&
      !panelActions.includes(partsOf(id).verb) &&
      (statesOf(partsOf(id).verb)?.includes(status) ?? true) &&
      kind !== 'read' &&
      !hasEvents &&
      idKey in (inputs[id]?.input.properties ?? {}) &&
      hasScope(scope),
  )
  const buttons = nounScreens(noun).buttons ?? []
  const buttonOf = ({ id }: OperationInfo) => buttons.find(({ verb }) => verb === partsOf(id).verb)
  const others = further.filter((each) => buttonOf(each) === undefined)
  const run = async (operation: OperationInfo, title: string) => {
    try {
      await client.callAny(operation.id, { [idKey]: record.id })
      await reload()
      notify(t('record.action.done', { action: title }))
      keepFocus()
    } catch (error) {
      notifyFailure(error)
    }
  }
  const inMenu = actions.slice(buttonsMax)
  const path = `/${accountId}/${product}/${name}/${record.id}`
  usePageActions([
    ...actions.map(([action]) => ({ id: action, title: labelOf(action), run: () => void act(action) })),
    ...further.map((operation) => {
      const button = buttonOf(operation)
      const title = button === undefined ? labelOf(partsOf(operation.id).verb) : t(button.title)
      const isInstant = button?.isInstant === true
      return { id: operation.id, title, run: () => (isInstant ? void run(operation, title) : setOpened(operation)) }
    }),
    ...(isEditable ? [{ id: 'edit', title: t('record.edit'), run: () => void navigate({ to: `${path}/edit` }) }] : []),
    ...(may('delete') ? [{ id: 'delete', title: t('record.delete'), run: () => void remove() }] : []),
  ])
  return (
    <Group gap="xs" ref={group}>
      {actions.slice(0, buttonsMax).map(([action, { description: effect }]) => (
        <Button key={action} variant="default" title={effectText(effect)} onClick={() => void act(action)}>
          {labelOf(action)}
        </Button>
      ))}
      {further.map((operation) => {
        const button = buttonOf(operation)
        if (button === undefined) return null
        const title = t(button.title)
        return (
          <Button
            key={operation.id}
            variant="default"
            title={effectText(inputs[operation.id]?.description)}
            leftSection={<button.icon size={15} aria-hidden />}
            onClick={() => (button.isInstant === true ? void run(operation, title) : setOpened(operation))}
          >
            {title}
          </Button>
        )
      })}
      {pageTool === undefined ? null : <LoadedTool tool={pageTool} record={record} />}
      {isEditable ? (
        <Button component={Link} to={`${path}/edit`} leftSection={<Pencil size={15} aria-hidden />}>
          {t('record.edit')}
        </Button>
      ) : null}
      {inMenu.length + others.length > 0 || may('delete') ? (
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('record.more')}>
              <EllipsisVertical size={17} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map(([action, { description: effect }]) => (
              <Menu.Item key={action} onClick={() => void act(action)}>
                {labelOf(action)}
                <Text size="xs" c="dimmed">
                  {effectText(effect)}
                </Text>
              </Menu.Item>
            ))}
            {others.map((operation) => (
              <Menu.Item key={operation.id} onClick={() => setOpened(operation)}>
                {labelOf(partsOf(operation.id).verb)}
              </Menu.Item>
            ))}
            {may('delete') ? (
              <Menu.Item color="red" onClick={() => void remove()}>
                {t('record.delete')}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {opened === undefined ? null : (
        <OperationDialog
          operation={opened}
          fixed={{ [idKey]: record.id }}
          close={() => setOpened(undefined)}
          done={reload}
        />
      )}
    </Group>
  )
}

type ToolProps = { tool: NonNullable<NounScreens['pageTool']>; record: ApiRecord }

function LoadedTool({ tool, record }: ToolProps) {
  const Tool = loadedPart(tool.load, 'PageTool')
  return (
    <Suspense>
      <Tool record={record} />
    </Suspense>
  )
}

/** `keepFocus`: called after an action, which may have removed its own button. */
type ActProps = PanelProps & { keepFocus(): void }

/** Runs an action of the noun, with an undo where another action leads back. */
function useAct({ noun, record, reload, keepFocus }: ActProps): (action: string) => Promise<void> {
  const { client } = useAccount()
  const recordTitle = useRecordTitle(record)
  const id = { [noun.idKey ?? 'id']: record.id }
  const run = async (action: string) => {
    await client.callAny(`${noun.id}.update`, { ...id, action })
    await reload()
  }
  return async (action) => {
    const { panelActions = [] } = nounScreens(noun)
    const inverse = inverseOf(noun, action, { statuses: [String(record['status'])], panelActions })
    const effect = effectText(noun.actions[action]?.description)
    const question = { title: `${labelOf(action)}: ${recordTitle}?`, text: effect, button: labelOf(action) }
    if (inverse === undefined && !(await confirmed(question))) return
    try {
      await run(action)
      const done = t('record.action.done', { action: labelOf(action) })
      notify(done, inverse === undefined ? undefined : () => run(inverse))
      keepFocus()
    } catch (error) {
      notifyFailure(error)
    }
  }
}

function useRemove({ noun, record, reload }: PanelProps): () => Promise<void> {
  const { client } = useAccount()
  const navigate = useNavigate()
  const title = useRecordTitle(record)
  const { product, noun: name } = partsOf(noun.id)
  const effect = effectText(useSchemas(product).operations[`${noun.id}.delete`]?.description)
  return async () => {
    const question = { title: t('record.delete.title', { title }), text: effect, button: t('record.delete.button') }
    if (!(await confirmed(question))) return
    try {
      await client.callAny(`${noun.id}.delete`, { [noun.idKey ?? 'id']: record.id })
      dropRecent(client.accountId ?? '', `/${client.accountId}/${product}/${name}/${record.id}`)
      await navigate({
        to: '/$accountId/$product/$noun',
        params: { accountId: client.accountId ?? '', product, noun: name },
      })
      notify(t('record.deleted', { title }))
      await reload()
    } catch (error) {
      notifyFailure(error)
    }
  }
}
