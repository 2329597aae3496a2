import { Table, Title } from '@mantine/core'
import { useId } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Links = NonNullable<OutputOf<'marketing.campaign.get'>['links']>

/** Links of a campaign with their clicks; nothing before the first one. */
export function Links({ links }: { links: Links }) {
  const id = useId()
  if (links.length === 0) return null
  return (
    <section className="surface section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('report.links')}
      </Title>
      <div className="report-table" role="region" aria-label={t('report.links.table')} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('report.link')}</Table.Th>
              <Table.Th>{t('report.link.people')}</Table.Th>
              <Table.Th>{t('report.link.clicks')}</Table.Th>
              <Table.Th>{t('report.link.machines')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.map((each) => (
              <Table.Tr key={each.url}>
                <Table.Th scope="row" className="report-link">
                  {each.url}
                </Table.Th>
                <Table.Td>{numberText(each.people)}</Table.Td>
                <Table.Td>{numberText(each.clicks)}</Table.Td>
                <Table.Td>{numberText(each.machineClicks)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}
