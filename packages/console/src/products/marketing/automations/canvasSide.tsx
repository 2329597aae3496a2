import { ActionIcon, Group, Stack, Text, Title } from '@mantine/core'
import { TriangleAlert, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { numberText } from '#console/texts/formats.ts'
import { toldSentence } from '#console/texts/sentences.ts'
import { t } from '#console/texts/texts.ts'
import { stepName } from './stepTexts.ts'
import type { CanvasDraft } from './canvasDraft.ts'
import { focusNode } from './canvasFlow.tsx'
import { asEntry, replaced, type CanvasNode, type WayStart } from './canvasGraph.ts'
import { triggerId } from './canvasScene.ts'
import type { Automation } from './definitionDraft.ts'
import { StepForm } from './stepForm.tsx'
import { TrialForm } from './trialForm.tsx'
import type { Trial } from './trial.ts'
import { SettingsForm, TriggerForm } from './triggerForm.tsx'

/** Id of the pane of goal and settings: no node begins with a sign. */
export const settingsId = '$settings'
/** Id of the pane of trials. */
export const testId = '$test'

type CanvasSideProps = {
  automation: Automation
  draft: CanvasDraft
  chosen: string | undefined
  choose(id: string | undefined): void
  canWrite: boolean
  trial: Trial
  setTrial(trial: Trial): void
  addAt(way: WayStart): void
  remove(nodeId: string): void
}

/** The pane beside the canvas: the form of what is chosen, or an overview. */
export function CanvasSide(props: CanvasSideProps) {
  const { chosen, choose, draft } = props
  const isNode = draft.definition.nodes.some(({ nodeId }) => nodeId === chosen)
  const isOpen = isNode || chosen === triggerId || chosen === settingsId || chosen === testId
  const isOnCanvas = isNode || chosen === triggerId
  const toCanvas = () => focusNode(isOnCanvas && chosen !== undefined ? chosen : triggerId)
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !closesChoices(event)) toCanvas()
  }
  return (
    <div className="automation-side" onKeyDown={leave}>
      {isOpen ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          className="automation-close"
          aria-label={t('automation.close')}
          onClick={() => {
            choose(undefined)
            toCanvas()
          }}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      <SideContent {...props} />
    </div>
  )
}

/** Whether the key closes open choices of a field, or a dialog that stands over the page. */
function closesChoices({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.getAttribute('aria-expanded') === 'true' || !currentTarget.contains(target)
}

function SideContent(props: CanvasSideProps) {
  const { automation, draft, chosen, canWrite, choose, remove } = props
  const { definition, errors, change } = draft
  const common = { definition, errors: errors.others, canWrite, change }
  if (chosen === triggerId) return <TriggerForm {...common} />
  if (chosen === settingsId) return <SettingsForm {...common} />
  if (chosen === testId) return <TrialForm automation={automation} draft={draft} {...trialOf(props)} />
  const node = definition.nodes.find(({ nodeId }) => nodeId === chosen)
  if (node === undefined) return <Overview automation={automation} choose={choose} />
  const put = (next: CanvasNode, topic?: string) =>
    change({ nodes: replaced(definition.nodes, next) }, topic === undefined ? undefined : `${node.nodeId} ${topic}`)
  return (
    <StepForm
      key={node.nodeId}
      node={node}
      errors={errors.byNode.get(node.nodeId) ?? {}}
      targets={{ nodes: definition.nodes, changeNode: put, addAt: props.addAt }}
      isEntry={definition.nodes[0] === node}
      canWrite={canWrite}
      change={put}
      remove={() => remove(node.nodeId)}
      makeEntry={() => change({ nodes: asEntry(definition.nodes, node.nodeId) })}
    />
  )
}

function trialOf({ trial, setTrial }: CanvasSideProps) {
  return { trial, setTrial }
}

/** Advice of the server. */
function Told({ sentence }: { sentence: string }) {
  const { text, lang } = toldSentence(sentence)
  return <span lang={lang}>{text}</span>
}

const figures = ['entered', 'active', 'completed', 'exited', 'failed', 'goalReached'] as const

/** Numbers of all runs, and advice of the server. */
function Overview({ automation, choose }: Pick<CanvasSideProps, 'automation' | 'choose'>) {
  const { stats, warnings } = automation
  return (
    <Stack gap="md">
      <dl className="automation-figures">
        {figures.map((name) => (
          <div key={name}>
            <dt>{t(`automation.figure.${name}`)}</dt>
            <dd>{numberText(stats[name])}</dd>
          </div>
        ))}
      </dl>
      {warnings.length === 0 ? null : (
        <Stack gap="xs">
          <Title order={3} size="h6">
            {t('automation.warnings')}
          </Title>
          <ul className="automation-warnings">
            {warnings.map(({ nodeId, message }) => (
              <li key={`${nodeId} ${message}`}>
                <TriangleAlert size={15} aria-hidden className="automation-warned" />
                {nodeId === null ? (
                  <Told sentence={message} />
                ) : (
                  <button type="button" className="form-toggle" onClick={() => choose(nodeId)}>
                    <span>
                      {stepName(automation.nodes, nodeId)}: <Told sentence={message} />
                    </span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <Group>
        <Text size="xs" c="dimmed">
          {t('automation.keys')}
        </Text>
      </Group>
    </Stack>
  )
}
