import { ActionIcon, Button, Group, Menu, Radio, Stack } from '@mantine/core'
import { ChevronDown, CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { openDock } from '#console/parts/docks.ts'
import { t } from '#console/texts/texts.ts'
import { chooseFiles } from './chosenFiles.ts'
import { DropArea, FilesInput } from './fileEntry.tsx'
import { videoUploads, type ChosenFile } from './uploadQueue.ts'
import './uploads.css'

const visibilityKey = 'fairground.upload.visibility'
const visibilities = ['private', 'unlisted', 'public'] as const
type Visibility = (typeof visibilities)[number]

/** The button that uploads videos, and the page as a place to drop them. */
export function ListTool() {
  const { id: accountId, client } = useAccount()
  const canWrite = useScope()('livestream.static:write')
  const input = useRef<HTMLInputElement>(null)
  const [visibility, setVisibility] = useState<Visibility>(keptVisibility)
  useEffect(() => {
    // The list of uploads must open without a connection as well; a failure to load it shows when it opens.
    if (canWrite) import('./uploadDock.tsx').catch(() => undefined)
  }, [canWrite])
  if (!canWrite) return null
  const add = (files: readonly ChosenFile[]) => {
    if (files.length === 0) return
    void videoUploads.connect(client)
    videoUploads.add(files, { accountId, visibility })
    openDock('uploads')
  }
  const choose = () => void chooseFiles(input.current).then(add)
  return (
    <Group gap={0} wrap="nowrap" className="upload-tool">
      <Button variant="default" leftSection={<CloudUpload size={16} aria-hidden />} onClick={choose}>
        {t('video.upload')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('video.upload.visibility')}>
            <ChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown p="sm">
          <Radio.Group
            label={t('video.upload.visibility')}
            value={visibility}
            onChange={(value) => {
              const chosen = visibilities.find((each) => each === value) ?? 'private'
              localStorage.setItem(visibilityKey, chosen)
              setVisibility(chosen)
            }}
          >
            <Stack gap="xs" mt="xs">
              {visibilities.map((each) => (
                <Radio key={each} value={each} label={t(`video.upload.${each}`)} />
              ))}
            </Stack>
          </Radio.Group>
        </Menu.Dropdown>
      </Menu>
      <FilesInput inputRef={input} add={add} isMultiple />
      <DropArea add={add} text={t('video.upload.drop')} />
    </Group>
  )
}

function keptVisibility(): Visibility {
  return visibilities.find((each) => each === localStorage.getItem(visibilityKey)) ?? 'private'
}
