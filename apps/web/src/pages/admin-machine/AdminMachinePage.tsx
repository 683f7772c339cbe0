import type { AdminMachine } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Callout } from '../../ui/Callout.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What keeps realms apart on this machine, and what is missing for it. */
export default function AdminMachinePage() {
  const { machine: messages } = useMessages('admin');
  const query = useQuery({ queryKey: keys.adminMachine, queryFn: ({ signal }) => api.adminMachine({ signal }) });
  return (
    <>
      <h1 className="mb-1 text-2xl">{messages.title}</h1>
      <p className="mb-5 text-muted">{messages.lead}</p>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {(machine) => (
          <div className="flex flex-col gap-5">
            <Callout
              tone={machine.programs === 'ON' ? 'info' : 'warn'}
              title={messages.programs[machine.programs].title}
            >
              <p>{messages.programs[machine.programs].text}</p>
            </Callout>
            <Walls machine={machine} />
            <Databases databases={machine.databases} />
            {machine.dns && <DnsRecords dns={machine.dns} />}
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

/** Where servers' databases are made; or why none can be, and what mends that. */
function Databases({ databases: { server, problem, ofBefore } }: Pick<AdminMachine, 'databases'>) {
  const { databases: messages } = useMessages('admin').machine;
  return (
    <Callout tone={problem ? 'warn' : 'info'} title={problem ? messages.off : messages.on}>
      <p className="wrap-anywhere">{problem ? messages.problem(problem.words) : messages.where[server]}</p>
      {problem && problem.statements.length > 0 && (
        <>
          <p className="mt-2">{messages.statements}</p>
          <pre className="mt-1 wrap-anywhere whitespace-pre-wrap">{problem.statements.join('\n')}</pre>
        </>
      )}
      {ofBefore > 0 && <p className="mt-2">{messages.ofBefore(ofBefore)}</p>}
    </Callout>
  );
}

/** How realms' own DNS records are doing, and what an operator has to do for some. */
function DnsRecords({ dns }: { dns: NonNullable<AdminMachine['dns']> }) {
  const { dns: messages } = useMessages('admin').machine;
  const { format } = useI18n();
  const { place, problem, published, pending, failed, hosts } = dns;
  return (
    <Callout tone={problem !== null || failed > 0 ? 'warn' : 'info'} title={messages.title}>
      <p className="wrap-anywhere">{messages.where(place)}</p>
      <p>{messages.counts(format.number(published), format.number(pending), format.number(failed))}</p>
      {problem !== null && <p className="mt-2 wrap-anywhere">{messages.problem(problem)}</p>}
      {hosts.length > 0 && (
        <>
          <p className="mt-2">{messages.failed}</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {hosts.map(({ host, problem: why }) => (
              <li key={host}>{messages[why](host)}</li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  );
}

interface Wall {
  id: string;
  name: string;
  here: string;
}

const own = ['network', 'processes', 'files', 'calls'] as const;
const bounded = ['memory', 'cpu', 'count'] as const;

function Walls({ machine }: { machine: AdminMachine }) {
  const { machine: messages } = useMessages('admin');
  const { walls, ownUser, wayOut } = machine;
  const means = { memory: machine.memory, cpu: machine.cpu, count: machine.processes };
  const here = (stands: boolean, why: string | null) => {
    if (stands) return messages.stands;
    return why === null ? messages.missing : `${messages.missing}: ${why}`;
  };
  const rows: Wall[] = [
    ...own.map((id) => ({ id, name: messages.walls[id], here: here(walls[id], walls.why) })),
    { id: 'ownUser', name: messages.walls.ownUser, here: here(ownUser, messages.sharedUser) },
    ...bounded.map((id) => ({
      id,
      name: messages.walls[id],
      here: means[id] === 'none' ? messages.none : messages.by(means[id]),
    })),
    { id: 'disk', name: messages.walls.disk, here: messages.disk[machine.disk] },
    { id: 'wayOut', name: messages.walls.wayOut, here: here(wayOut === null, wayOut) },
  ];
  const columns: Column<Wall>[] = [
    { label: messages.wall, render: ({ name }) => <b className="font-semibold">{name}</b> },
    { label: messages.state, wide: true, render: (row) => <span className="wrap-anywhere">{row.here}</span> },
  ];
  return <DataTable label={messages.title} columns={columns} rows={rows} dimmed={false} />;
}
