import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import { useAccount } from '#console/app/session.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Verdict = {
  ok: boolean
  rows: number
  sealed: number
  unsealed: number
  erased: number
  head: { sequence: number; digest: string } | null
  brokenAt?: string
  problem?: string
}

/** A button that verifies the seals of the whole audit log, and the result. */
export function ListTool() {
  const { client } = useAccount()
  const [isRunning, setRunning] = useState(false)
  const [verdict, setVerdict] = useState<Verdict>()
  const verify = () => {
    setRunning(true)
    client
      .callAny('account.audit.verify', {})
      // cast: the operation returns this form.
      .then((output) => setVerdict(output as Verdict))
      .catch(notifyFailure)
      .finally(() => setRunning(false))
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<ShieldCheck size={16} aria-hidden />}
        loading={isRunning}
        onClick={verify}
      >
        {t('account.audit.verify')}
      </Button>
      {verdict === undefined ? null : (
        <Dialog onClose={() => setVerdict(undefined)} title={t('account.audit.verify.title')}>
          <VerdictView verdict={verdict} />
        </Dialog>
      )}
    </>
  )
}

function VerdictView({
  verdict: { ok, rows, sealed, unsealed, erased, head, brokenAt, problem },
}: {
  verdict: Verdict
}) {
  const Icon = ok ? ShieldCheck : ShieldAlert
  const counts = { rows: numberText(rows), sealed: numberText(sealed), unsealed: numberText(unsealed) }
  return (
    <Stack>
      <Alert color={ok ? 'teal' : 'red'} icon={<Icon aria-hidden />} role="status">
        {ok ? t('account.audit.verify.ok') : t('account.audit.verify.broken')}
      </Alert>
      <Text size="sm">{t('account.audit.verify.counts', counts)}</Text>
      {erased === 0 ? null : <Text size="sm">{t('account.audit.verify.erased', { count: numberText(erased) })}</Text>}
      {brokenAt === undefined ? null : (
        <Text size="sm">
          <Code>{brokenAt}</Code> {problem}
        </Text>
      )}
      {head === null ? null : (
        <div>
          <Text size="xs" c="dimmed">
            {t('account.audit.verify.head', { number: numberText(head.sequence) })}
          </Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{head.digest}</Code>
          <CopyButton text={head.digest} label={t('account.audit.verify.copy')} />
        </div>
      )}
    </Stack>
  )
}
