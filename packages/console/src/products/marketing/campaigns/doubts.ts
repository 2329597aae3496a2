import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { hasSameVariants } from './sameVariants.ts'
import type { CampaignDraft } from './useCampaign.ts'

type Template = OutputOf<'marketing.template.get'>

/** A doubt about a campaign that can start, and the page where it is mended; its content step where there is none. */
export type Doubt = { key: 'sample' | 'sameVariants' | 'senderDomain' | 'caught'; page?: string }

const sampleParts = /https?:\/\/(www\.)?example\.(com|org|net)\b|A headline in a few words|Describe the image/i

/** Whether a text still holds a link or words of a starter. */
export function isSampleText(text: unknown): boolean {
  return typeof text === 'string' && sampleParts.test(text)
}

const domainsMax = 100

/** Doubts about the texts, the sender and the way of the mail. */
export function useDoubts({ values, found }: CampaignDraft): Doubt[] {
  const { id: accountId } = useAccount()
  const may = useScope()
  const { templateId, from, channel } = values
  const isTemplate = typeof templateId === 'string'
  const { data: template } = useRead<Template>('marketing.template.get', { templateId }, { isOn: isTemplate })
  const sender = String(Object(from).email ?? '')
  const isOn = sender !== '' && channel === 'email' && may('marketing.sendingDomain:read')
  const input = { status: 'verified', limit: domainsMax }
  const { data: domains } = useRead<ApiPage>('marketing.sendingDomain.all', input, { isOn })
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
  const isProven = domains?.items.some((each) => each['domain'] === domain) ?? true
  const page = (name: string) => `/${accountId}/marketing/${name}`
  const doubts: [boolean, Doubt][] = [
    [textsOf(values, isTemplate ? template : undefined).some(isSampleText), { key: 'sample' }],
    [hasSameVariants(values), { key: 'sameVariants' }],
    [isOn && !isProven, { key: 'senderDomain', page: page('sendingDomain') }],
    [found?.isCaught === true, { key: 'caught', page: page('integration') }],
  ]
  return doubts.filter(([isThere]) => isThere).map(([, doubt]) => doubt)
}

/** All texts of the mail: its own ones, those of its template with the values of their variables, and its variants. */
function textsOf(values: CampaignDraft['values'], template: Template | undefined): unknown[] {
  const { subject, preheader, body, textBody, variables, variants } = values
  const given = Object(variables)
  const set = template?.variables.map(({ name, defaultValue }) => given[name] ?? defaultValue) ?? []
  const parts = Array.isArray(variants) ? variants.flatMap((each) => Object.values(Object(each))) : []
  return [...[subject, preheader, body, textBody, template?.subject, template?.body], ...set, ...parts]
}
