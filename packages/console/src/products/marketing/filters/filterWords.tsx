import { shortId, useCard } from '#console/parts/cards.ts'
import { t } from '#console/texts/texts.ts'
import { conditionText, type ConditionText } from './conditionTexts.ts'
import type { FilterTree } from './filterDraft.ts'

/** `textOf`: words of a condition that is not about a contact, such as one on a cart; undefined for another one. */
type WordsProps = { tree: FilterTree; textOf?(condition: FilterTree): ConditionText | undefined }

/** A filter in one line of words, such as `Country is DE and Plan is pro`. */
export function FilterWords({ tree, ...own }: WordsProps) {
  const { op, of } = tree
  if (op === 'not') {
    return (
      <>
        {t('filter.not')} (<FilterWords tree={Object(of)} {...own} />)
      </>
    )
  }
  if ((op !== 'and' && op !== 'or') || !Array.isArray(of)) return <Condition tree={tree} {...own} />
  if (of.length === 0) return t('list.filter.set')
  return of.map((part, index) => (
    <span key={index}>
      {index === 0 ? null : ` ${t(`filter.${op}`)} `}
      {Array.isArray(Object(part).of) ? (
        <>
          (<FilterWords tree={Object(part)} {...own} />)
        </>
      ) : (
        <FilterWords tree={Object(part)} {...own} />
      )}
    </span>
  ))
}

/** A condition with the name of its segment, campaign, template or coupon. */
function Condition({ tree, textOf }: WordsProps) {
  const { text, recordId } = textOf?.(tree) ?? conditionText(tree)
  const name = useCard(recordId ?? '')?.title
  return recordId === undefined ? text : `${text} ${name ?? shortId(recordId)}`
}
