import { loopSeconds, turn } from './time.ts'

/** Samples per second. 20 s at this rate are a whole number of AAC frames of 1,024 samples. */
export const sampleRate = 32_000

const sampleCount = loopSeconds * sampleRate
const chordSeconds = 5
const stepSeconds = chordSeconds / 8

/** Notes by MIDI number, lowest first: A minor 9, F major 9, C major 9, G 6. */
const chords = [
  [45, 57, 60, 64, 71],
  [41, 57, 60, 64, 67],
  [48, 55, 59, 64, 74],
  [43, 55, 59, 62, 64],
] as const

/** Notes of the music box over each chord, a note or a rest at every step. */
const tunes = [
  [76, 0, 72, 0, 0, 71, 72, 0],
  [76, 0, 79, 0, 77, 0, 72, 0],
  [74, 0, 71, 0, 0, 67, 71, 0],
  [74, 0, 76, 0, 71, 0, 0, 0],
] as const

/** The audio of the loop: one channel of 16 bit samples. Notes that ring beyond the end continue at the beginning. */
export function makeAudio(): Buffer {
  const audio = new Float64Array(sampleCount)
  for (const [at, chord] of chords.entries()) {
    for (const [voice, note] of chord.entries()) pad(audio, at * chordSeconds, { note, share: voice === 0 ? 1.3 : 1 })
  }
  for (const [bar, tune] of tunes.entries()) {
    for (const [step, note] of tune.entries()) {
      if (note !== 0) bell(audio, bar * chordSeconds + step * stepSeconds, note)
    }
  }
  const peak = audio.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  const bytes = Buffer.alloc(sampleCount * 2)
  for (let index = 0; index < sampleCount; index++) {
    bytes.writeInt16LE(Math.round((0.5 * 32_767 * (audio[index] ?? 0)) / peak), index * 2)
  }
  return bytes
}

function hertzOf(note: number): number {
  return 440 * 2 ** ((note - 69) / 12)
}

/** Adds a tone from a moment on, wrapped around at the end of the loop. */
function add(audio: Float64Array, from: number, { seconds, at }: { seconds: number; at(elapsed: number): number }) {
  const start = Math.round(from * sampleRate)
  for (let index = 0; index < seconds * sampleRate; index++) {
    const place = (((start + index) % sampleCount) + sampleCount) % sampleCount
    audio[place] = (audio[place] ?? 0) + at(index / sampleRate)
  }
}

/** Adds a note that swells and fades into the next chord. */
function pad(audio: Float64Array, from: number, { note, share }: { note: number; share: number }): void {
  const seconds = chordSeconds + 2.5
  const hertz = hertzOf(note)
  const at = (elapsed: number) => {
    const swell = Math.sin((Math.PI * elapsed) / seconds) ** 2
    const beat = 1 + 0.12 * Math.sin(turn * 0.8 * elapsed + note)
    const tone = Math.sin(turn * hertz * elapsed) + 0.3 * Math.sin(turn * 2.003 * hertz * elapsed)
    return 0.16 * share * swell * beat * tone
  }
  add(audio, from - 1.25, { seconds, at })
}

/** Adds a note of a music box: a tone modulated by a second one that fades sooner (frequency modulation). */
function bell(audio: Float64Array, from: number, note: number): void {
  const hertz = hertzOf(note)
  const at = (elapsed: number) => {
    const attack = Math.min(1, elapsed / 0.004)
    const colour = 1.1 * Math.exp(-5 * elapsed) * Math.sin(turn * 3.01 * hertz * elapsed)
    return 0.34 * attack * Math.exp(-1.9 * elapsed) * Math.sin(turn * hertz * elapsed + colour)
  }
  add(audio, from, { seconds: 3.2, at })
}
