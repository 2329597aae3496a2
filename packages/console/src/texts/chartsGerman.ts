import type { chartsEnglish } from './chartsEnglish.ts'

/** Texts of charts in German. */
export const chartsGerman: Record<keyof typeof chartsEnglish, string> = {
  'chart.period': 'Zeitraum',
  'chart.period.24h': '24 Stunden',
  'chart.period.7d': '7 Tage',
  'chart.period.30d': '30 Tage',
  'chart.period.own': 'Eigene Tage',
  'chart.period.from': 'Erster Tag',
  'chart.period.to': 'Letzter Tag',
  'chart.day': 'Tag',
  'chart.compare': 'Zeitraum davor',
  'chart.table': 'Als Tabelle',
  'chart.table.of': '{name} als Tabelle',
  'chart.csv': 'CSV herunterladen',
  'chart.csv.of': '{name} als CSV',
  'chart.time': 'Zeit',
  'chart.value': 'Wert',
  'chart.former': 'Davor: {name}',
  'chart.utc': 'Tage in UTC',
  'chart.more': '{percent} mehr als im Zeitraum davor',
  'chart.less': '{percent} weniger als im Zeitraum davor',
  'chart.same': 'Wie im Zeitraum davor',
  'chart.none': 'Nichts in diesem Zeitraum.',
}
