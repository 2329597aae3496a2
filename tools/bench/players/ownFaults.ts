import type { Cell, Step } from './cells.ts'

/** A fault of a player itself, with its cause. */
type OwnFault = { player: RegExp; steps: readonly Step[]; text: RegExp; cause: string }

const all: OwnFault[] = [
  {
    player: /^mpv/,
    steps: ['replay'],
    text: /^Errors when loading file/,
    cause: 'FFmpeg 5.1 loses the place of samples after a seek in fragmented MP4, in its own playlists as well',
  },
  {
    player: /^hls\.js 1\.0\.12/,
    steps: ['size'],
    text: /^frames of 360 lines/,
    cause: 'its first segment of the new size keeps the init section of the old one (mergeDetails), as do all after it',
  },
  {
    player: /^hls\.js 1\.0\.12 LL/,
    steps: ['end'],
    text: /^goes on after/,
    cause: 'it loads the init section again after the last segment, whose number it then no longer has (_streamEnded)',
  },
  {
    player: /^hls\.js 1\.3\.5 LL/,
    steps: ['size', 'end'],
    text: /^(stalls on: .*|goes on after .*)/,
    cause:
      'the open segment lacks the discontinuities that a delta update skips (mergeDetails, fragmentHint.cc), ' +
      'by which it loses the end of each segment once the absence is 12 s ago',
  },
  {
    player: /^(hls\.js [\d.]+|video\.js 7\.21\.7|video\.js 8\.24\.1 llhls off)$/,
    steps: ['early', 'late', 'size', 'sound'],
    text: /^stalls on: [12]\.\d s$/,
    cause:
      'an absence uses up its distance from live (HOLD-BACK), which it does not take again: it plays on with 0.1 to ' +
      '2 s of media, and stalls once more at the first late segment',
  },
  {
    player: /^shaka 5\.2\.12$/,
    steps: ['early', 'late', 'size', 'sound'],
    text: /^(frozen|stalls on: .*|.* stalled)$/,
    cause:
      'it closes gaps of time at a discontinuity (createSegments_) and locks its live edge to the clock ' +
      '(determineDuration_), so its window leaves the media; availabilityWindowOverride prevents it',
  },
  {
    player: /^shaka 5\.2\.12$/,
    steps: ['early'],
    text: /reading 'match'/,
    cause:
      'it looks for captions in the open segment, which has no address (getClosedCaptionProbeSegments_); ' +
      'disableClosedCaptionsDetection prevents it',
  },
]

/** The cell of a step; a known fault of the player itself is named and is not red. */
export function withOwnFault(player: string, step: Step, cell: Cell): Cell {
  if (!cell.isRed) return cell
  const fault = all.find((each) => each.steps.includes(step) && each.player.test(player) && each.text.test(cell.text))
  return fault === undefined ? cell : { text: `own fault: ${cell.text}, ${fault.cause}`, isRed: false }
}
