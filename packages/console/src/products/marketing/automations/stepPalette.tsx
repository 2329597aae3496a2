import { Button, SimpleGrid, Text } from '@mantine/core'
import { Dialog } from '#console/parts/dialog.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { stepKinds } from './stepKinds.ts'

/** Type of the data of a dragged step. */
export const stepDataType = 'application/x-fairground-step'

/** Steps to drag onto the canvas, or to press. */
export function StepPalette({ add }: { add(type: string): void }) {
  return (
    <div className="automation-palette" role="toolbar" aria-label={t('automation.palette')}>
      {Object.entries(stepKinds).map(([type, { icon: Icon, group }]) => (
        <button
          key={type}
          type="button"
          draggable
          data-group={group}
          title={t(`automation.kind.${kindOf(type)}`)}
          onClick={() => add(type)}
          onDragStart={(event) => {
            event.dataTransfer.setData(stepDataType, type)
            event.dataTransfer.effectAllowed = 'copy'
          }}
        >
          <Icon size={14} aria-hidden />
          {labelOf(type)}
        </button>
      ))}
    </div>
  )
}

const kinds = [
  'sendEmail',
  'sendSms',
  'sendWebhook',
  'updateContact',
  'addScore',
  'issueCoupon',
  'grantTokens',
  'createPaymentLink',
  'enrol',
  'delay',
  'waitFor',
  'branch',
  'split',
  'goTo',
  'exit',
] as const

function kindOf(type: string): (typeof kinds)[number] {
  return kinds.find((each) => each === type) ?? 'exit'
}

/** The choice of a new step, over the page. */
export function StepDialog({ add, close }: { add(type: string): void; close(): void }) {
  return (
    <Dialog onClose={close} title={t('automation.add')} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {Object.entries(stepKinds).map(([type, { icon: Icon }], index) => (
          <Button
            key={type}
            variant="default"
            h="auto"
            py="xs"
            justify="start"
            leftSection={<Icon size={18} aria-hidden />}
            data-autofocus={index === 0 || undefined}
            onClick={() => add(type)}
          >
            <span className="automation-kind">
              {labelOf(type)}
              <Text span size="xs" c="dimmed">
                {t(`automation.kind.${kindOf(type)}`)}
              </Text>
            </span>
          </Button>
        ))}
      </SimpleGrid>
    </Dialog>
  )
}
