import { ActionIcon, Button, Group, Menu, Radio, Stack, Text } from '@mantine/core'
import { ChevronDown, CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { openDock } from '#console/parts/docks.ts'
import { t } from '#console/texts/texts.ts'
import { chooseFiles, droppedFiles, hasFiles } from './chosenFiles.ts'
import { videoUploads, type ChosenFile } from './uploadQueue.ts'
import { videoExtensions } from './videoFile.ts'
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
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={['video/*', ...videoExtensions.map((each) => `.${each}`)].join(',')}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])].map((file) => ({ file })))
          currentTarget.value = ''
        }}
      />
      <DropArea add={add} />
    </Group>
  )
}

function keptVisibility(): Visibility {
  return visibilities.find((each) => each === localStorage.getItem(visibilityKey)) ?? 'private'
}

/** The whole page takes files; a veil says so while some are over it. */
function DropArea({ add }: { add(files: readonly ChosenFile[]): void }) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    addEventListener('dragenter', onOver, { signal })
    addEventListener('dragover', onOver, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        void droppedFiles(event).then((files) => latest.current(files))
      },
      { signal },
    )
    return () => control.abort()
  }, [])
  if (!isOver) return null
  return (
    <div className="upload-veil" role="status">
      <CloudUpload size={40} strokeWidth={1.4} aria-hidden />
      <Text fw={600}>{t('video.upload.drop')}</Text>
    </div>
  )
}
