/** Track ids of every init section and fragment. */
export const trackId = { video: 1, audio: 2 } as const

/** Ticks per second of the video clock. The audio clock counts samples. */
export const videoTicksPerSecond = 90_000

/** Sample flags (ISO/IEC 14496-12, 8.8.3.1): `delta` depends on other samples, `sync` on none. */
export const sampleFlags = { delta: 0x01010000, sync: 0x02000000 } as const
