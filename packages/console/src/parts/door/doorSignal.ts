/** Signal of a result: done, not now, refused. */
export type Tone = 'good' | 'wait' | 'bad'

let audio: AudioContext | undefined

/** Pitches in hertz: a rise for an admission, low notes for a refusal. */
const notes: Readonly<Record<Tone, readonly number[]>> = { good: [880, 1320], wait: [440, 440], bad: [196, 165] }
const patterns: Readonly<Record<Tone, number[]>> = { good: [80], wait: [80, 60, 80], bad: [280, 90, 280] }
const noteSeconds = 0.13
const volume = 0.25

/** Opens the audio output. A browser allows it after a key or a click of the person. */
export function openSound(): void {
  audio ??= new AudioContext()
  void audio.resume()
}

/** Signals a result by vibration, and by notes where the person turned them on. */
export function signalResult(tone: Tone | undefined, hasSound: boolean): void {
  if (tone === undefined) return
  navigator.vibrate?.(patterns[tone])
  if (!hasSound) return
  openSound()
  if (audio === undefined) return
  for (const [index, pitch] of notes[tone].entries()) {
    const at = audio.currentTime + index * noteSeconds
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
    oscillator.type = tone === 'good' ? 'sine' : 'square'
    oscillator.frequency.value = pitch
    gain.gain.setValueAtTime(volume, at)
    gain.gain.linearRampToValueAtTime(0, at + noteSeconds)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(at)
    oscillator.stop(at + noteSeconds)
  }
}
