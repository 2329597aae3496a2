import { el, on } from '#audience/dom.ts'
import { keep, recall } from '#audience/memory.ts'
import type { Playback } from '#audience/playback.ts'

/** The texts of a video: captions, of which one at most is shown, and chapters. */
export type Texts = {
  set(state: Pick<Playback, 'captions' | 'chapters'>): void
  /** The element's time line begins so many seconds into what the captions are of: they come that much earlier. */
  begin(seconds: number): void
  list(): { id: number; label: string }[]
  /** The caption that is shown, by its place in the list. */
  shown(): number | undefined
  /** Shows one, or none, and remembers its language. */
  choose(id: number | undefined): void
  /** Shows the one that was shown last, or hides it. */
  toggle(): void
}

const lastChapterSeconds = 86_400
/** Caption drift that viewers do not notice. */
const driftSecondsMax = 0.1

/** Keeps the tracks of a video element. The language that a viewer chose is shown again next time. */
export function makeTexts(video: HTMLVideoElement, onChange: () => void): Texts {
  let tracks: HTMLTrackElement[] = []
  let known = ''
  let shown: number | undefined
  let lastShown = 0
  let beginsAt = 0
  const movedBy = new WeakMap<HTMLTrackElement, number>()
  const show = (id: number | undefined) => {
    shown = id
    lastShown = id ?? lastShown
    for (const [index, { track }] of tracks.entries()) track.mode = index === id ? 'showing' : 'disabled'
    align()
    onChange()
  }
  /** Cues can be reached only of a track that is loaded and shown: the others are moved when they are. */
  const align = () => {
    for (const each of tracks) {
      const cues = each.readyState === HTMLTrackElement.LOADED ? [...(each.track.cues ?? [])] : []
      const seconds = beginsAt - (movedBy.get(each) ?? 0)
      if (cues.length === 0 || Math.abs(seconds) < driftSecondsMax) continue
      movedBy.set(each, beginsAt)
      for (const cue of cues) {
        cue.startTime -= seconds
        cue.endTime -= seconds
      }
    }
  }
  const texts: Texts = {
    set({ captions, chapters }) {
      const wanted = JSON.stringify([captions, chapters])
      if (wanted === known) return
      known = wanted
      for (const each of tracks) each.remove()
      tracks = captions.map(({ language, label, kind, url }) =>
        el('track', { kind, srclang: language, label, src: ownPath(url) }),
      )
      for (const each of tracks) on(each, 'load', align)
      video.append(...tracks)
      addChapters(video, chapters)
      const preferred = captions.findIndex((each) => each.language === recall('captions'))
      show(preferred < 0 ? undefined : preferred)
    },
    begin(seconds) {
      beginsAt = seconds
      align()
    },
    list: () => tracks.map(({ label }, id) => ({ id, label })),
    shown: () => shown,
    choose(id) {
      keep('captions', id === undefined ? null : (tracks[id]?.srclang ?? null))
      show(id)
    },
    toggle() {
      if (tracks.length > 0) texts.choose(shown === undefined ? Math.min(lastShown, tracks.length - 1) : undefined)
    },
  }
  return texts
}

/** Chapters for the browser and whatever reads along with it; ours are drawn on the time line. */
function addChapters(video: HTMLVideoElement, chapters: Playback['chapters']): void {
  const before = [...video.textTracks].find(({ kind }) => kind === 'chapters')
  const track = before ?? video.addTextTrack('chapters', 'Chapters')
  track.mode = 'hidden'
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue)
  for (const [index, { startSeconds, title }] of chapters.entries()) {
    const end = chapters[index + 1]?.startSeconds ?? startSeconds + lastChapterSeconds
    track.addCue(new VTTCue(startSeconds, end, title))
  }
}

/** Tracks must come from the page's own origin, also where the server is reached by another of its names. */
function ownPath(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
