import { Button, Select, Table, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import './contactTable.css'

/** Contacts of a run, a campaign or a sequence, page by page, with a choice of their state. */
export type ContactTableProps = {
  title: string
  /** States to choose from, and the chosen one; without a choice when left out. */
  states?: { all: readonly string[]; chosen: string | null; choose(state: string | null): void }
  heads: readonly string[]
  /** Rows of the table. */
  children: readonly ReactNode[]
  /** The sentence in place of a table without rows; undefined while they are read. */
  none: string | undefined
  /** Reads the next page; undefined after the last one. */
  more: (() => void) | undefined
}

/** The frame of such a table: its title, the choice of a state, and the next page. */
export function ContactTable({ title, states, heads, children, none, more }: ContactTableProps) {
  const id = useId()
  return (
    <section className="surface section" aria-labelledby={id}>
      <div className="contact-table-head">
        <Title order={2} id={id}>
          {title}
        </Title>
        {states === undefined ? null : (
          <Select
            aria-label={t('report.state')}
            placeholder={t('report.state.all')}
            clearable
            size="xs"
            data={states.all.map((value) => ({ value, label: labelOf(value) }))}
            value={states.chosen}
            onChange={states.choose}
          />
        )}
      </div>
      {children.length > 0 ? (
        <div className="contact-table" role="group" aria-label={title} tabIndex={0}>
          <Table fz="sm" miw="44rem">
            <Table.Thead>
              <Table.Tr>
                {heads.map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </div>
      ) : none === undefined ? null : (
        <Text c="dimmed">{none}</Text>
      )}
      {more === undefined ? null : (
        <Button variant="default" size="xs" onClick={more}>
          {t('report.more')}
        </Button>
      )}
    </section>
  )
}
