import type { RealmKernel } from '@realmkeep/contract';
import { gameVersionPattern, ownJarFolder } from '@realmkeep/contract/kernel-rules';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { ownJarsQuery } from '../../api/queries.ts';
import { UploadsCard } from '../../features/uploads/UploadsCard.tsx';
import type { useUploads } from '../../features/uploads/use-uploads.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** An own jar, as it was shown, and the version of the game that it is. */
export interface ChosenJar {
  sha256: string;
  version: string;
}

interface Props {
  realmId: string;
  data: RealmKernel;
  uploads: ReturnType<typeof useUploads>;
  chosen: ChosenJar | null;
  onChoose: (chosen: ChosenJar) => void;
  /** What stands below, once there is something to choose from. */
  children: ReactNode;
}

/** The jars among the realm's files, the way there, and what is to be known of them. */
export function OwnJarField({ realmId, data, uploads, chosen, onChoose, children }: Props) {
  const { own: messages, versionLabel, onlyUpwards } = useMessages('kernel');
  const online = useOnline();
  const size = useSizeText();
  const query = useQuery(ownJarsQuery(realmId));
  const input = useRef<HTMLInputElement>(null);
  const group = useId();
  return (
    <div className="mt-4 flex flex-col gap-4">
      <ul className="max-w-prose list-disc pl-5 text-sm text-muted">
        {messages.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        accept=".jar"
        hidden
        aria-label={messages.upload}
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])], ownJarFolder);
          target.value = '';
        }}
      />
      <div>
        <Button disabled={!online} onAction={() => input.current?.click()}>
          {messages.upload}
        </Button>
        <p className="mt-2 text-sm text-muted">{messages.folder(ownJarFolder)}</p>
      </div>
      <UploadsCard uploads={uploads} />
      <QueryBoundary query={query} skeleton={<Skeleton className="h-40" />} level={3}>
        {({ jars, more }) => (
          <>
            {jars.length === 0 && <p role="status">{messages.none}</p>}
            <fieldset className="min-w-0" hidden={jars.length === 0}>
              <legend className="mb-1.5 text-sm font-semibold">{messages.jar}</legend>
              <div className="flex flex-col gap-3">
                {jars.map(({ name, bytes, sha256, version, problem }) => (
                  <label
                    key={name}
                    className="flex gap-3 rounded-block border-2 border-line px-4 py-3 has-checked:border-spruce has-checked:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
                  >
                    <input
                      type="radio"
                      name={group}
                      aria-label={name}
                      aria-describedby={`${group}-${name}`}
                      checked={sha256 !== null && sha256 === chosen?.sha256}
                      disabled={sha256 === null}
                      onChange={() => sha256 && onChoose({ sha256, version: version ?? data.version })}
                      className="mt-0.5 size-5 shrink-0 accent-spruce"
                    />
                    <span className="min-w-0">
                      <span className="block font-semibold wrap-anywhere">{name}</span>
                      <span id={`${group}-${name}`} className="block text-sm text-muted wrap-anywhere">
                        {size(bytes)}
                        {sha256 !== null && ` · ${messages.hash(sha256)}`}
                        {problem && <span className="block text-brick">{messages.problems[problem]}</span>}
                        {sha256 !== null && sha256 === data.jar && <span className="block">{messages.runs}</span>}
                      </span>
                    </span>
                  </label>
                ))}
              </div>
              {more > 0 && <p className="mt-2 text-sm text-muted">{messages.more(more)}</p>}
            </fieldset>
            {chosen && (
              <div className="max-w-md">
                <Field
                  label={versionLabel}
                  hint={`${messages.versionHint} ${onlyUpwards(data.version)}`}
                  problem={gameVersionPattern.test(chosen.version) ? undefined : messages.versionProblem}
                  inputMode="decimal"
                  autoComplete="off"
                  value={chosen.version}
                  onChange={({ target }) => onChoose({ ...chosen, version: target.value.trim() })}
                />
                {children}
              </div>
            )}
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
