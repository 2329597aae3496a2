/** What may be watched of a video: it as it came, its smaller pictures, or its sound alone. */
export const renditions = ['source', '720p', '480p', 'audio'] as const

type Rendition = (typeof renditions)[number]

/** Of a slice, what was played in each rendition, in milliseconds. What is missing to the whole is not known. */
export const playedColumns = renditions.map(playedIn)

/** What beats played in each rendition, as columns of those that they are grouped by. */
export const playedOfBeats = renditions
  .map((name) => `coalesce(sum(played_ms) filter (where rendition = '${name}'), 0) as ${playedIn(name)}`)
  .join(', ')

/** The same within `room_ms`, which all share: the renditions have their turn one after the other. */
export const playedWithinRoom = playedColumns
  .map((column, turn) => {
    const taken = ['0', ...playedColumns.slice(0, turn)].join(' + ')
    return `least(${column}, greatest(0, room_ms - (${taken})))::integer as ${column}`
  })
  .join(', ')

/** The same of finer slices, added up. */
export const playedOfSlices = playedColumns.map((column) => `sum(${column})::integer`).join(', ')

/**
 * Slices, given as SQL, summed up by view and taken apart by rendition, those as well that it played nothing of.
 * Columns: person_key, view_id, rendition, played_ms.
 */
export function byRendition(slices: string): string {
  const told = renditions.map((name) => `('${name}', s.${playedIn(name)})`)
  const unknown = `('unknown', s.played_ms - ${playedColumns.map((column) => `s.${column}`).join(' - ')})`
  const sums = ['played_ms', ...playedColumns].map((column) => `sum(${column}) as ${column}`)
  return `select s.person_key, s.view_id, r.rendition, r.played_ms
    from (select person_key, view_id, ${sums.join(', ')} from (${slices}) v group by person_key, view_id) s
    cross join lateral (values ${[...told, unknown].join(', ')}) as r (rendition, played_ms)`
}

function playedIn(name: Rendition): string {
  return `played_${name}_ms`
}
