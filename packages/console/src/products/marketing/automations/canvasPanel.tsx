import { ActionIcon, Alert, Button, Group, Text, Title } from '@mantine/core'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { FlaskConical, LayoutGrid, Plus, Redo2, Settings2, Undo2, Zap } from 'lucide-react'
import { useCallback, useMemo, useState, type KeyboardEvent } from 'react'
import { useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { toldSentence } from '#console/texts/sentences.ts'
import { DraftNotice } from '#console/parts/form/draftNotices.tsx'
import { t } from '#console/texts/texts.ts'
import { useCanvasDraft, type CanvasDraft } from './canvasDraft.ts'
import { CanvasFlow, focusedNode, focusNode } from './canvasFlow.tsx'
import { freeId, inserted, neighbourOf, placeAfter, removed, type CanvasNode, type NodePlace } from './canvasGraph.ts'
import { withoutPlaces } from './canvasLayout.ts'
import { SceneContext, triggerId, type NodeMarks } from './canvasScene.ts'
import { CanvasSide, settingsId, testId } from './canvasSide.tsx'
import { editableStates, type Automation } from './definitionDraft.ts'
import { useRunsQuestion } from './runsQuestion.tsx'
import { blankNode } from './stepKinds.ts'
import { StatusButtons } from './statusButtons.tsx'
import { StepDialog, StepPalette } from './stepPalette.tsx'
import { noTrial, type Trial } from './trial.ts'
import { stepName, wayLabel } from './stepTexts.ts'
import './canvas.css'

const freshMs = 5_000

/** The graph of an automation: nodes to drag and connect, their numbers, and the form of the chosen one. */
export function Panel({ record, reload }: PanelProps) {
  const input = { automationId: record.id }
  const { data } = useRead<Automation>('marketing.automation.get', input, { everyMs: freshMs })
  if (data === undefined) return null
  return (
    <ReactFlowProvider>
      <Canvas key={data.id} automation={data} reload={reload} />
    </ReactFlowProvider>
  )
}

function Canvas({ automation, reload }: { automation: Automation; reload(): Promise<void> }) {
  const canWrite = useScope()('marketing.automation:write') && editableStates.has(automation.status)
  const { asking: draft, question } = useRunsQuestion(automation, useCanvasDraft(automation, reload))
  const [chosen, setChosen] = useState<string>()
  const [place, setPlace] = useState<NodePlace>()
  const [trial, setTrial] = useState<Trial>(noTrial)
  const { definition, change, history } = draft
  const nodes = definition.nodes
  const marksOf = useMarks(automation, draft, trial)
  const { fitView, getZoom } = useReactFlow()
  const reveal = (id: string) =>
    focusNode(id, () => void fitView({ nodes: [{ id }], minZoom: getZoom(), maxZoom: getZoom() }))
  const add = (type: string, at: NodePlace) => {
    const node = blankNode(freeId(nodes, type), type)
    change({ nodes: inserted(nodes, node, at) })
    setPlace(undefined)
    setChosen(node.nodeId)
    reveal(node.nodeId)
  }
  const addAfterChosen = (type: string) => {
    add(type, placeFor(chosen))
  }
  const placeFor = (id: string | undefined) => (id === triggerId ? 'entry' : placeAfter(nodes, id))
  const remove = (nodeId: string) => {
    if (nodes.length === 1) return
    change({ nodes: removed(nodes, nodeId) })
    setChosen(undefined)
    focusNode(neighbourOf(nodes, nodeId, 'before') ?? neighbourOf(nodes, nodeId, 'after') ?? triggerId)
  }
  const scene = useMemo(() => ({ canWrite, addAt: setPlace }), [canWrite])
  const keys = (event: KeyboardEvent) => {
    // Dialogs over the page pass their keys on to the component that opened them.
    const isOver = !(event.target instanceof Node && event.currentTarget.contains(event.target))
    const save = () => void (canWrite && draft.isChanged && draft.save())
    runKey(event, isOver ? noCommands : { ...history, save })
    if (isOver) return
    const focused = focusedNode(event.target)
    if (focused !== undefined && event.key === 'Enter') focusForm()
    if (focused !== undefined && event.key === 'Insert' && canWrite) setPlace(placeFor(focused))
  }
  return (
    <SceneContext value={scene}>
      <section className="surface section automation" aria-label={t('automation.canvas')} onKeyDown={keys}>
        <Toolbar
          automation={automation}
          draft={draft}
          canWrite={canWrite}
          choose={setChosen}
          add={() => setPlace(placeFor(chosen))}
        />
        <Notices automation={automation} draft={draft} canWrite={canWrite} />
        {canWrite ? <StepPalette add={addAfterChosen} /> : null}
        <div className="automation-desk">
          <CanvasFlow
            definition={definition}
            marksOf={marksOf}
            chosen={chosen}
            canWrite={canWrite}
            change={(next) => change({ nodes: next })}
            choose={setChosen}
            remove={remove}
            add={add}
          />
          <CanvasSide
            automation={automation}
            draft={draft}
            chosen={chosen}
            choose={setChosen}
            canWrite={canWrite}
            trial={trial}
            setTrial={setTrial}
            addAt={setPlace}
            remove={remove}
          />
        </div>
        {question}
        {place === undefined ? null : <StepDialog add={(type) => add(type, place)} close={() => setPlace(undefined)} />}
      </section>
    </SceneContext>
  )
}

/** Moves the focus from a node to the first field of its form. */
function focusForm(): void {
  setTimeout(() => document.querySelector<HTMLElement>('.automation-side section :is(input, button)')?.focus(), 50)
}

type Commands = { undo(): void; redo(): void; save(): void }

/** The keys do nothing, nor what the browser does by them. */
const noCommands: Commands = { undo: () => undefined, redo: () => undefined, save: () => undefined }

function runKey(event: KeyboardEvent, { undo, redo, save }: Commands): void {
  if (!event.ctrlKey && !event.metaKey) return
  const key = event.key.toLowerCase()
  if (key === 's') save()
  else if (isTyping(event)) return
  else if (key === 'z' && !event.shiftKey) undo()
  else if (key === 'y' || key === 'z') redo()
  else return
  event.preventDefault()
}

/** Whether the key belongs to a text, which has an undo of its own. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio], [type=checkbox]), textarea')
}

/** Marks of the nodes: numbers of real runs or of a trial, refusals and advice. */
function useMarks({ stats, warnings }: Automation, { errors, definition }: CanvasDraft, trial: Trial) {
  const marks = useMemo(() => {
    const numbers = new Map(
      (trial.simulated?.perNode ?? (stats.entered === 0 ? [] : stats.perNode)).map((each) => [
        each.nodeId,
        { failed: 0, ...each },
      ]),
    )
    const steps = trial.stepped?.steps ?? []
    const current = trial.stepped?.currentNodeId
    const way = [...steps.map(({ nodeId }) => nodeId), ...(typeof current === 'string' ? [current] : [])]
    const triggerErrors = Object.entries(errors.others).filter(([path]) => /^\/(trigger|entry)/.test(path))
    const nodeOf = (id: string) => definition.nodes.find(({ nodeId }) => nodeId === id)
    const ids = [triggerId, ...definition.nodes.map(({ nodeId }) => nodeId)]
    return new Map(
      ids.map((id, index): [string, NodeMarks] => [
        id,
        {
          numbers: trial.stepped === undefined ? numbers.get(id) : undefined,
          errors: id === triggerId ? triggerErrors.map(([, message]) => message) : messagesOf(errors, nodeOf(id)),
          warnings: warnings.filter(({ nodeId }) => nodeId === id).map(({ message }) => toldSentence(message).text),
          steps: way.flatMap((nodeId, at) => (nodeId === id ? [at + 1] : [])),
          isEntry: index === 1,
        },
      ]),
    )
  }, [stats, warnings, errors, definition.nodes, trial])
  const none: NodeMarks = { numbers: undefined, errors: [], warnings: [], steps: [], isEntry: false }
  return useCallback((id: string) => marks.get(id) ?? none, [marks])
}

/** Messages on a step: each with the names of its fields, and of the way where a way has it. */
function messagesOf({ byNode }: CanvasDraft['errors'], node: CanvasNode | undefined): string[] {
  if (node === undefined) return []
  return Object.entries(byNode.get(node.nodeId) ?? {}).map(([path, message]) => {
    const [, list = '', index = '', ...rest] = path.split('/')
    const isWay = /^\d+$/.test(index) && ['cases', 'weights'].includes(list)
    const names = isWay ? rest : [list, index, ...rest]
    const field = names.filter((part) => part !== '' && Number.isNaN(Number(part))).map(labelOf)
    return [...(isWay ? [wayLabel(node, `${list}.${index}.next`)] : []), ...field, message].join(' ')
  })
}

type ToolbarProps = {
  automation: Automation
  draft: CanvasDraft
  canWrite: boolean
  choose(id: string): void
  add(): void
}

function Toolbar({ automation, draft, canWrite, choose, add }: ToolbarProps) {
  const { fitView } = useReactFlow()
  const { history, definition } = draft
  const hasScope = useScope()('marketing.automation:write')
  const tidy = () => {
    draft.change({ nodes: withoutPlaces(definition.nodes) })
    setTimeout(() => void fitView({ maxZoom: 1, padding: 0.15 }), 50)
  }
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        <Title order={2}>{t('automation.canvas')}</Title>
        <Text size="xs" c="dimmed">
          {t('automation.version', { version: automation.definitionVersion })}
        </Text>
      </Group>
      <Group gap={6}>
        {canWrite ? (
          <>
            <Tool label={t('automation.add')} icon={Plus} isOff={false} run={add} />
            <Tool label={t('editor.undo')} icon={Undo2} isOff={!history.canUndo} run={history.undo} />
            <Tool label={t('automation.redo')} icon={Redo2} isOff={!history.canRedo} run={history.redo} />
            <Tool label={t('automation.tidy')} icon={LayoutGrid} isOff={false} run={tidy} />
          </>
        ) : null}
        <Button
          variant="default"
          size="xs"
          leftSection={<Zap size={14} aria-hidden />}
          onClick={() => choose(triggerId)}
        >
          {t('automation.trigger')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Settings2 size={14} aria-hidden />}
          onClick={() => choose(settingsId)}
        >
          {t('automation.settings')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<FlaskConical size={14} aria-hidden />}
          onClick={() => choose(testId)}
        >
          {t('automation.test')}
        </Button>
        {canWrite ? (
          <Button
            size="xs"
            variant="default"
            disabled={!draft.isChanged}
            data-busy={draft.isBusy || undefined}
            onClick={() => void draft.save()}
          >
            {t('automation.save')}
          </Button>
        ) : null}
        {hasScope ? <StatusButtons automation={automation} draft={draft} /> : null}
      </Group>
    </Group>
  )
}

type ToolProps = { label: string; icon: typeof Plus; isOff: boolean; run(): void }

function Tool({ label, icon: Icon, isOff, run }: ToolProps) {
  return (
    <ActionIcon variant="default" size={30} aria-label={label} title={label} disabled={isOff} onClick={run}>
      <Icon size={15} aria-hidden />
    </ActionIcon>
  )
}

function Notices({ automation, draft, canWrite }: Pick<ToolbarProps, 'automation' | 'draft' | 'canWrite'>) {
  const { errors, isOutdated, isChanged, isRestored, discard } = draft
  const others = Object.entries(errors.others)
  const { nodes } = draft.definition
  const { error } = automation
  return (
    <>
      {canWrite || automation.status === 'archived' ? null : (
        <Text size="sm" c="dimmed">
          {t('automation.locked')}
        </Text>
      )}
      {typeof error === 'string' ? (
        <Alert color="red" p="xs">
          {error}
        </Alert>
      ) : null}
      {isOutdated && isChanged ? (
        <Alert color="yellow" p="xs" role="alert">
          <Group justify="space-between">
            {t('automation.outdated')}
            <Button size="compact-xs" variant="default" onClick={discard}>
              {t('automation.outdated.load')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {isRestored && !isOutdated ? <DraftNotice discard={discard} /> : null}
      {errors.byNode.size + others.length === 0 ? null : (
        <Alert color="red" p="xs" role="alert" title={t('automation.problems')}>
          <ul className="automation-problems">
            {[...errors.byNode.keys()].map((nodeId) => (
              <li key={nodeId}>
                <button type="button" className="form-toggle" onClick={() => focusNode(nodeId)}>
                  {stepName(nodes, nodeId)}:{' '}
                  {messagesOf(
                    errors,
                    nodes.find((each) => each.nodeId === nodeId),
                  ).join(' ')}
                </button>
              </li>
            ))}
            {others.map(([path, message]) => (
              <li key={path}>
                {path.slice(1).split('/').map(labelOf).join(' › ')}: {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}
