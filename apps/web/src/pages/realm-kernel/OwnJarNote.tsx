import { useQuery } from '@tanstack/react-query';
import { ownJarsQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';

/** Which own jar the realm runs, and whether its file is still what was chosen. @param jar its SHA-256 */
export function OwnJarNote({ realmId, jar }: { realmId: string; jar: string }) {
  const { own: messages } = useMessages('kernel');
  const { data } = useQuery(ownJarsQuery(realmId));
  const file = data?.jars.find(({ sha256 }) => sha256 === jar);
  return (
    <>
      <p className="mt-2 text-sm text-muted wrap-anywhere">
        {file && `${file.name} · `}
        {messages.hash(jar)}
      </p>
      {data && !file && data.more === 0 && (
        <div className="mt-3">
          <Callout tone="warn" title={messages.changed.title}>
            <p>{messages.changed.text}</p>
          </Callout>
        </div>
      )}
    </>
  );
}
