import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'

/** Reason to skip a test without a small disk. */
export const noSmallDisk = 'only root can mount a small disk'

/** Mounts a disk of so many KiB at a folder, until disposed; undefined where that is not allowed. */
export async function mountSmallDisk(folder: string, kib: number): Promise<Disposable | undefined> {
  await mkdir(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  // A failed test may have left files open.
  return { [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', folder]) }
}
