import { field, invalid } from '#kit/call/problem.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { identityInput, namedContact } from '#products/marketing/contact/contactInput.ts'
import { readModel } from './scoreModel.ts'
import { scoreOutput, withModel, withScore } from './leadScoreOutput.ts'
import { explainScore, listEntries, viewScore } from './scoreView.ts'

/** Get. */
export const getScore = operation('marketing.leadScore.get', {
  route: 'POST /api/marketing/leadScore/get',
  title: 'Get Lead Score',
  description:
    'The scores of a contact, computed for the moment of the call or for `at`, with the entries that explain them. ' +
    'Without a contact: the model of the account.',
  scope: 'marketing.leadScore:read',
  isRead: true,
  input: closed({
    ...identityInput,
    at: Type.Optional(dateTime({ description: 'Moment to compute for; now when left out.' })),
    include: Type.Optional(
      Type.Array(oneOf(['breakdown', 'history']), {
        maxItems: 2,
        uniqueItems: true,
        description:
          '`breakdown`: entries that count. `history`: all of them. The newest 200 each: ' +
          '`breakdownRest` sums up the others that count.',
      }),
    ),
  }),
  output: scoreOutput,
  example: { contactId: madeFirst('marketing.contact'), include: ['breakdown'] },
  async handle(ctx, { at, include = [], ...names }) {
    const model = await readModel(ctx)
    const isOfContact = Object.values(names).some((name) => name !== undefined)
    if (!isOfContact) {
      if (at !== undefined) throw invalid(field('at', 'notAllowed', 'needs a contact'))
      return withModel(ctx, model)
    }
    const { id } = await namedContact(ctx, names)
    const of = { contactId: rowId('con', id), atMs: at === undefined ? ctx.now().getTime() : Date.parse(at) }
    const score = await viewScore(ctx, model, of)
    return withScore(id, score, {
      ...(include.includes('breakdown') ? await explainScore(ctx, model, { ...of, score }) : {}),
      ...(include.includes('history') ? { history: await listEntries(ctx, of.contactId) } : {}),
    })
  },
})
