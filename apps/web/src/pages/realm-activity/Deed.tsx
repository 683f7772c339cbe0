import type { KernelKind, KitName, RealmActivityEntry, SettingName, Weather } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';

/** So many are shown at once. */
const shown = 3;

/** What was done, and to what; several of them are listed with their times in a disclosure. */
export function Deed({ entry: { action, via, count, items } }: { entry: RealmActivityEntry }) {
  const messages = useMessages('activity');
  const { format } = useI18n();
  const show = useWhat(action);
  const told = items.filter(({ what }) => what !== '');
  return (
    <>
      <span>
        {messages.actions[action]}
        {count > 1 && <b className="ml-2 text-sm font-semibold tabular-nums">{messages.times(count)}</b>}
      </span>
      {count <= shown ? (
        told.map(({ at, what }) => (
          <span key={`${at} ${what}`} className="block text-sm wrap-anywhere text-muted">
            {via === 'SCHEDULE' ? what : show(what)}
          </span>
        ))
      ) : (
        <div className="mt-2">
          <Disclosure title={messages.eachOne}>
            <ol className="flex flex-col gap-1.5 text-sm">
              {items.map(({ at, what }) => (
                <li key={`${at} ${what}`} className="wrap-anywhere">
                  <time dateTime={at} className="mr-2 text-muted">
                    {format.moment(at)}
                  </time>
                  {via === 'SCHEDULE' ? what : show(what)}
                </li>
              ))}
            </ol>
            {count > items.length && <p className="mt-2 text-sm text-muted">{messages.more(count - items.length)}</p>}
          </Disclosure>
        </div>
      )}
    </>
  );
}

/** Formats the stored subject of an action. */
function useWhat(action: RealmActivityEntry['action']): (what: string) => string {
  const { format } = useI18n();
  const { fields } = useMessages('manage').settings;
  const { kernels } = useMessages('subscription');
  const { kits, weathers } = useMessages('game');
  switch (action) {
    case 'settings':
      return (what) =>
        what
          .split(', ')
          .map((name) => fields[name as SettingName])
          .join(', ');
    case 'kernelChange':
    case 'kernelReturn':
      return (what) => what.replace(/^\w+/, (kind) => kernels[kind as KernelKind]);
    case 'weather':
      return (what) => weathers[what as Weather];
    case 'kit':
      return (what) => what.replace(/\w+$/, (kit) => kits[kit as KitName]);
    case 'backupRestore':
    case 'backupDownload':
    case 'backupDelete':
      return format.moment;
    default:
      return (what) => what;
  }
}
