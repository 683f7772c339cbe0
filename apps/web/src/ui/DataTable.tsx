import type { ReactNode } from 'react';

export interface Column<Row> {
  /** The heading; on a narrow screen it is above each cell. */
  label: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  numeric?: boolean;
  /** On a narrow screen it takes the whole line. */
  wide?: boolean;
  /** Buttons: the heading is for screen readers alone. */
  actions?: boolean;
}

interface Props<Row> {
  label: string;
  /** The first names the row. */
  columns: Column<Row>[];
  rows: Row[];
  /** While newer rows are on their way. */
  dimmed: boolean;
}

/** A table; on a narrow screen each of its rows is a card. */
export function DataTable<Row extends { id: string }>({ label, columns, rows, dimmed }: Props<Row>) {
  const [first, ...rest] = columns;
  if (!first) return null;
  return (
    <table
      aria-label={label}
      className="w-full border-collapse rounded-block border-2 border-line bg-surface shadow-block max-lg:block lg:border-separate lg:border-spacing-0"
    >
      <thead className="max-lg:sr-only">
        <tr className="text-sm text-muted">
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={`border-line px-3 py-3 font-medium first:pl-5 last:pr-5 lg:border-b-2 ${column.numeric ? 'text-right' : 'text-left'}`}
            >
              <span className={column.actions ? 'sr-only' : ''}>{column.label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={`max-lg:block ${dimmed ? 'opacity-55' : ''}`}>
        {rows.map((row) => (
          <tr
            key={row.id}
            className="group max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-2.5 max-lg:border-b-2 max-lg:border-line max-lg:p-4 max-lg:last:border-b-0 sm:max-lg:grid-cols-3 md:max-lg:grid-cols-4"
          >
            <th
              scope="row"
              className="border-line text-left align-top font-normal max-lg:col-span-full lg:border-b lg:px-3 lg:py-3 lg:pl-5 lg:group-last:border-b-0"
            >
              {first.render(row)}
            </th>
            {rest.map((column) => (
              <Cell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column: { label, render, numeric, wide, actions }, row }: { column: Column<Row>; row: Row }) {
  return (
    <td
      className={`min-w-0 border-line align-top lg:border-b lg:px-3 lg:py-3 lg:last:pr-5 lg:group-last:border-b-0 ${wide || actions ? 'max-lg:col-span-full' : ''} ${numeric ? 'lg:text-right' : ''}`}
    >
      {!actions && (
        <span aria-hidden className="block text-sm text-muted lg:hidden">
          {label}
        </span>
      )}
      {render(row)}
    </td>
  );
}
