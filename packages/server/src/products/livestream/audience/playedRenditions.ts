/** Renditions of a video: the source, smaller frames, or audio only. */
export const renditions = ['source', '720p', '480p', 'audio'] as const

type Rendition = (typeof renditions)[number]

/** Columns of a slice: milliseconds played in each rendition. The rest of `played_ms` is of an unknown rendition. */
export const playedColumns = renditions.map(playedIn)

/** Sums of heartbeats by rendition, as columns of a grouped query. */
export const playedOfBeats = renditions
  .map((name) => `coalesce(sum(played_ms) filter (where rendition = '${name}'), 0) as ${playedIn(name)}`)
  .join(', ')

/** Sums within `room_ms`, which the renditions use up one after the other. */
export const playedWithinRoom = playedColumns
  .map((column, turn) => {
    const taken = ['0', ...playedColumns.slice(0, turn)].join(' + ')
    return `least(${column}, greatest(0, room_ms - (${taken})))::integer as ${column}`
  })
  .join(', ')

/** Sums of finer slices. */
export const playedOfSlices = playedColumns.map((column) => `sum(${column})::integer`).join(', ')

/**
 * Slices, given as SQL, summed by view and split by rendition, those without playback included.
 * Columns: person_key, view_id, rendition, played_ms.
 */
export function byRendition(slices: string): string {
  const known = renditions.map((name) => `('${name}', s.${playedIn(name)})`)
  const unknown = `('unknown', s.played_ms - ${playedColumns.map((column) => `s.${column}`).join(' - ')})`
  const sums = ['played_ms', ...playedColumns].map((column) => `sum(${column}) as ${column}`)
  return `select s.person_key, s.view_id, r.rendition, r.played_ms
    from (select person_key, view_id, ${sums.join(', ')} from (${slices}) v group by person_key, view_id) s
    cross join lateral (values ${[...known, unknown].join(', ')}) as r (rendition, played_ms)`
}

function playedIn(name: Rendition): string {
  return `played_${name}_ms`
}
