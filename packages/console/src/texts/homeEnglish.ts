/** Texts of the home page. */
export const homeEnglish = {
  'home.live': 'Live data',
  'home.test': 'Test data',
  'home.attention': 'Needs attention',
  'home.attention.open': 'Have a look',
  'home.facts': 'What happens',
  'home.facts.none': 'Nothing yet. Create something, and it appears here at once.',
  'home.facts.count.one': '{count} fact',
  'home.facts.count.other': '{count} facts',
  'home.products': 'Last 24 hours',
  'home.steps': 'First steps',
} as const
