import { useHotkeys } from '@mantine/hooks'

/** Runs work on a key, such as `mod+K`; within inputs only keys with a modifier count. */
export function useShortcut(key: string, run: () => void): void {
  useHotkeys([[key, run]], key.includes('+') ? [] : undefined)
}
