import { ActionIcon, SegmentedControl, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { FilterWidget } from '#console/products/marketing/automations/listWidgets.tsx'
import { DurationWidget } from '#console/products/marketing/automations/timeWidgets.tsx'
import { NameField } from '#console/products/marketing/filters/namesInUse.tsx'
import { WhereEvent, WhereWidget } from '#console/products/marketing/filters/whereWidget.tsx'
import { t } from '#console/texts/texts.ts'
import type { RuleDraft } from './scoreDraft.ts'

type RuleProps = {
  rule: RuleDraft
  /** Message at empty points. */
  pointsError: string | undefined
  change(part: Partial<RuleDraft>): void
  remove(): void
}

/** One rule of a score model: name, score, condition, points and their bounds. */
export function RuleRow({ rule, pointsError, change, remove }: RuleProps) {
  const field = (name: 'where' | 'filter' | 'capPer' | 'expiresAfter') => ({
    label: t(`score.rule.${name}`),
    description: undefined,
    errors: {},
    value: rule[name],
    onChange: (value: unknown) => change({ [name]: value }),
  })
  return (
    <li className="rule">
      <div className="rule-line">
        <TextInput
          label={t('score.rule.name')}
          className="rule-wide"
          maxLength={120}
          value={rule.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NumberField
          label={t('score.points')}
          value={rule.points}
          onChange={(points) => change({ points })}
          min={-1_000}
          max={1_000}
          w="6rem"
          error={pointsError}
        />
        <SegmentedControl
          aria-label={t('score.rule.score')}
          value={rule.score}
          onChange={(score) => change({ score: score === 'fit' ? 'fit' : 'engagement' })}
          data={[
            { value: 'engagement', label: t('score.engagement') },
            { value: 'fit', label: t('score.fit') },
          ]}
        />
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('score.rule.remove')} onClick={remove}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div className="rule-line">
        <SegmentedControl
          aria-label={t('score.rule.kind')}
          value={rule.kind}
          onChange={(kind) => change({ kind: kind === 'filter' ? 'filter' : 'event' })}
          data={[
            { value: 'event', label: t('score.rule.kind.event') },
            { value: 'filter', label: t('score.rule.kind.filter') },
          ]}
        />
        {rule.kind === 'event' ? (
          <>
            <NameField
              kind="events"
              label={t('score.rule.event')}
              className="rule-wide"
              placeholder="shop.order.placed"
              value={rule.event}
              onChange={(event) => change({ event })}
            />
            <div className="rule-wide">
              <WhereEvent value={rule.event}>
                <WhereWidget {...field('where')} />
              </WhereEvent>
            </div>
          </>
        ) : (
          <div className="rule-wide">
            <FilterWidget {...field('filter')} />
          </div>
        )}
      </div>
      <div className="rule-line">
        {rule.kind === 'event' ? (
          <>
            <NumberField
              label={t('score.rule.capMax')}
              value={rule.capMax}
              onChange={(capMax) => change({ capMax })}
              min={0}
              w="9rem"
            />
            <DurationWidget {...field('capPer')} />
          </>
        ) : null}
        <DurationWidget {...field('expiresAfter')} />
      </div>
    </li>
  )
}
