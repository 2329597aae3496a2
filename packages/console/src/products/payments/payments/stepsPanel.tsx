import { Text, Title } from '@mantine/core'
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  CornerUpLeft,
  ExternalLink,
  Gavel,
  Hourglass,
  Mail,
  Plus,
  type LucideIcon,
} from 'lucide-react'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { exactMomentText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import './payments.css'

type Step = OutputOf<'payments.payment.get'>['timeline'][number]
type Look = { icon: LucideIcon; tone?: 'good' | 'bad' }

const looks: Readonly<Record<Step['kind'], Look>> = {
  created: { icon: Plus },
  opened: { icon: ExternalLink },
  processing: { icon: Hourglass },
  requiresAction: { icon: Clock },
  declined: { icon: CircleX, tone: 'bad' },
  succeeded: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'bad' },
  cancelled: { icon: Ban },
  expired: { icon: Clock },
  refundRequested: { icon: CornerUpLeft },
  refunded: { icon: CornerUpLeft, tone: 'good' },
  refundFailed: { icon: CircleX, tone: 'bad' },
  disputed: { icon: Gavel, tone: 'bad' },
  disputeWon: { icon: Gavel, tone: 'good' },
  disputeLost: { icon: Gavel, tone: 'bad' },
  receiptSent: { icon: Mail },
}

/** Steps of a payment, the oldest first: attempts, reports of the provider, refunds, disputes and mails. */
export function Panel({ record }: PanelProps) {
  // cast: the field of a payment, as the API documents it.
  const steps = (record['timeline'] ?? []) as readonly Step[]
  return (
    <section className="surface section">
      <Title order={2}>{t('payments.steps')}</Title>
      <ol className="pay-steps">
        {steps.map(({ kind, at, detail }) => {
          const { icon: Icon, tone } = looks[kind]
          return (
            <li key={`${kind} ${at} ${detail ?? ''}`} data-tone={tone}>
              <Icon size={16} aria-hidden />
              <div>
                <Text size="sm" fw={600}>
                  {labelOf(kind)}
                </Text>
                {detail === null ? null : (
                  <Text size="xs" className="value-text">
                    {detail}
                  </Text>
                )}
                <Text size="xs" c="dimmed">
                  <time dateTime={at} title={exactMomentText(at)}>
                    {momentText(at)}
                  </time>
                </Text>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
