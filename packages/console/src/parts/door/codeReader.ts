type Detector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Formats of codes on tickets, as the browser names them. */
const formats = ['qr_code', 'aztec', 'data_matrix', 'pdf417', 'code_128']

/** Checks a code; returns whether the server answered. Without an answer a code that stays in view is read again. */
export type CodeHandler = (text: string) => Promise<boolean>

const pauseMs = 120
const retryMs = 1_000
/** A code that was out of the view for this time is read again. */
const readAgainMs = 3_000

/** Reads codes in the frames of a video until `signal` aborts. A code that stays in view is reported once. */
export async function readCodes(
  video: HTMLVideoElement,
  { signal, onCode }: { signal: AbortSignal; onCode: CodeHandler },
): Promise<void> {
  const detector = await openDetector()
  let last: { text: string; lostAt?: number } = { text: '' }
  while (!signal.aborted) {
    const [found] = video.readyState < video.HAVE_CURRENT_DATA ? [] : await detector.detect(video).catch(() => [])
    if (signal.aborted) return
    const now = performance.now()
    if (found !== undefined && found.rawValue !== '') {
      const isNew = found.rawValue !== last.text || now - (last.lostAt ?? now) > readAgainMs
      last = { text: found.rawValue }
      if (isNew) {
        void onCode(found.rawValue).then((isAnswered) => {
          if (!isAnswered) setTimeout(() => (last = { text: '' }), retryMs)
        })
      }
    } else {
      // A pause of the page itself shows no code to have left.
      last.lostAt ??= now
    }
    await nextRead(signal)
  }
}

function nextRead(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    signal.addEventListener('abort', end)
  })
}

/** The detector of the browser where it reads QR codes, else a decoder in plain script, which the policy allows. */
async function openDetector(): Promise<Detector> {
  // cast: the Shape Detection API stands in some browsers alone.
  const { BarcodeDetector: own } = window as { BarcodeDetector?: DetectorClass }
  const supported = (await own?.getSupportedFormats().catch(() => [])) ?? []
  if (own !== undefined && supported.includes('qr_code')) {
    return new own({ formats: formats.filter((each) => supported.includes(each)) })
  }
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector()
}
