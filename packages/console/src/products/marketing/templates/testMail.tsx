import { Alert, Button, Group, Modal, Stack, TagsInput } from '@mantine/core'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope, useSession } from '#console/app/session.tsx'
import { formatChecks } from '#console/parts/form/formatChecks.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { t } from '#console/texts/texts.ts'

const toMax = 5
const separators = [',', ' ', '\n']

type TestMailProps = {
  operationId: 'marketing.template.test' | 'marketing.campaign.test'
  /** Id of the record whose mail it is, by its key. */
  target: Readonly<Record<string, string>>
  isChanged: boolean
}

/** Sends the saved mail to addresses of the person, filled with the data of a contact. */
export function TestMail({ operationId, target, isChanged }: TestMailProps) {
  const { client } = useAccount()
  const own = useSession()?.person.email
  const maySend = useScope()('marketing.campaign:send')
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState<string[]>([])
  // An address that is typed is sent without a key that makes it a pill: a pill in between would move the button.
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [contactId, setContactId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (!maySend) return null
  const send = async () => {
    const all = [...new Set([...to, ...typed.split(/[\s,]+/)])].filter((each) => each !== '')
    const wrong = problemOf(all)
    setProblem(wrong)
    if (wrong !== undefined) return
    setTo(all)
    setTyped('')
    setBusy(true)
    try {
      const person = contactId === null ? {} : { contactId }
      await client.callAny(operationId, { ...target, to: all, ...person })
      notify(t('blocks.test.sent'))
      setOpen(false)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Send size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('blocks.test')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('blocks.test')} centered>
        <Stack>
          {isChanged ? <Alert color="yellow">{t('blocks.test.saved')}</Alert> : null}
          <TagsInput
            label={t('blocks.test.to')}
            placeholder="you@example.com"
            type="email"
            data={own === undefined ? [] : [own]}
            value={to}
            onChange={(next) => {
              setTo(next)
              setProblem(undefined)
            }}
            searchValue={typed}
            onSearchChange={setTyped}
            error={problem}
            maxTags={toMax}
            splitChars={separators}
            acceptValueOnBlur={false}
          />
          <RecordPicker
            name="contactId"
            schema={{ type: 'string', pattern: '^con_' }}
            label={t('blocks.test.for')}
            value={contactId}
            onChange={setContactId}
          />
          <Group justify="end">
            <Button loading={isBusy} onClick={() => void send()}>
              {t('blocks.test.send')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

/** The sentence about addresses that no mail can go to; undefined for good ones. */
function problemOf(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return t('blocks.test.none')
  if (addresses.length > toMax) return t('blocks.test.many', { max: toMax })
  const wrong = addresses.find((each) => !formatChecks.email(each))
  return wrong === undefined ? undefined : t('blocks.test.wrong', { address: wrong })
}
