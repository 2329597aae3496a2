import { shortId, useCard } from '#console/parts/cards.ts'
import { t } from '#console/texts/texts.ts'
import { conditionText } from './conditionTexts.ts'
import type { FilterTree } from './filterDraft.ts'

/** A filter in one line of words, such as `Country is DE and Plan is pro`. */
export function FilterWords({ tree }: { tree: FilterTree }) {
  const { op, of } = tree
  if (op === 'not') {
    return (
      <>
        {t('filter.not')} (<FilterWords tree={Object(of)} />)
      </>
    )
  }
  if ((op !== 'and' && op !== 'or') || !Array.isArray(of)) return <Condition condition={tree} />
  if (of.length === 0) return t('list.filter.set')
  return of.map((part, index) => (
    <span key={index}>
      {index === 0 ? null : ` ${t(`filter.${op}`)} `}
      {Array.isArray(Object(part).of) ? (
        <>
          (<FilterWords tree={Object(part)} />)
        </>
      ) : (
        <FilterWords tree={Object(part)} />
      )}
    </span>
  ))
}

/** A condition with the name of its segment, campaign or template. */
function Condition({ condition }: { condition: FilterTree }) {
  const { text, recordId } = conditionText(condition)
  const name = useCard(recordId ?? '')?.title
  return recordId === undefined ? text : `${text} ${name ?? shortId(recordId)}`
}
