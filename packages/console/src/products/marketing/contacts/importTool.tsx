import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { chooseFile, DropArea } from './importUpload.tsx'
import './imports.css'

/** A button that begins an import of contacts: with a file, chosen or dropped, or with an address. */
export function ListTool() {
  const canWrite = useScope()('marketing.contactImport:write')
  const [isOpen, setOpen] = useState(false)
  if (!canWrite) return null
  return (
    <>
      <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('import.begin')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('import.begin')} size="lg">
        <Beginning />
      </Modal>
    </>
  )
}

function Beginning() {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const [url, setUrl] = useState('')
  const [isSent, setSent] = useState(false)
  const begin = async (from: File | string) => {
    setSent(true)
    try {
      const input = typeof from === 'string' ? { url: from } : { name: from.name.slice(0, 200) }
      const { id } = await client.call('marketing.contact.import', input)
      // The page of the import sends the file.
      if (typeof from !== 'string') await chooseFile(String(id), from)
      await stale('marketing.contactImport')
      await navigate({ to: `/${accountId}/marketing/contactImport/${id}` })
    } catch (error) {
      setSent(false)
      notifyFailure(error)
    }
  }
  return (
    <Stack>
      <DropArea onFile={(file) => void begin(file)} />
      <Group align="end" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={t('import.url')}
          placeholder="https://"
          type="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button variant="default" disabled={url === '' || isSent} onClick={() => void begin(url)}>
          {t('import.url.read')}
        </Button>
      </Group>
    </Stack>
  )
}
