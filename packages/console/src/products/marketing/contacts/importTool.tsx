import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useScope } from '#console/app/session.tsx'
import { t } from '#console/texts/texts.ts'
import { useBeginImport } from './beginImport.ts'
import { DropArea } from './importUpload.tsx'
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
  const { isSent, begin } = useBeginImport()
  const [url, setUrl] = useState('')
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
