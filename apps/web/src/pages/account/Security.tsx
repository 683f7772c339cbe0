import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { PasswordChange } from '../../features/account/PasswordChange.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { meQuery } from '../../api/queries.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { GameMemory } from './GameMemory.tsx';
import { Sessions } from './Sessions.tsx';
import { SshKeys } from './SshKeys.tsx';

/** How the account is got into: the second step, the password, and where somebody is logged in. */
export function Security() {
  const { security, menu } = useMessages('account');
  const { data: me, isPending } = useQuery(meQuery);
  const site = useSite();
  const [changing, setChanging] = useState(false);
  const close = useCallback(() => setChanging(false), []);
  const linked = me?.chat_account;

  return (
    <section aria-labelledby="security">
      <h2 id="security" className="mb-5 text-xl">
        {security.title}
      </h2>
      <Card className="divide-y-2 divide-line py-0!">
        {isPending && site?.chat !== null && <Skeleton className="my-5 h-12" />}
        {me && site?.chat && (
          <Row title={menu.chat} text={linked ? security.linked(linked.username) : security.notLinked}>
            <Link {...paths.verification} className={buttonClass(linked ? 'plain' : 'primary')}>
              {linked ? security.manage : security.link}
            </Link>
          </Row>
        )}
        <Row title={security.password} text={security.passwordText}>
          <Button onAction={() => setChanging(true)}>{menu.password}</Button>
        </Row>
        {me ? <GameMemory isOn={me.game_memory} /> : isPending && <Skeleton className="my-5 h-32" />}
        <SshKeys />
        <Sessions />
      </Card>
      <PasswordChange wanted={changing} onClose={close} />
    </section>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-base">{title}</h3>
        <p className="text-muted wrap-anywhere">{text}</p>
      </div>
      {children}
    </div>
  );
}
