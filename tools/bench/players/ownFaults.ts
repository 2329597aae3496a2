import type { Cell, Step } from './cells.ts'

/** A fault of a player itself, with its cause. */
type OwnFault = { player: RegExp; step: Step; text: RegExp; cause: string }

const all: OwnFault[] = [
  {
    player: /^mpv/,
    step: 'replay',
    text: /^Errors when loading file/,
    cause: 'FFmpeg 5.1 loses the place of samples after a seek in fragmented MP4, in its own playlists as well',
  },
]

/** The cell of a step; a known fault of the player itself is named and is not red. */
export function withOwnFault(player: string, step: Step, cell: Cell): Cell {
  if (!cell.isRed) return cell
  const fault = all.find((each) => each.step === step && each.player.test(player) && each.text.test(cell.text))
  return fault === undefined ? cell : { text: `own fault: ${cell.text}, ${fault.cause}`, isRed: false }
}
