/** Letters of the sign, seven rows of five lamps. */
const letters: Record<string, readonly string[]> = {
  A: ['.###.', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
  D: ['####.', '#...#', '#...#', '#...#', '#...#', '#...#', '####.'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
  F: ['#####', '#....', '#....', '####.', '#....', '#....', '#....'],
  G: ['.####', '#....', '#....', '#..##', '#...#', '#...#', '.####'],
  I: ['.###.', '..#..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  M: ['#...#', '##.##', '#.#.#', '#.#.#', '#...#', '#...#', '#...#'],
  N: ['#...#', '##..#', '##..#', '#.#.#', '#..##', '#..##', '#...#'],
  O: ['.###.', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  R: ['####.', '#...#', '#...#', '####.', '#.#..', '#..#.', '#...#'],
  U: ['#...#', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
}

/** A lamp of the sign, in pixels of the frame. */
export type Dot = { x: number; y: number; radius: number; row: 'name' | 'word' }

type Row = { text: string; row: Dot['row']; top: number; pitch: number; radius: number }

const centreX = 214
const rows: readonly Row[] = [
  { text: 'FAIRGROUND', row: 'name', top: 127, pitch: 4.5, radius: 1.35 },
  { text: 'DEMO', row: 'word', top: 167, pitch: 2.9, radius: 0.95 },
]

/** All lamps of the sign. */
export const signDots: readonly Dot[] = rows.flatMap(({ text, row, top, pitch, radius }) => {
  const left = centreX - ((text.length * 6 - 1) * pitch) / 2 + pitch / 2
  return [...text].flatMap((letter, at) =>
    (letters[letter] ?? []).flatMap((line, down) =>
      [...line].flatMap((each, across) =>
        each === '#' ? [{ x: left + (at * 6 + across) * pitch, y: top + down * pitch, radius, row }] : [],
      ),
    ),
  )
})
