import type { FileHandle } from './keptUploads.ts'
import type { ChosenFile } from './uploadQueue.ts'
import { videoExtensions } from './videoFile.ts'

type Picker = { showOpenFilePicker?(options: object): Promise<FileHandle[]> }

/**
 * Opens the browser's dialog for files. Where the browser has handles, an upload finds its file again after a reload;
 * elsewhere the dialog of `input` opens and its own event brings the files.
 */
export async function chooseFiles(input: HTMLInputElement | null, multiple = true): Promise<ChosenFile[]> {
  // cast: the File System Access API stands in Chromium alone.
  const { showOpenFilePicker } = window as Picker
  if (showOpenFilePicker === undefined) {
    input?.click()
    return []
  }
  const types = [{ accept: { 'video/*': videoExtensions.map((each) => `.${each}`) } }]
  try {
    const handles = await showOpenFilePicker.call(window, { multiple, types, id: 'videos' })
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })))
  } catch {
    // The person closed the dialog.
    return []
  }
}

/** Whether files are dragged, and not a text or a link. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** The files of a drop, with handles where the browser gives them. Folders are left out. */
export async function droppedFiles({ dataTransfer }: DragEvent): Promise<ChosenFile[]> {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  // The items end with the event: all are read before the first wait.
  const dropped = items.map((item) => ({ file: item.getAsFile(), isFolder: isFolder(item), handle: handleOf(item) }))
  const files = dropped.map(async ({ file, isFolder, handle }): Promise<ChosenFile[]> => {
    if (file === null || isFolder) return []
    return [{ file, handle: await handle }]
  })
  return (await Promise.all(files)).flat()
}

function isFolder(item: DataTransferItem): boolean {
  return item.webkitGetAsEntry()?.isDirectory ?? false
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileHandle | null> }

function handleOf(item: HandleItem): Promise<FileHandle | undefined> {
  const handle = item.getAsFileSystemHandle?.() ?? Promise.resolve(null)
  return handle.then(
    (found) => found ?? undefined,
    () => undefined,
  )
}
