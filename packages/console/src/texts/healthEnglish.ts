/** Texts of the page of the server’s health. */
export const healthEnglish = {
  'health.checkedAt': 'Checked {moment}',
  'health.again': 'Check again',
  'health.well': 'Everything is as it should be',
  'health.problems.one': '{count} check needs a look',
  'health.problems.other': '{count} checks need a look',
  'health.ok': 'In order',
  'health.warn': 'Warning',
  'health.fail': 'Failure',
  'health.advice': 'Advice: {advice}.',
  'health.settings': 'Settings',
  'health.settings.about': 'Environment variables of the server, read at its start.',
  'health.settings.search': 'Search settings',
  'health.settings.set': 'Set',
} as const
