import { useMessages } from '../../i18n/use-messages.ts';
import { Card } from '../../ui/Card.tsx';

/** What co-owners may do, and what not. */
export function RightsCard() {
  const { may, mayNot } = useMessages('access');
  return (
    <Card className="grid gap-6 md:grid-cols-2">
      {[may, mayNot].map(({ title, items }) => (
        <div key={title}>
          <h2 className="mb-2 text-lg">{title}</h2>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
