import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import { useAccount } from '#console/app/session.tsx'
import { partsOf, useSchemas, type OperationInfo } from '#console/parts/description.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify } from '#console/parts/notices.tsx'
import { isSecret } from '#console/parts/values/valueView.tsx'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'
import { sentValues, type FormValues } from './formValues.ts'
import { OperationForm } from './operationForm.tsx'

export type OperationDialogProps = {
  operation: OperationInfo
  /** Input that the caller sets, such as the id of the record. */
  fixed: Readonly<Record<string, unknown>>
  initial?: FormValues
  close(): void
  done(output: unknown): Promise<void>
}

/** A dialog that runs any operation: a form of its input, then its result where that holds a secret. */
export function OperationDialog({ operation, fixed, initial = {}, close, done }: OperationDialogProps) {
  const { client, id: accountId } = useAccount()
  const [secrets, setSecrets] = useState<Readonly<Record<string, unknown>>>()
  const { product, verb } = partsOf(operation.id)
  const { input, description } = useSchemas(product).operations[operation.id] ?? { input: {}, description: '' }
  const title = labelOf(verb)
  const send = async (values: FormValues, key: string) => {
    const options = operation.kind === 'write' || operation.kind === 'create' ? { idempotencyKey: key } : {}
    const output = await client.callAny(operation.id, { ...sentValues(values, input), ...fixed }, options)
    await done(output)
    const found = secretsIn(output)
    if (Object.keys(found).length > 0) return setSecrets(found)
    notify(t('record.action.done', { action: title }))
    close()
  }
  return (
    <Dialog onClose={close} title={title} size="lg">
      {secrets === undefined ? (
        <Stack>
          <Text size="sm" c="dimmed">
            {description.replaceAll('`', '')}
          </Text>
          <OperationForm
            schema={input}
            initial={initial}
            fixed={fixed}
            groups={[]}
            widgets={{}}
            button={title}
            draftKey={[accountId, operation.id, ...Object.values(fixed)].join('.')}
            send={send}
            cancel={close}
          />
        </Stack>
      ) : (
        <SecretResult secrets={secrets} close={close} />
      )}
    </Dialog>
  )
}

/** Whole secrets of a response, in the record itself or in a group of it, by field. A shortened one begins with `…`. */
export function secretsIn(output: unknown): Record<string, unknown> {
  const members = Object.entries(Object(output))
  const groups = members.flatMap(([, value]) => (isGroup(value) ? Object.entries(value) : []))
  const found = [...members, ...groups].filter(
    ([name, value]) => typeof value === 'string' && isSecret(name, value) && !value.startsWith('…'),
  )
  return Object.fromEntries(found)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Secrets that are shown once. */
export function SecretResult({ secrets, close }: { secrets: Readonly<Record<string, unknown>>; close(): void }) {
  return (
    <Stack>
      <Text size="sm" fw={600}>
        {t('form.result.once')}
      </Text>
      {Object.entries(secrets).map(([name, secret]) => (
        <Group key={name} wrap="nowrap">
          <Code className="value-text">{String(secret)}</Code>
          <CopyButton text={String(secret)} label={t('value.copy', { name: labelOf(name) })} />
        </Group>
      ))}
      <Button onClick={close} style={{ alignSelf: 'end' }}>
        {t('form.close')}
      </Button>
    </Stack>
  )
}
