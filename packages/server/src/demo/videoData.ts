/** Categories of the demo with their sub-categories. */
export const categories: readonly { name: string; color: string; subCategories: readonly string[] }[] = [
  { name: 'Concerts', color: '#c2410c', subCategories: ['Jazz', 'Choirs', 'Electronic'] },
  { name: 'Theatre', color: '#7c3aed', subCategories: ['Plays', 'Puppets'] },
  { name: 'Talks', color: '#0f766e', subCategories: ['Harbour history', 'Makers'] },
  { name: 'Behind the scenes', color: '#1d4ed8', subCategories: ['Building', 'Interviews'] },
]

/** Channels of the demo. */
export const channels: readonly { name: string; description: string; tags: string; category: string }[] = [
  {
    name: 'Harbour Lights Live',
    description: 'Every evening of the festival, from the big stages.',
    tags: 'music, live, harbour',
    category: 'Concerts',
  },
  {
    name: 'Small Rooms',
    description: 'One song, one room, no second take.',
    tags: 'sessions, acoustic',
    category: 'Concerts',
  },
  {
    name: 'Dockside Stories',
    description: 'Talks with the people who build, cook and carry.',
    tags: 'talks, people',
    category: 'Talks',
  },
]

/** A recorded video; `daysAhead` schedules it. */
export type DemoVideo = {
  title: string
  channel: number
  category: string
  subCategory: string
  tags: string
  daysAhead?: number
  isDraft?: true
  german?: string
}

/** Videos of the demo: published, scheduled and drafts. */
export const videos: readonly DemoVideo[] = [
  ...of(0, 'Concerts', 'Jazz', [
    ['Opening night at Harbour Hall', 'Eröffnung in der Harbour Hall'],
    ['The Tidewater Quartet', 'Das Tidewater-Quartett'],
    ['Brass on the Crane Stage'],
  ]),
  ...of(0, 'Concerts', 'Choirs', [
    ['Silo Choir: songs of the dockers', 'Silo-Chor: Lieder der Hafenarbeiter'],
    ['A hundred voices on the ferry'],
  ]),
  ...of(0, 'Concerts', 'Electronic', [['Foghorn: a set for ship and synthesizer'], ['Night at the Ice Factory']]),
  ...of(1, 'Concerts', 'Jazz', [['Accordion Bar, 2 a.m.', 'Akkordeon-Bar, zwei Uhr nachts'], ['Blue Mermaid trio']]),
  ...of(1, 'Concerts', 'Electronic', [['Room 33: one take'], ['Attic Tapes, side A']]),
  ...of(1, 'Theatre', 'Puppets', [['The gull who wanted a crane', 'Die Möwe, die einen Kran wollte']]),
  ...of(2, 'Talks', 'Harbour history', [
    ['How the tunnel was dug', 'Wie der Tunnel gegraben wurde'],
    ['Spices, coffee, carpets: a warehouse remembers'],
  ]),
  ...of(2, 'Talks', 'Makers', [['Three ovens, one street'], ['The last rope maker', 'Die letzte Seilerin']]),
  ...of(2, 'Behind the scenes', 'Building', [['Hanging four thousand lanterns', 'Viertausend Laternen']]),
  ...of(2, 'Behind the scenes', 'Interviews', [['Backstage with the volunteers']]),
  { ...scheduled('Closing night: all stages', 'Concerts', 'Choirs'), daysAhead: 3, german: 'Abschlussabend' },
  { ...scheduled('Sunrise set on Pontoon Four', 'Concerts', 'Electronic'), daysAhead: 5 },
  { ...scheduled('The festival in nine minutes', 'Behind the scenes', 'Interviews'), daysAhead: 10 },
  { ...scheduled('Rough cut: tram depot', 'Theatre', 'Plays'), isDraft: true },
]

function of(channel: number, category: string, ...[subCategory, titles]: [string, (readonly string[])[]]): DemoVideo[] {
  return titles.map(([title = '', german]) => ({
    title,
    channel,
    category,
    subCategory,
    tags: `festival, ${subCategory.toLowerCase()}`,
    ...(german === undefined ? {} : { german }),
  }))
}

function scheduled(title: string, category: string, subCategory: string): DemoVideo {
  return { title, channel: 0, category, subCategory, tags: 'festival, upcoming' }
}

/** Live stream of the demo, and its details in two languages. */
export const pierStream = {
  reference: 'stream:pier',
  title: 'Harbour Lights: live from the pier',
  description: 'The big wheel, the ferry and four thousand lanterns, as they are at this moment. Open all night.',
  german: {
    title: 'Harbour Lights: live vom Pier',
    description: 'Das Riesenrad, die Fähre und viertausend Laternen, wie sie gerade sind. Die ganze Nacht geöffnet.',
  },
  category: 'Behind the scenes',
  tags: 'festival, live, harbour',
} as const

/** Languages of the demo. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Chapter titles of videos with chapters. */
export const chapterTitles = { en: ['Opening', 'First part', 'Encore'], de: ['Auftakt', 'Erster Teil', 'Zugabe'] }

/** Captions of the twenty seconds of the loop. */
export const captionLines: Readonly<Record<Language, readonly (readonly [second: number, text: string])[]>> = {
  en: [
    [0.5, '[A music box plays over the water]'],
    [5, 'The last ferry of the evening goes by.'],
    [10, 'Twelve cabins, one turn in twenty seconds:'],
    [15, 'the big wheel is open until midnight.'],
  ],
  de: [
    [0.5, '[Eine Spieluhr klingt über das Wasser]'],
    [5, 'Die letzte Fähre des Abends fährt vorbei.'],
    [10, 'Zwölf Gondeln, eine Runde in zwanzig Sekunden:'],
    [15, 'Das Riesenrad ist bis Mitternacht geöffnet.'],
  ],
}
