/** Identity of the captions of a sheet: their positions change when others are removed. */
export type CaptionTrack = { language: string; kind: 'captions' | 'subtitles'; label: string }

/** Name of a track, for keys and drafts. */
export function trackName({ language, kind, label }: CaptionTrack): string {
  return JSON.stringify([language, kind, label])
}

/** The track of a name. */
export function trackOfName(name: string): CaptionTrack {
  const [language, kind, label] = JSON.parse(name)
  return { language: String(language), kind: kind === 'subtitles' ? 'subtitles' : 'captions', label: String(label) }
}

/** Position of a track among the captions of a sheet; undefined while it is not stored. */
export function positionOf(captions: readonly CaptionTrack[], track: CaptionTrack): number | undefined {
  const at = captions.findIndex((each) => trackName(each) === trackName(track))
  return at < 0 ? undefined : at
}

/** Captions of a sheet with one of them moved to a position; as they are without it. */
export function movedTrack<T extends CaptionTrack>(captions: readonly T[], track: CaptionTrack, to: number): T[] {
  const from = positionOf(captions, track)
  const moved = from === undefined ? undefined : captions[from]
  if (moved === undefined) return [...captions]
  return captions.toSpliced(from ?? 0, 1).toSpliced(to, 0, moved)
}

/** A label that no other track of the sheet has. */
export function freeLabel(captions: readonly CaptionTrack[], label: string): string {
  const taken = new Set(captions.map((each) => each.label))
  let free = label
  for (let number = 2; taken.has(free); number += 1) free = `${label} ${number}`
  return free
}

/** Text of a caption file in UTF-8, UTF-16 with a mark, or Windows-1252, in which many .srt files still come. */
export function decodeCaptionFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
