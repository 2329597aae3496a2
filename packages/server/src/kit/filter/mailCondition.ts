import { field, type FieldProblem } from '#kit/call/problem.ts'
import { parseId } from '#kit/values/ids.ts'
import type { ConditionKind } from './conditionKind.ts'
import { countSql } from './eventCondition.ts'
import { mailActions, type MailAction, type MailCondition } from './filter.ts'
import { unknownMembers } from './unknownMembers.ts'
import {
  boundsOf,
  isCount,
  isWithin,
  occurrenceProblems,
  occurrenceText,
  periodSql,
  readOccurrences,
} from './occurrence.ts'

const columns: Readonly<Record<MailAction, string>> = {
  sent: 'm.sent_at',
  delivered: 'm.delivered_at',
  opened: 'm.opened_at',
  clicked: 'm.clicked_at',
  replied: 'm.replied_at',
  bounced: 'm.bounced_at',
  complained: 'm.complained_at',
  unsubscribed: 'm.unsubscribed_at',
  converted: 'm.converted_at',
}

/** Words of the text form: `clicked mail`. */
const verbs: Readonly<Record<MailAction, readonly string[]>> = {
  sent: ['got', 'mail'],
  delivered: ['received', 'mail'],
  opened: ['opened', 'mail'],
  clicked: ['clicked', 'mail'],
  replied: ['replied', 'to', 'mail'],
  bounced: ['bounced', 'mail'],
  complained: ['complained', 'about', 'mail'],
  unsubscribed: ['unsubscribed', 'from', 'mail'],
  converted: ['converted', 'by', 'mail'],
}

/** A condition on mails to the contact, of any campaign, of one, or of one template. */
export const mailKind: ConditionKind<MailCondition> = {
  key: 'email',
  others: ['count', 'within', 'between'],
  isNeverNull: true,
  check(condition) {
    const { action, campaignId, templateId, ...others } = Object(condition.email)
    const isKnown = mailActions.some((name) => name === action)
    return [
      ...(isKnown ? [] : [field('/email/action', 'enum', `must be one of ${mailActions.join(', ')}`)]),
      ...idProblems({ name: 'campaignId', prefix: 'cmp' }, campaignId),
      ...idProblems({ name: 'templateId', prefix: 'tpl' }, templateId),
      ...unknownMembers(others, '/email'),
      ...occurrenceProblems(condition),
    ]
  },
  holds(condition, { mails }, { at }) {
    const { action } = condition.email
    const { campaignId, templateId } = rowIds(condition)
    const bounds = boundsOf(condition, at)
    const found = mails.filter((mail) => {
      const moment = mail.at[action]
      return (
        moment !== undefined &&
        isWithin(moment, bounds) &&
        (campaignId === undefined || mail.campaignId === campaignId) &&
        (templateId === undefined || mail.templateId === templateId)
      )
    })
    return isCount(found.length, condition.count)
  },
  sql(condition, build) {
    const { campaignId, templateId } = rowIds(condition)
    const column = columns[condition.email.action]
    const where = () => [
      `m.account_id = ${build.account()}`,
      `${column} is not null`,
      ...periodSql(column, condition, build),
      ...(campaignId === undefined ? [] : [`m.campaign_id = ${build.bind(campaignId, 'uuid')}`]),
      ...(templateId === undefined ? [] : [`m.template_id = ${build.bind(templateId, 'uuid')}`]),
    ]
    return countSql({ from: 'marketing_message m', contact: 'm.contact_id', where, condition }, build)
  },
  mention(condition, found) {
    found.events.add(`marketing.message.${condition.email.action}`)
    found.hasMails = true
    found.isTimeRelative ||= condition.within !== undefined
  },
  print(condition) {
    const { action, campaignId, templateId } = condition.email
    const campaign = campaignId === undefined ? '' : ` of campaign ${campaignId}`
    const template = templateId === undefined ? '' : ` of template ${templateId}`
    return `${verbs[action].join(' ')}${campaign}${template}${occurrenceText(condition)}`
  },
  read(reader) {
    const action = mailActions.find((name) => reader.takeAll(verbs[name]))
    if (action === undefined) return undefined
    const email: MailCondition['email'] = { action }
    while (reader.take('of')) {
      if (reader.take('campaign')) email.campaignId = reader.word(/^cmp_/) ?? ''
      else {
        reader.expect('template')
        email.templateId = reader.word(/^tpl_/) ?? ''
      }
    }
    return { email, ...readOccurrences(reader) }
  },
}

function idProblems({ name, prefix }: { name: string; prefix: string }, id: unknown): FieldProblem[] {
  if (id === undefined || (typeof id === 'string' && parseId(prefix, id) !== undefined)) return []
  return [field(`/email/${name}`, 'pattern', `must be an id that begins with ${prefix}_`)]
}

function rowIds({ email: { campaignId, templateId } }: MailCondition) {
  return {
    campaignId: campaignId === undefined ? undefined : parseId('cmp', campaignId)?.uuid,
    templateId: templateId === undefined ? undefined : parseId('tpl', templateId)?.uuid,
  }
}
