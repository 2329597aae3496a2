import type { Client } from '#console/app/client.ts'
import type { Question } from '#console/parts/confirmation.ts'
import type { AskedChange } from '#console/parts/descriptor.ts'
import { plural, t } from '#console/texts/texts.ts'

/** The question before a sequence enrols contacts: their number. Undefined for a change that enrols none. */
export async function questionOf({ client, record, values }: AskedChange): Promise<Question | undefined> {
  const status = values['status'] ?? (record === undefined ? 'active' : record['status'])
  const isStart = status === 'active' && record?.['status'] !== 'active'
  if (status !== 'active' || !(isStart || 'enrol' in values)) return undefined
  const enrol = Object('enrol' in values ? values['enrol'] : record?.['enrol'])
  return {
    title: t('sequence.start.title', { name: String(values['name'] ?? record?.['name'] ?? '') }),
    text: `${await peopleText(client, enrol)} ${t('sequence.start.text')}`,
    button: t('sequence.start'),
  }
}

async function peopleText(client: Client, enrol: Readonly<Record<string, unknown>>): Promise<string> {
  const { segmentId, contactIds } = enrol
  if (Array.isArray(contactIds)) return plural('sequence.start.contacts', contactIds.length)
  if (typeof segmentId !== 'string') return t('sequence.start.later')
  const { count } = await client.call('marketing.contact.count', { segmentId })
  return plural('sequence.start.members', count)
}
