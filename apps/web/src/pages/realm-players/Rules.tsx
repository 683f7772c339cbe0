import type { Realm, RealmAccessRule, RealmAccessRules } from '@realmkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Pager } from '../../shared/Pager.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddRule, type RuleKind, type useRuleDraft } from './AddRule.tsx';
import { playersKeys } from './players-keys.ts';
import { usePlayersChange } from './use-players-change.ts';

const size = 20;

interface Props {
  realm: Realm;
  kind: RuleKind;
  draft: ReturnType<typeof useRuleDraft>;
}

/** One of the lists, with the form that adds to it. */
export function Rules({ realm: { id: realmId, kernel }, kind, draft }: Props) {
  const messages = useMessages('players');
  const [page, setPage] = useState(0);
  const query = useQuery({
    queryKey: playersKeys.rules(realmId, kind, page),
    queryFn: ({ signal }) => api.realmAccessRules({ params: { id: realmId }, query: { kind, page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <div className="flex flex-col gap-6">
      <div className="flex max-w-prose flex-col gap-2 text-muted">
        <p>{messages.about[kind]}</p>
        {kernel.kernel !== 'sandbox' && <p>{messages.ownCommands}</p>}
      </div>
      <AddRule realmId={realmId} kind={kind} draft={draft} />
      <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
        {(list) => (
          <>
            {kind === 'WHITELIST' && <WhitelistSwitch realmId={realmId} isOn={list.whitelistOn} />}
            <RuleList
              realmId={realmId}
              kind={kind}
              list={list}
              dimmed={query.isPlaceholderData}
              onEmptied={() => setPage(Math.max(0, page - 1))}
            />
            <Pager page={page} total={list.total} size={size} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

function WhitelistSwitch({ realmId, isOn }: { realmId: string; isOn: boolean }) {
  const messages = useMessages('players');
  const change = usePlayersChange(realmId, (on: boolean) =>
    api.realmWhitelistSet({ params: { id: realmId }, body: { on } }),
  );
  const online = useOnline();
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
      <input
        type="checkbox"
        className="size-5 accent-spruce"
        checked={change.isPending ? change.variables : isOn}
        // One that is disabled would lose the focus.
        disabled={!online}
        onChange={({ target }) => change.isPending || change.mutate(target.checked)}
      />
      {messages.whitelistSwitch}
    </label>
  );
}

interface ListProps {
  realmId: string;
  kind: RuleKind;
  list: RealmAccessRules;
  dimmed: boolean;
  /** The last of those shown is gone. */
  onEmptied: () => void;
}

function RuleList({ realmId, kind, list, dimmed, onEmptied }: ListProps) {
  const messages = useMessages('players');
  const { format } = useI18n();
  const online = useOnline();
  const removal = usePlayersChange(realmId, ({ id }: RealmAccessRule) =>
    api.realmAccessRuleRemove({ params: { id: realmId, ruleId: id } }),
  );
  const remove = (rule: RealmAccessRule) =>
    removal.mutate(rule, {
      onSuccess: () => {
        if (list.items.length === 1) onEmptied();
      },
    });
  if (list.total === 0) return <p className="text-muted">{messages.empty[kind]}</p>;
  const limit = { WHITELIST: list.limits.whitelist, OPERATOR: list.limits.operators, BAN: null }[kind];
  return (
    <Card aria-labelledby="rules">
      <h2 id="rules" className="mb-2 text-lg">
        {messages.tabs[kind]}
        {limit !== null && (
          <span className="ml-2 text-sm text-muted">
            {messages.count(format.number(list.total), format.number(limit))}
          </span>
        )}
      </h2>
      <ul className={`flex flex-col divide-y-2 divide-line ${dimmed ? 'opacity-55' : ''}`}>
        {list.items.map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p>
                <span className="mr-2 font-semibold wrap-anywhere">{rule.subject}</span>
                {rule.kind === 'ADDRESS_BAN' && (
                  <span className="rounded-chip bg-sunk px-2 py-0.5 text-sm">{messages.byAddress}</span>
                )}
              </p>
              {rule.reason !== '' && <p className="wrap-anywhere">{rule.reason}</p>}
              <p className="text-sm text-muted">
                {messages.made(rule.author ?? messages.console, format.date(rule.created))}
                {rule.until !== null && <span className="block">{messages.until(format.dayAndHour(rule.until))}</span>}
              </p>
            </div>
            <Button
              disabled={removal.isPending || !online}
              aria-label={messages.removeOf[kind](rule.subject)}
              onAction={() => remove(rule)}
            >
              {messages.remove[kind]}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
