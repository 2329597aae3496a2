import { ActionIcon, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { t } from '#console/texts/texts.ts'
import type { RuleDraft } from './scoreDraft.ts'

type RuleProps = { rule: RuleDraft; change(part: Partial<RuleDraft>): void; remove(): void }

/** One rule of a score model: name, score, condition, points and their bounds. */
export function RuleRow({ rule, change, remove }: RuleProps) {
  const text = (name: 'name' | 'event' | 'where' | 'filter' | 'capPer' | 'expiresAfter') => ({
    label: t(`score.rule.${name}`),
    value: rule[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <li className="rule">
      <div className="rule-line">
        <TextInput {...text('name')} className="rule-wide" maxLength={120} />
        <NumberField
          label={t('score.points')}
          value={rule.points}
          onChange={(points) => change({ points })}
          min={-1_000}
          max={1_000}
          w="7rem"
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
            <TextInput {...text('event')} className="rule-wide" placeholder="shop.order.placed" />
            <TextInput
              {...text('where')}
              className="rule-wide"
              placeholder={'[{"prop": "total", "is": "gte", "value": 5000}]'}
            />
          </>
        ) : (
          <Textarea
            {...text('filter')}
            className="rule-wide"
            autosize
            minRows={1}
            maxRows={8}
            placeholder={'{"field": "country", "is": "eq", "value": "DE"}'}
          />
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
            <TextInput {...text('capPer')} placeholder="P1D" w="9rem" />
          </>
        ) : null}
        <TextInput {...text('expiresAfter')} placeholder="P90D" w="12rem" />
      </div>
    </li>
  )
}
