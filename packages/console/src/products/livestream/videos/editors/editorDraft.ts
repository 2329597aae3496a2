import { useAccount } from '#console/app/session.tsx'

/** Unsaved value of an editor in this tab, with the stored value and the version of the sheet that it began from. */
export type EditorDraft<T> = { base: { value: T; version: number }; value: T }

/** Drafts of one sheet by the name of their part; they outlive a reload and a lost session. */
export type EditorDrafts<T> = {
  read(name: string): EditorDraft<T> | undefined
  keep(name: string, draft: EditorDraft<T>): void
  drop(name: string): void
  names(): string[]
}

/** The drafts of a sheet; `area` names the editor. */
export function useEditorDrafts<T>(area: string, detailsId: string): EditorDrafts<T> {
  const { id: accountId } = useAccount()
  const prefix = `fairground.${area}.${accountId}.${detailsId}.`
  return {
    read(name) {
      const text = sessionStorage.getItem(prefix + name)
      // cast: `keep` alone writes under this prefix.
      return text === null ? undefined : (JSON.parse(text) as EditorDraft<T>)
    },
    keep(name, draft) {
      try {
        sessionStorage.setItem(prefix + name, JSON.stringify(draft))
      } catch {
        // A full storage keeps no draft; the editor itself holds the value.
      }
    },
    drop: (name) => sessionStorage.removeItem(prefix + name),
    names: () =>
      Object.keys(sessionStorage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  }
}
