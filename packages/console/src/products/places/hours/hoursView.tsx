import type { FieldViewProps } from '#console/parts/descriptor.ts'
import { dayText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { daysText, timesText } from './hoursWords.ts'
import { groupedDays, type HoursException, type OpeningHours } from './openingHours.ts'
import './hours.css'

/** The opening hours of a place: days of equal hours in a row as one line, then dates that differ. */
export function FieldView({ value }: FieldViewProps) {
  // cast: the page gives the field's own value.
  const hours = value as OpeningHours
  const exceptions = (hours.exceptions ?? []).toSorted((a, b) => a.date.localeCompare(b.date))
  return (
    <>
      <dl className="hours-view">
        {groupedDays(hours).map(({ days, hours: ofDays }) => (
          <div key={days[0]}>
            <dt>{daysText(days)}</dt>
            {ofDays.length === 0 ? <dd>{t('places.hours.closed')}</dd> : null}
            {ofDays.map((each) => (
              <dd key={each.opens}>{timesText(each)}</dd>
            ))}
          </div>
        ))}
      </dl>
      {exceptions.length === 0 ? null : (
        <>
          <p className="hours-title">{t('places.hours.exceptions')}</p>
          <dl className="hours-view">
            {exceptions.map((each, index) => (
              <ExceptionView key={index} exception={each} />
            ))}
          </dl>
        </>
      )}
    </>
  )
}

function ExceptionView({ exception }: { exception: HoursException }) {
  const { date, opens = '', closes = '', note } = exception
  return (
    <div>
      <dt>{dayText(date)}</dt>
      <dd>{exception.closed === true ? t('places.hours.closed') : timesText({ opens, closes })}</dd>
      {note === undefined ? null : <dd>{note}</dd>}
    </div>
  )
}
