import { el, on } from '#audience/dom.ts'
import { keep, recall } from '#audience/memory.ts'
import type { Playback } from '#audience/playback.ts'

/** Text tracks of a video: captions, of which at most one is visible, and chapters. */
export type Texts = {
  set(state: Pick<Playback, 'captions' | 'chapters'>): void
  /** Sets the offset of the element's time line in the captioned media: cues come that many seconds earlier. */
  begin(seconds: number): void
  list(): { id: number; label: string }[]
  /** Id of the visible caption. */
  current(): number | undefined
  /** Shows one caption, or none, and stores its language. */
  choose(id: number | undefined): void
  /** Shows the last visible caption again, or hides it. */
  toggle(): void
}

const lastChapterSeconds = 86_400
/** Caption drift that viewers do not notice. */
const driftSecondsMax = 0.1

/** Makes the text tracks of a video element. The viewer's last language is visible from the start. */
export function makeTexts(video: HTMLVideoElement, onChange: () => void): Texts {
  let tracks: HTMLTrackElement[] = []
  let known = ''
  let current: number | undefined
  let last = 0
  let beginsAt = 0
  const movedBy = new WeakMap<HTMLTrackElement, number>()
  const show = (id: number | undefined) => {
    current = id
    last = id ?? last
    for (const [index, { track }] of tracks.entries()) track.mode = index === id ? 'showing' : 'disabled'
    align()
    onChange()
  }
  /** Moves the cues of loaded tracks. Browsers give no cues of other tracks: those move when they load. */
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
      const given = JSON.stringify([captions, chapters])
      if (given === known) return
      known = given
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
    current: () => current,
    choose(id) {
      keep('captions', id === undefined ? null : (tracks[id]?.srclang ?? null))
      show(id)
    },
    toggle() {
      if (tracks.length > 0) texts.choose(current === undefined ? Math.min(last, tracks.length - 1) : undefined)
    },
  }
  return texts
}

/** Adds chapters for the browser and for assistive software. The time line draws its own marks. */
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

/** The path of an address: tracks must come from the page's origin, whichever name of the server it has. */
function ownPath(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
