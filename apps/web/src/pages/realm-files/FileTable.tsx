import type { RealmFile } from '@realmkeep/contract';
import { File as FileIcon, FileQuestion, Folder } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import type { FileOrder } from './file-text.ts';

interface Props {
  /** In their order. */
  files: readonly RealmFile[];
  order: FileOrder;
  down: boolean;
  onOrder: (order: FileOrder) => void;
  selected: ReadonlySet<string>;
  onSelect: (names: readonly string[], selected: boolean) => void;
  /** Whether the folder's own entries can be changed. */
  canSelect: boolean;
  onOpen: (file: RealmFile) => void;
}

const icons = { folder: Folder, file: FileIcon, other: FileQuestion };
const orders = ['name', 'bytes', 'changedAt'] as const;

/** The entries of a folder. Arrows go from name to name. */
export function FileTable({ files, order, down, onOrder, selected, onSelect, canSelect, onOpen }: Props) {
  const { table: messages } = useMessages('files');
  const { format } = useI18n();
  const sizeText = useSizeText();
  const isAllSelected = files.length > 0 && files.every(({ name }) => selected.has(name));
  return (
    <table aria-label={messages.label} className="w-full table-fixed border-collapse">
      <thead>
        <tr className="border-b-2 border-line text-left text-sm text-muted">
          {canSelect && (
            <th scope="col" className="w-11">
              <Checkbox
                label={messages.selectAll}
                checked={isAllSelected}
                onChange={(checked) =>
                  onSelect(
                    files.map(({ name }) => name),
                    checked,
                  )
                }
              />
            </th>
          )}
          {orders.map((by) => (
            <th
              key={by}
              scope="col"
              aria-sort={order === by ? (down ? 'descending' : 'ascending') : undefined}
              className={{ name: '', bytes: 'w-24 max-xs:w-20', changedAt: 'w-44 max-sm:hidden' }[by]}
            >
              <button
                type="button"
                className="min-h-11 font-medium underline-offset-4 hover:underline"
                onClick={() => onOrder(by)}
              >
                {messages.columns[by]}
                <span aria-hidden>{order === by ? (down ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map((file) => {
          const Icon = icons[file.kind];
          return (
            <tr key={file.name} className="border-b border-line last:border-b-0 has-checked:bg-sunk">
              {canSelect && (
                <td>
                  <Checkbox
                    label={messages.select(file.name)}
                    checked={selected.has(file.name)}
                    onChange={(checked) => onSelect([file.name], checked)}
                  />
                </td>
              )}
              <th scope="row" className="font-normal">
                <button
                  type="button"
                  data-entry
                  onKeyDown={moveFocus}
                  className="flex min-h-11 w-full items-center gap-2 text-left hover:underline disabled:text-muted"
                  disabled={file.kind === 'other'}
                  onClick={() => onOpen(file)}
                >
                  <Icon aria-hidden size={18} className="shrink-0" />
                  <span className="min-w-0 wrap-anywhere">{file.name}</span>
                </button>
              </th>
              <td className="text-sm text-muted">{file.kind === 'file' && sizeText(file.bytes)}</td>
              <td className="text-sm text-muted max-sm:hidden">
                {format.dayAndHour(new Date(file.changedAt).toISOString())}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        className="size-5 accent-spruce"
        aria-label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const table = event.currentTarget.closest('table');
  const entries = [...(table?.querySelectorAll<HTMLElement>('[data-entry]:enabled') ?? [])];
  const at = entries.indexOf(event.currentTarget);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  entries[to]?.focus();
}
