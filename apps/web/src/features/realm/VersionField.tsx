import type { KernelVersions } from '@realmkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { controlClass, Labelled } from '../../ui/form/Labelled.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** From so many versions on there is a search. */
const many = 12;

interface Props {
  query: UseQueryResult<KernelVersions>;
  /** The versions of Java that the machine has. */
  java: readonly number[];
  /** Describes the available versions. */
  note: string;
  chosen: string | null;
  onChoose: (version: string | null) => void;
  /** Shown below, once there is a choice. */
  children?: ReactNode;
}

/** The versions of a server in Java, newest first; those that cannot run here say why. */
export function VersionField({ query, java, note, chosen, onChoose, children }: Props) {
  const messages = useMessages('kernel');
  const [search, setSearch] = useState('');
  const hint = useId();
  return (
    <div className="mt-4">
      <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />} level={3}>
        {({ versions }) => {
          // What is chosen stays in sight.
          const found = versions.filter(({ version }) => version === chosen || version.startsWith(search.trim()));
          return (
            <div className="max-w-md">
              {versions.length > many && (
                <Field
                  label={messages.search}
                  className="mb-3"
                  inputMode="decimal"
                  autoComplete="off"
                  value={search}
                  onChange={({ target }) => setSearch(target.value)}
                />
              )}
              {found.length === 0 ? (
                <p role="status">{search.trim() === '' ? messages.noVersions : messages.noneFound}</p>
              ) : (
                <Labelled label={messages.versionLabel}>
                  {(control) => (
                    <select
                      {...control}
                      aria-describedby={hint}
                      className={`min-h-12 ${controlClass}`}
                      value={chosen ?? ''}
                      onChange={({ target }) => onChoose(target.value || null)}
                    >
                      <option value="">–</option>
                      {found.map(({ version, java: needed, runs }) => (
                        <option key={version} value={version} disabled={!runs}>
                          {runs ? version : messages.needsJava(version, needed)}
                        </option>
                      ))}
                    </select>
                  )}
                </Labelled>
              )}
              <p id={hint} className="mt-2 text-sm text-muted">
                {java.length === 0 ? messages.noJava : messages.javaHint(java.join(', '))} {note}
              </p>
              {children}
            </div>
          );
        }}
      </QueryBoundary>
    </div>
  );
}
