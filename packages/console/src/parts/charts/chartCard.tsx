import { ActionIcon, Group, Table, Title, Tooltip } from '@mantine/core'
import { Download, Table2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { csvOf, saveFile, type CsvCell } from '#console/parts/csvFile.ts'
import { t } from '#console/texts/texts.ts'
import './charts.css'

/** A column of the table behind a chart. `text`: the value with its unit; the value itself when left out. */
export type ChartColumn<Row> = { title: string; value(row: Row): CsvCell; text?(row: Row): string }

type ChartProps<Row> = {
  title: string
  /** Name of the CSV file, without its ending. */
  fileName: string
  rows: readonly Row[]
  columns: readonly ChartColumn<Row>[]
  /** Choices beside the title. */
  controls?: ReactNode
  children: ReactNode
}

/** A chart under its title, with its figures as a table and as a CSV file. */
export function ChartCard<Row>({ title, fileName, rows, columns, controls, children }: ChartProps<Row>) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  const save = () => {
    const cells = [columns.map((each) => each.title), ...rows.map((row) => columns.map(({ value }) => value(row)))]
    saveFile(new Blob(['\uFEFF', csvOf(cells)], { type: 'text/csv' }), `${fileName}.csv`)
  }
  return (
    <section className="surface section" aria-labelledby={id}>
      <Group gap="xs" className="chart-head">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Group gap={4} ms="auto">
          {controls}
          {rows.length === 0 ? null : (
            <>
              <Tooltip label={t('chart.table')}>
                <ActionIcon
                  variant={isTable ? 'light' : 'subtle'}
                  color="gray"
                  aria-label={t('chart.table.of', { name: title })}
                  aria-pressed={isTable}
                  onClick={() => setTable(!isTable)}
                >
                  <Table2 size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t('chart.csv')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('chart.csv.of', { name: title })}
                  onClick={save}
                >
                  <Download size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </>
          )}
        </Group>
      </Group>
      {isTable ? <ChartTable title={title} rows={rows} columns={columns} /> : children}
    </section>
  )
}

function ChartTable<Row>({ title, rows, columns }: Pick<ChartProps<Row>, 'title' | 'rows' | 'columns'>) {
  return (
    <div className="chart-table" tabIndex={0} role="region" aria-label={title}>
      <Table stickyHeader fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title}>{column.title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {columns.map(({ title: name, value, text }) => (
                <Table.Td key={name}>{text === undefined ? value(row) : text(row)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
