import { Type } from '#kit/values/schema.ts'
import { oneOf } from '#kit/values/fields.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { templateFormats } from '#platform/templates/templatesPort.ts'
import { variable } from './template.ts'
import { starters } from './templateStarters.ts'

const words = (description: string) => Type.String({ description })

/** Templates to begin with. */
export const listStarters = companion(
  operation('marketing.template.starters', {
    route: 'POST /api/marketing/template/starters',
    title: 'Get Starters',
    description:
      'Lists ten templates to begin with: send the fields of one to `template/create`, with changes of yours.',
    scope: 'marketing.template:read',
    isRead: true,
    input: closed({}),
    output: closed({
      items: Type.Array(
        closed({
          key: words('Identity.'),
          name: words('Name.'),
          description: words('Purpose.'),
          format: oneOf(templateFormats, { description: 'Format of `body`.' }),
          subject: words('Subject; Liquid.'),
          preheader: words('Text beside the subject; Liquid.'),
          body: words('Body; Liquid.'),
          variables: Type.Array(closed(variable), { description: 'Values with their defaults.' }),
        }),
        { description: 'Starters.' },
      ),
    }),
    example: {},
    handle: async () => ({ items: starters.map((each) => ({ ...each })) }),
  }),
)
