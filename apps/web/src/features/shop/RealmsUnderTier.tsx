import type { SubscriptionPreview } from '@realmkeep/contract';
import { useMessages } from '../../i18n/use-messages.ts';

/** The realms that a change of tier stops, turns off, makes smaller or closes to co-owners, by name. */
export function RealmsUnderTier({ preview }: { preview: SubscriptionPreview }) {
  const { realms: messages } = useMessages('subscription');
  const changed = new Set([...preview.shrinks, ...preview.off].map(({ id }) => id));
  const lists = [
    { title: messages.stops, realms: preview.stops, look: 'border-brick/40 bg-brick-soft' },
    { title: messages.off, realms: preview.off, look: 'border-amber/40 bg-amber-soft' },
    { title: messages.shrinks, realms: preview.shrinks, look: 'border-amber/40 bg-amber-soft' },
    { title: messages.shuts, realms: preview.shuts, look: 'border-amber/40 bg-amber-soft' },
    { title: messages.keeps, realms: preview.keeps.filter(({ id }) => !changed.has(id)), look: 'border-line' },
  ].filter(({ realms }) => realms.length > 0);
  return lists.map(({ title, realms, look }) => (
    <div key={title} className={`rounded-block border-2 px-4 py-3 ${look}`}>
      <p className="text-sm">{title}</p>
      <ul className="font-semibold">
        {realms.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </div>
  ));
}
