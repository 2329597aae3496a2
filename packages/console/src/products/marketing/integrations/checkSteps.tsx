import { Text } from '@mantine/core'
import { Check, Minus, X } from 'lucide-react'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import './integrations.css'

/** Result of a check of a service. */
export type Verification = { ok: boolean; checks: readonly { name: string; ok: boolean; message: string | null }[] }

const known = ['connect', 'encrypt', 'signIn'] as const
const icons = { done: Check, failed: X, open: Minus }

/** The steps of a check: what succeeded, what failed with its cause and the way out, and what was not tried. */
export function CheckSteps({ type, verification }: { type: string; verification: Verification }) {
  const { checks, ok } = verification
  const names = known.filter((name) => type === 'smtp' || name !== 'encrypt')
  const open = ok ? [] : names.filter((name) => !checks.some((each) => each.name === name))
  const steps = [
    ...checks.map(({ name, ok: isOk, message }) => ({ name, state: isOk ? 'done' : 'failed', message }) as const),
    ...open.map((name) => ({ name, state: 'open', message: null }) as const),
  ]
  return (
    <ol className="check-steps" aria-label={t('integration.checks')}>
      {steps.map(({ name, state, message }) => {
        const Icon = icons[state]
        const step = known.find((each) => each === name)
        return (
          <li key={name} data-state={state}>
            <Icon size={18} aria-hidden />
            <div>
              <Text fw={600} size="sm">
                {step === undefined ? labelOf(name) : t(`integration.check.${step}`)}{' '}
                <Text span size="sm" c="dimmed">
                  {t(`integration.check.${state}`)}
                </Text>
              </Text>
              {message === null ? null : (
                <Text size="sm" className="check-cause">
                  {message}
                </Text>
              )}
              {state === 'failed' && step !== undefined ? (
                <Text size="sm">{t(type === 'smtp' ? `integration.hint.${step}` : `integration.hint.api`)}</Text>
              ) : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
